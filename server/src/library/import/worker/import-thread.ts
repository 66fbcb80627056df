// A thread that reads one import into the library, so that the thread that answers people stays free.
import { setPriority } from 'node:os'
import { channelOf, tellFault } from '@scinav/threads'
import type { ImportWatch } from '../../../platform/context/context.ts'
import { openBeside } from '../../../platform/db/open.ts'
import { idFactory } from '../../../platform/foundation/ids.ts'
import { readImport } from '../run-import.ts'
import type { FromImport, ImportTask, ToImport } from './import-worker.ts'

const waiting: (() => void)[] = []
const abort = new AbortController()

const { receive, say, close: endThread } = channelOf<ToImport, FromImport>(['begin', 'write', 'stop'])

receive((message) => {
  if (message.say === 'begin') begin(message.task)
  else if (message.say === 'write') waiting.shift()?.()
  else abort.abort(message.reason)
})

/** Leave to write comes from the thread that has the database; it is asked for one transaction at a time. */
function lock(): Promise<() => void> {
  return new Promise((resolve) => {
    waiting.push(() => resolve(() => say({ say: 'written' })))
    say({ say: 'wait' })
  })
}

/** People, and the index, which is the last to be ready, go first. Only Linux gives a thread a priority of its own. */
const PATIENT = 10

async function run(task: ImportTask): Promise<void> {
  if (process.platform === 'linux') setPriority(PATIENT)
  const { db, close } = await openBeside(task.place, lock)
  const now = () => new Date()
  const watch: ImportWatch = {
    signal: abort.signal,
    report: async (progress, note) => say({ say: 'read', progress, note }),
  }
  await readImport({ db, now, newId: idFactory(now) }, task.import_id, watch, task.path)
  await close()
}

function begin(task: ImportTask): void {
  run(task)
    .then(() => say({ say: 'done' }))
    .catch((error) => say({ say: 'failed', ...tellFault(error) }))
    .finally(endThread)
}
