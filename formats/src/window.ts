/**
 * The part of a byte stream that has arrived and is not consumed yet. One buffer is used for the whole stream; it grows
 * only for a record larger than all before it.
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

/** Consumes the bytes before position `to` of the buffer and counts their lines. */
export function consumeBytes(window: ByteWindow, to: number): void {
  const used = window.bytes.subarray(window.start, to)
  for (let at = used.indexOf(LINE_FEED); at >= 0; at = used.indexOf(LINE_FEED, at + 1)) window.line++
  window.offset += to - window.start
  window.start = to
}

/**
 * Appends the next chunk of the stream; bytes before `from` (an offset to resume at) are consumed at once. Remaining
 * bytes move within the buffer, so that the caller has to shift positions by the change of `start`.
 */
export function appendChunk(window: ByteWindow, chunk: Buffer, from = 0): void {
  const kept = window.end - window.start
  const fits = window.bytes.length >= kept + chunk.length
  const room = fits ? window.bytes : Buffer.allocUnsafeSlow((kept + chunk.length) * 2)
  window.bytes.copy(room, 0, window.start, window.end)
  chunk.copy(room, kept)
  window.bytes = room
  window.start = 0
  window.end = kept + chunk.length
  if (window.offset < from) consumeBytes(window, Math.min(window.end, from - window.offset))
}
