import { parentPort } from 'node:worker_threads'
import { type WriteAsk, type WriteReply, writeAnswer } from './write-answer.ts'

const say = (reply: WriteReply) => parentPort?.postMessage(reply)

parentPort?.once('message', async (ask: WriteAsk) => {
  try {
    say({ bytes: await writeAnswer(ask) })
  } catch (error) {
    say({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
