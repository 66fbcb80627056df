import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type SegmentHead, segmentBytes } from './layout.ts'

/** Bytes of released segments that justify the pause of a garbage collection. */
const COLLECT_BYTES = 16 * 1024 * 1024

let gc: (() => void) | undefined
/** Whether a collection has been requested and not done. */
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
 * Returns a function to call with segments that this thread has released, so that their shared memory is freed soon:
 * when enough bytes have been released, `collectIfRequested` collects them. A thread's own collector ignores memory
 * that is shared with others, and would not run for as long as the thread has little else to do; a segment remains in
 * memory until the last thread has collected it.
 *
 * @param dropReferences drops other references to the segments before they are collected
 */
export function createCollector(
  dropReferences: () => void = () => {},
): (released: { head: SegmentHead }[]) => void {
  let bytes = 0
  return (released) => {
    bytes += released.reduce((sum, { head }) => sum + segmentBytes(head), 0)
    if (bytes < COLLECT_BYTES) return
    bytes = 0
    dropReferences()
    requestCollection()
  }
}
