import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type SegmentHead, segmentBytes } from './layout.ts'

/** Bytes of segments that are let go of before it is worth a pause of some 15 milliseconds. */
const COLLECT_BYTES = 16 * 1024 * 1024

let gc: (() => void) | undefined
let isDue = false

/** Says that much garbage lies about. */
export function requestCollection(): void {
  isDue = true
}

/** Collects if anything asked for it. To be called when a message is done: a thread that is busy has no idle moment. */
export function collectIfRequested(): void {
  if (!isDue) return
  isDue = false
  setFlagsFromString('--expose-gc')
  gc ??= runInNewContext('gc') as () => void
  gc()
}

/**
 * Gives shared memory back soon after a thread has let go of it. A thread's own collector does not count memory that
 * others have too, and would not come by for as long as the thread has little else to do; and a segment stays until the
 * last thread has collected it.
 *
 * @param before lets go of what else points at them.
 * @returns to be told the segments that are gone; `collectIfAsked` then does it.
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
