import { parentPort, workerData } from 'node:worker_threads'
import type { IndexUpdate } from '../store/state.ts'
import { createWriter } from '../store/writer.ts'
import type { WriterAnswer, WriterAsk } from './messages.ts'

const writer = createWriter(workerData.folder)

function answer(message: WriterAsk): IndexUpdate | null {
  switch (message.ask) {
    case 'load':
      return writer.load()
    case 'apply':
      return writer.apply(message.changes, message.more)
    case 'merge':
      return writer.merge()
    case 'reset':
      return writer.reset()
    default:
      writer.save()
      return null
  }
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
