// Worker thread that writes one answer of a chat as a file and replies with its bytes; started by `write-answer.ts`.
import { parentPort } from 'node:worker_threads'
import { type WriteReply, type WriteRequest, writeAnswer } from './write-answer.ts'

const postReply = (reply: WriteReply) => parentPort?.postMessage(reply)

parentPort?.once('message', async (request: WriteRequest) => {
  try {
    postReply({ bytes: await writeAnswer(request) })
  } catch (error) {
    postReply({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
