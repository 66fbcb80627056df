/**
 * The piece of a byte stream that is being looked at: what has arrived and is not yet used up, in one buffer
 * with room to grow, so that a record spread over many pieces is not copied again and again.
 */
export interface Window {
  bytes: Buffer
  start: number
  end: number
  /** Bytes of the stream before `start`. */
  offset: number
  /** 1-based line of `start`. */
  line: number
  /** Whether `bytes` is our own and may be written to. */
  own: boolean
}

export function openWindow(): Window {
  return { bytes: Buffer.alloc(0), start: 0, end: 0, offset: 0, line: 1, own: false }
}

const newline = 10

/** Uses up the bytes before position `to` of the buffer, counting their lines. */
export function consume(window: Window, to: number): void {
  const used = window.bytes.subarray(window.start, to)
  for (let at = used.indexOf(newline); at >= 0; at = used.indexOf(newline, at + 1)) window.line++
  window.offset += to - window.start
  window.start = to
}

function enlarge(window: Window, chunk: Buffer): void {
  const kept = window.end - window.start
  const room = Buffer.allocUnsafe((kept + chunk.length) * 2)
  window.bytes.copy(room, 0, window.start, window.end)
  window.bytes = room
  window.start = 0
  window.end = kept
  window.own = true
}

/** Adds the next piece of the stream; bytes before `from` (an offset to resume at) are used up at once. */
export function append(window: Window, chunk: Buffer, from = 0): void {
  if (window.end === window.start) {
    window.bytes = chunk
    window.start = 0
    window.end = chunk.length
    window.own = false
  } else {
    if (!window.own || window.bytes.length - window.end < chunk.length) enlarge(window, chunk)
    chunk.copy(window.bytes, window.end)
    window.end += chunk.length
  }
  if (window.offset < from) consume(window, Math.min(window.end, window.start + from - window.offset))
}
