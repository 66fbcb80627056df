// Thread that imports one file into the library, so that the thread serving requests stays free. For its messages see
// `ImportThreadMessage`.
import { lowerPriority, openChannel, serializeError } from '@scinav/threads'
import type { ImportWatch } from '../../../platform/context/context.ts'
import { openInThread } from '../../../platform/db/open.ts'
import { createIdFactory } from '../../../platform/foundation/ids.ts'
import { readImport } from '../run-import.ts'
import type { ImportTask, ImportThreadCommand, ImportThreadMessage } from './import-worker.ts'

/** What the granted locks resolve, oldest request first. */
const waitingForLock: (() => void)[] = []
const abortController = new AbortController()

const {
  receive,
  say,
  close: endThread,
} = openChannel<ImportThreadCommand, ImportThreadMessage>(['begin', 'lock-granted', 'stop'])

receive((message) => {
  if (message.say === 'begin') startTask(message.task)
  else if (message.say === 'lock-granted') waitingForLock.shift()?.()
  else abortController.abort(message.reason)
})

/** Requests the write lock from the thread that owns the database; resolves to the function that releases it. */
function requestWriteLock(): Promise<() => void> {
  return new Promise((resolve) => {
    waitingForLock.push(() => resolve(() => say({ say: 'lock-released' })))
    say({ say: 'lock-needed' })
  })
}

/** Runs an import in this thread, with a connection of its own and at low priority. */
async function runTask(task: ImportTask): Promise<void> {
  lowerPriority()
  const { db, close } = await openInThread(task.location, requestWriteLock)
  const now = () => new Date()
  const watch: ImportWatch = {
    signal: abortController.signal,
    report: async (progress, note) => say({ say: 'progress', progress, note }),
  }
  await readImport({ db, now, newId: createIdFactory(now) }, task.import_id, watch, task.path)
  // After a failure the connection closes with the thread.
  await close()
}

function startTask(task: ImportTask): void {
  runTask(task)
    .then(() => say({ say: 'done' }))
    .catch((error) => say({ say: 'failed', ...serializeError(error) }))
    .finally(endThread)
}
