import { parentPort } from 'node:worker_threads'
import { type WriteAsk, type WriteSaid, writeAnswer } from './write-answer.ts'

const say = (said: WriteSaid) => parentPort?.postMessage(said)

parentPort?.once('message', async (ask: WriteAsk) => {
  try {
    say({ bytes: await writeAnswer(ask) })
  } catch (error) {
    say({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
