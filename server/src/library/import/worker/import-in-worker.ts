import { deserializeError } from '@scinav/threads'
import type { BaseContext, ImportWatch } from '../../../platform/context/context.ts'
import { acquireWriter, type DatabaseLocation } from '../../../platform/db/open.ts'
import { type ImportThreadMessage, takeImportThread } from './import-worker.ts'

/**
 * Creates a function that runs an import in a thread of its own, which keeps the event loop of this thread free. On
 * SQLite the thread has its own connection and acquires the writer of this one while it writes.
 */
export function createImportRunner(db: BaseContext['db'], location: DatabaseLocation) {
  return async (import_id: string, watch: ImportWatch, path?: string): Promise<void> => {
    const { listen, tell, end } = takeImportThread()
    tell({ say: 'begin', task: { location, import_id, path } })
    const stop = () => tell({ say: 'stop', reason: String(watch.signal.reason) })
    watch.signal.addEventListener('abort', stop)
    if (watch.signal.aborted) stop()
    const writer = createWriterLease(db)
    /** Acts on a message; the promise rejects when the import has failed. */
    const handle = (message: ImportThreadMessage): Promise<unknown> | undefined => {
      switch (message.say) {
        case 'lock-needed':
          return writer.take().then(() => tell({ say: 'lock-granted' }))
        case 'progress':
          return watch.report(message.progress, message.note)
        case 'failed':
          return Promise.reject(deserializeError(message))
        // 'lock-released'; 'done' is handled by the caller.
        default:
          return void writer.giveBack()
      }
    }
    try {
      await new Promise<void>((resolve, reject) => {
        listen({
          received(message) {
            if (message.say === 'done') resolve()
            else handle(message)?.catch(reject)
          },
          ended: reject,
        })
      })
    } finally {
      watch.signal.removeEventListener('abort', stop)
      await end()
      writer.giveBack()
    }
  }
}

/**
 * Creates a lease of the writer for one thread; a writer acquired is released exactly once, even when it is granted
 * after the thread has ended.
 */
function createWriterLease(db: BaseContext['db']) {
  let release: (() => void) | undefined
  /** Resolves when the last request for the writer has been granted. */
  let granted = Promise.resolve()
  return {
    take() {
      granted = acquireWriter(db).then((releaseWriter) => {
        release = releaseWriter
      })
      return granted
    },
    giveBack() {
      void granted.then(() => {
        release?.()
        release = undefined
      })
    },
  }
}
