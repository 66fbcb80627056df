// A thread that reads a file of SQLite: a page that is not in memory keeps this one waiting, and nobody else.
import { workerData } from 'node:worker_threads'
import { channelOf, tellFault } from '@scinav/threads'
import type { FromReader, ToReader } from './readers.ts'
import { openReader } from './sqlite-handle.ts'

const { receive, say, close: endThread } = channelOf<ToReader, FromReader>(['read', 'end'])
const reader = openReader(workerData.file, workerData.cache_kib)

receive((message) => {
  if (message.ask === 'read') return say(answerTo(message))
  reader.close()
  endThread()
})

function answerTo({ id, sql, parameters }: Extract<ToReader, { ask: 'read' }>): FromReader {
  try {
    return { say: 'rows', id, rows: reader.run({ sql, parameters }).rows }
  } catch (error) {
    return { say: 'fault', id, ...tellFault(error) }
  }
}
