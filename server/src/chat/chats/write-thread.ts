import { parentPort } from 'node:worker_threads'
import { type WriteReply, type WriteRequest, writeAnswer } from './write-answer.ts'

const postReply = (reply: WriteReply) => parentPort?.postMessage(reply)

parentPort?.once('message', async (ask: WriteRequest) => {
  try {
    postReply({ bytes: await writeAnswer(ask) })
  } catch (error) {
    postReply({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
