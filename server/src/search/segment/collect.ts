import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { bytesOf, type SegmentHead } from './layout.ts'

/** Bytes of segments that are let go of before it is worth a pause of some milliseconds. */
const MUCH = 64 * 1024 * 1024
/**
 * The same for a thread that everybody waits for and whose heap is large: a pause of 200 ms was seen there. After an
 * import of a million papers 100 users had search p95 56 ms, and 68 ms at 64 MB (one run each).
 */
export const MUCH_FOR_ALL = 512 * 1024 * 1024

let gc: (() => void) | undefined

function collect(): void {
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
 * @param much bytes that are let go of before it collects.
 * @returns to be told the segments that are gone.
 */
export function createCollector(
  before: () => void = () => {},
  much = MUCH,
): (gone: { head: SegmentHead }[]) => void {
  let released = 0
  return (gone) => {
    released += gone.reduce((sum, { head }) => sum + bytesOf(head), 0)
    if (released < much) return
    released = 0
    before()
    setImmediate(collect)
  }
}
