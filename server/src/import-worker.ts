import { Worker } from 'node:worker_threads'

/** New objects live as long as a batch is read: with room for them they are never copied. */
const YOUNG_MB = 64
/** Below 2 GB V8 lets what is left behind grow to twice what is in use before it collects, above to four times. */
const OLD_MB = 1_900

let prepared: Worker | undefined

function start(): Worker {
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: OLD_MB }
  return new Worker(new URL('./import-thread.ts', import.meta.url), { resourceLimits })
}

/** Begins to load the thread of an import that will come; it keeps no process alive. */
export function prepareImport(): void {
  prepared ??= start()
  prepared.unref()
}

/** A thread for one import, which waits to be told what to do. */
export function importWorker(): Worker {
  const worker = prepared ?? start()
  prepared = undefined
  worker.ref()
  return worker
}
