// Splits a stream of text into lines, each with its number and its offset in the stream.
import { MAX_RECORD_BYTES, type RawRecord } from '../format.ts'
import type { Utf8Chunks } from './bytes.ts'
import { appendChunk, type ByteWindow, consumeBytes, openWindow } from './window.ts'

/** Bytes that are kept of a line that is too long. */
const MAX_KEPT_BYTES = 1000

/**
 * Splits a text into lines at LF, CR LF or CR, without the line breaks. Yields one array, never empty, per chunk of the
 * stream that completes a line. A line longer than `MAX_RECORD_BYTES` is shortened and carries a fault.
 *
 * @param from offset in the stream at which reading resumes, in bytes
 */
export async function* splitLines(chunks: Utf8Chunks, from = 0): AsyncGenerator<RawRecord[]> {
  const window = openWindow()
  const nextBreak = createBreakFinder(window)
  // The beginning of a line that is too long, until its end is found.
  let longLine: RawRecord | null = null
  const takeLines = (isLast: boolean): RawRecord[] => {
    const lines: RawRecord[] = []
    for (let found = nextBreak(isLast); found; found = nextBreak(isLast)) {
      const line = takeLine(window, found)
      lines.push(longLine ? { ...longLine, offset: line.offset } : line)
      longLine = null
    }
    return lines
  }
  for await (const chunk of chunks) {
    appendChunk(window, chunk, from)
    const lines = takeLines(false)
    if (window.end - window.start > MAX_RECORD_BYTES) {
      const text = window.bytes.toString('utf8', window.start, window.start + MAX_KEPT_BYTES)
      longLine ??= { text, line: window.line, offset: 0, fault: '一行超过 16 MB，不像是题录' }
      consumeBytes(window, window.end)
    }
    if (lines.length > 0) yield lines
  }
  const lastLines = takeLines(true)
  // The last line may have no line break.
  if (window.end > window.start || longLine)
    lastLines.push(takeLine(window, { start: window.end, end: window.end }))
  const lastLine = lastLines.at(-1)
  if (longLine && lastLine)
    lastLines[lastLines.length - 1] = { ...(longLine as RawRecord), offset: lastLine.offset }
  if (lastLines.length > 0) yield lastLines
}

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** A line break in the buffer of a window: where it starts, and the position after it. */
interface LineBreak {
  start: number
  end: number
}

/**
 * Returns a function that finds the next LF, CR LF or CR; null where the window holds none, or where a CR is its last
 * byte and `isLast`, which says that no chunk follows, is false.
 */
function createBreakFinder(window: ByteWindow): (isLast: boolean) => LineBreak | null {
  const nextReturn = createByteFinder(window, CARRIAGE_RETURN)
  const nextFeed = createByteFinder(window, LINE_FEED)
  return (isLast) => {
    const cr = nextReturn(window.end)
    const lf = nextFeed(cr < 0 ? window.end : cr)
    if (lf >= 0) return { start: lf, end: lf + 1 }
    if (cr < 0) return null
    // Whether an LF follows a CR at the end of the window is known only with the next chunk.
    if (cr + 1 >= window.end && !isLast) return null
    return { start: cr, end: window.bytes[cr + 1] === LINE_FEED ? cr + 2 : cr + 1 }
  }
}

/**
 * Returns a function that finds the next byte of a value before a position of the buffer; -1 where there is none. It
 * remembers up to where there is none, so that no byte is searched twice.
 */
function createByteFinder(window: ByteWindow, value: number): (end: number) => number {
  // An offset of the stream, because positions in the buffer move.
  let clearUntil = 0
  return (end) => {
    const from = window.start + Math.max(clearUntil - window.offset, 0)
    if (from >= end) return -1
    const at = window.bytes.subarray(0, end).indexOf(value, from)
    clearUntil = window.offset + (at < 0 ? end : at) - window.start
    return at
  }
}

/** Consumes the line before a line break, and the line break, and returns the line without it. */
function takeLine(window: ByteWindow, lineBreak: LineBreak): RawRecord {
  const { line } = window
  const text = window.bytes.toString('utf8', window.start, lineBreak.start)
  window.offset += lineBreak.end - window.start
  window.start = lineBreak.end
  window.line = line + 1
  return { text, line, offset: window.offset }
}
