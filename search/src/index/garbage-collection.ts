import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { SegmentHead } from './layout.ts'
import { segmentBytes } from './segment-bytes.ts'

// Frees the shared memory of segments soon after a thread has released them. V8 does not count memory that is shared
// with other threads when it decides whether to collect garbage, so a thread that has little else to do would keep
// released segments for long. Every thread has to collect: a segment stays in memory until the last one has done so.
//
// A collection is requested at any time, and done once the message in hand has been processed.

/** Bytes of released segments that justify the pause of a garbage collection. */
const COLLECT_BYTES = 16 * 1024 * 1024

/** V8's function that collects garbage at once; undefined until the first collection. */
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
  // Unless Node was started with the flag, `gc` exists only in contexts that are created after it was set.
  setFlagsFromString('--expose-gc')
  gc ??= runInNewContext('gc') as () => void
  gc()
}

/**
 * Creates a function to call with the segments that this thread has released. It adds up their bytes, and requests a
 * collection whenever enough have been released since the last request.
 *
 * @param dropReferences drops references to the segments that the caller still holds; called before each request
 */
export function createReleaseCounter(
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
