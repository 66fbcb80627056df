import type { BaseContext, ImportWatch } from './context.ts'
import { lendWriter, type Place } from './db/open.ts'
import { importWorker } from './import-worker.ts'

/** What the thread of an import is given. */
export interface ImportTask {
  place: Place
  import_id: string
}

/** What it says: it waits for leave to write, has written, has read so much, is done. */
export type FromImport =
  | { say: 'wait' | 'written' | 'done' }
  | { say: 'read'; progress: number; note: string }
  | { say: 'failed'; message: string; fields: object }

/** What it is told: its task, then that it may write, or has to stop. */
export type ToImport = { say: 'begin'; task: ImportTask } | { say: 'write' } | { say: 'stop'; reason: string }

/**
 * Runs imports in threads of their own. On SQLite the thread has its own connection and asks this one's writer to wait
 * for as long as it writes; the event loop here stays free.
 */
export function importsApart(db: BaseContext['db'], place: Place) {
  return async (import_id: string, watch: ImportWatch): Promise<void> => {
    const worker = importWorker()
    const tell = (message: ToImport) => worker.postMessage(message)
    tell({ say: 'begin', task: { place, import_id } })
    const stop = () => tell({ say: 'stop', reason: String(watch.signal.reason) })
    watch.signal.addEventListener('abort', stop)
    if (watch.signal.aborted) stop()
    const writer = borrower(db)
    const handle = (message: FromImport): Promise<unknown> | undefined => {
      switch (message.say) {
        case 'wait':
          return writer.take().then(() => tell({ say: 'write' }))
        case 'read':
          return watch.report(message.progress, message.note)
        case 'failed':
          return Promise.reject(Object.assign(new Error(message.message), message.fields))
        default:
          return void writer.giveBack()
      }
    }
    try {
      await new Promise<void>((resolve, reject) => {
        worker.on('error', reject)
        worker.on('exit', () => reject(new Error('the thread of an import ended')))
        worker.on('message', (message: FromImport) => {
          if (message.say === 'done') resolve()
          else handle(message)?.catch(reject)
        })
      })
    } finally {
      watch.signal.removeEventListener('abort', stop)
      await worker.terminate()
      writer.giveBack()
    }
  }
}

/** The writer as one thread borrows it: what it has taken is given back once, also when it comes too late. */
function borrower(db: BaseContext['db']) {
  let free: (() => void) | undefined
  let last = Promise.resolve()
  return {
    take() {
      last = lendWriter(db).then((release) => {
        free = release
      })
      return last
    },
    giveBack() {
      void last.then(() => {
        free?.()
        free = undefined
      })
    },
  }
}
