/**
 * The piece of a byte stream that is being looked at: what has arrived and is not yet used up. One buffer is
 * used for the whole stream and grows only for a record that is larger than all before it.
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

export function openWindow(): ByteWindow {
  return { bytes: Buffer.alloc(0), start: 0, end: 0, offset: 0, line: 1 }
}

const LINE_FEED = 10

/** Uses up the bytes before position `to` of the buffer, counting their lines. */
export function consumeBytes(window: ByteWindow, to: number): void {
  const used = window.bytes.subarray(window.start, to)
  for (let at = used.indexOf(LINE_FEED); at >= 0; at = used.indexOf(LINE_FEED, at + 1)) window.line++
  window.offset += to - window.start
  window.start = to
}

/**
 * Adds the next piece of the stream; bytes before `from` (an offset to resume at) are used up at once. What is
 * kept moves within the buffer: positions in it are to be shifted by the change of `start`.
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
