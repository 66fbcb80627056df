import type { Utf8Chunks } from './bytes.ts'
import { MAX_RECORD_BYTES, type RawRecord } from './format.ts'
import { appendChunk, type ByteWindow, consumeBytes, openWindow } from './window.ts'

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** The positions at which a line break starts and ends. */
interface LineBreak {
  at: number
  after: number
}

/**
 * Returns a function that finds the next LF, CR LF or CR, null where the window holds none. It remembers up to where
 * there is no CR, so that no byte is searched twice for one.
 */
function createBreakFinder(window: ByteWindow): (last: boolean) => LineBreak | null {
  // An offset of the stream, because positions in the buffer move.
  let clearUntil = 0
  const nextReturn = (): number => {
    const from = window.start + Math.max(clearUntil - window.offset, 0)
    const at = window.bytes.subarray(0, window.end).indexOf(CARRIAGE_RETURN, from)
    clearUntil = window.offset + (at < 0 ? window.end : at) - window.start
    return at
  }
  return (last) => {
    const cr = nextReturn()
    const lf = window.bytes.subarray(0, cr < 0 ? window.end : cr).indexOf(LINE_FEED, window.start)
    if (lf >= 0) return { at: lf, after: lf + 1 }
    if (cr < 0) return null
    // Whether an LF follows a CR at the end of the window is known only with the next chunk.
    if (cr + 1 >= window.end && !last) return null
    return { at: cr, after: window.bytes[cr + 1] === LINE_FEED ? cr + 2 : cr + 1 }
  }
}

/** Bytes that are kept of a line that is too long. */
const MAX_KEPT_BYTES = 1000

/** Consumes a line that ends at `lineBreak.at`. */
function takeLine(window: ByteWindow, lineBreak: LineBreak): RawRecord {
  const { at: to, after } = lineBreak
  const { line } = window
  const text = window.bytes.toString('utf8', window.start, to)
  window.offset += after - window.start
  window.start = after
  window.line = line + 1
  return { text, line, offset: window.offset }
}

/**
 * Splits a text into lines at LF, CR LF or CR, one array per chunk of the stream, without the line breaks. A line
 * longer than `MAX_RECORD_BYTES` is shortened and carries a fault.
 */
export async function* splitLines(chunks: Utf8Chunks, from = 0): AsyncGenerator<RawRecord[]> {
  const window = openWindow()
  const next = createBreakFinder(window)
  // The beginning of a line that is too long, until its end is found.
  let long: RawRecord | null = null
  const collect = (last: boolean): RawRecord[] => {
    const lines: RawRecord[] = []
    for (let found = next(last); found; found = next(last)) {
      const line = takeLine(window, found)
      lines.push(long ? { ...long, offset: line.offset } : line)
      long = null
    }
    return lines
  }
  for await (const chunk of chunks) {
    appendChunk(window, chunk, from)
    const lines = collect(false)
    if (window.end - window.start > MAX_RECORD_BYTES) {
      const text = window.bytes.toString('utf8', window.start, window.start + MAX_KEPT_BYTES)
      long ??= { text, line: window.line, offset: 0, fault: '一行超过 16 MB，不像是题录' }
      consumeBytes(window, window.end)
    }
    if (lines.length > 0) yield lines
  }
  const rest = collect(true)
  if (window.end > window.start || long) rest.push(takeLine(window, { at: window.end, after: window.end }))
  const tail = rest.at(-1)
  if (long && tail) rest[rest.length - 1] = { ...(long as RawRecord), offset: tail.offset }
  if (rest.length > 0) yield rest
}
