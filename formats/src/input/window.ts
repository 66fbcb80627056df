/**
 * The part of a byte stream that has arrived and is not consumed yet: the bytes of the buffer from `start` (inclusive)
 * to `end` (exclusive). One buffer is used for the whole stream; it grows only for a record larger than all before it.
 */
export interface ByteWindow {
  bytes: Buffer
  start: number
  end: number
  /** Bytes of the stream before `start`. */
  offset: number
  /** 1-based line of `start`. */
  line: number
}

/** Returns an empty window at the beginning of a stream. */
export function openWindow(): ByteWindow {
  return { bytes: Buffer.alloc(0), start: 0, end: 0, offset: 0, line: 1 }
}

const LINE_FEED = 10

/** Consumes the bytes before position `to` of the buffer and counts their line feeds. */
export function consumeBytes(window: ByteWindow, to: number): void {
  const consumed = window.bytes.subarray(window.start, to)
  for (let at = consumed.indexOf(LINE_FEED); at >= 0; at = consumed.indexOf(LINE_FEED, at + 1)) window.line++
  window.offset += to - window.start
  window.start = to
}

/**
 * Appends the next chunk of the stream. Where it does not fit behind the bytes not consumed yet, these move to the
 * beginning of the buffer, so that the caller has to shift positions that it remembers by the change of `start`.
 *
 * @param from offset in the stream at which reading resumes, in bytes; those before it are consumed at once
 */
export function appendChunk(window: ByteWindow, chunk: Buffer, from = 0): void {
  if (window.end + chunk.length > window.bytes.length) makeRoom(window, chunk.length)
  chunk.copy(window.bytes, window.end)
  window.end += chunk.length
  if (window.offset < from) consumeBytes(window, Math.min(window.end, from - window.offset))
}

/** Moves the bytes that are not consumed yet to the beginning of the buffer, or of a larger one. */
function makeRoom(window: ByteWindow, length: number): void {
  const remaining = window.end - window.start
  const size = remaining + length
  const buffer = window.bytes.length >= size ? window.bytes : Buffer.allocUnsafeSlow(size * 2)
  window.bytes.copy(buffer, 0, window.start, window.end)
  window.bytes = buffer
  window.start = 0
  window.end = remaining
}
