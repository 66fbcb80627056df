// A thread that reads an SQLite file: a page that is not in memory blocks this thread only.
import { workerData } from 'node:worker_threads'
import { openChannel, serializeError } from '@scinav/threads'
import type { ReaderCommand, ReaderMessage } from './reader-threads.ts'
import { openReader } from './sqlite-handle.ts'

const { receive, say, close: endThread } = openChannel<ReaderCommand, ReaderMessage>(['read', 'end'])
const reader = openReader(workerData.file, workerData.cache_kib)

receive((message) => {
  if (message.ask === 'read') return say(answerRead(message))
  reader.close()
  endThread()
})

/** Runs a query and returns the message with its rows or its error. */
function answerRead({ id, sql, parameters }: Extract<ReaderCommand, { ask: 'read' }>): ReaderMessage {
  try {
    return { say: 'rows', id, rows: reader.run({ sql, parameters }).rows }
  } catch (error) {
    return { say: 'fault', id, ...serializeError(error) }
  }
}
