import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type SegmentHead, segmentBytes } from './layout.ts'

/** Bytes of released segments that justify the pause of a garbage collection. */
const COLLECT_BYTES = 16 * 1024 * 1024

let gc: (() => void) | undefined
let isDue = false

/** Requests a garbage collection, because much memory has become garbage. */
export function requestCollection(): void {
  isDue = true
}

/** Collects garbage if requested. Call it after a message has been processed: a busy thread has no idle moment. */
export function collectIfRequested(): void {
  if (!isDue) return
  isDue = false
  setFlagsFromString('--expose-gc')
  gc ??= runInNewContext('gc') as () => void
  gc()
}

/**
 * Frees shared memory soon after a thread has released it. A thread's own collector ignores memory that is shared with
 * others, and would not run for as long as the thread has little else to do; a segment remains in memory until the last
 * thread has collected it.
 *
 * @param before drops other references to the segments.
 * @returns a function that takes the removed segments; `collectIfRequested` then collects them.
 */
export function createCollector(before: () => void = () => {}): (gone: { head: SegmentHead }[]) => void {
  let released = 0
  return (gone) => {
    released += gone.reduce((sum, { head }) => sum + segmentBytes(head), 0)
    if (released < COLLECT_BYTES) return
    released = 0
    before()
    requestCollection()
  }
}
