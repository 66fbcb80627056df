import { parentPort, workerData } from 'node:worker_threads'
import type { IndexUpdate } from '../store/state.ts'
import { createWriter, type IndexWriter } from '../store/writer.ts'
import type { WriterAnswer, WriterAsk } from './messages.ts'

const MOMENT_MS = 50
const writer: IndexWriter = createWriter(workerData.folder, MOMENT_MS, workerData.rests)

function answer(message: WriterAsk): IndexUpdate {
  return message.ask === 'apply' ? writer.apply(message.changes, message.more) : writer[message.ask]()
}

parentPort?.on('message', (message: WriterAsk) => {
  parentPort?.postMessage(attempt(message))
})

function attempt(message: WriterAsk): WriterAnswer {
  try {
    return { update: answer(message) }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
