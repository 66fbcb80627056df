/**
 * Length in bytes at which terms are cut, so that the length fits a byte; longer terms are not typed in queries.
 */
export const MAX_TERM_BYTES = 255
/** Size of a buffer for one term: `writeUtf8` may write a character beyond the limit before it is cut. */
export const TERM_BUFFER_BYTES = MAX_TERM_BYTES + 4

/**
 * Writes a text as UTF-8 at `at`, at most up to `limit`, which may cut through a character, and returns the end. A
 * character that is cut is written whole, so `target` needs three bytes after `limit`. Lone surrogates are encoded like
 * any other character, so that different texts have different bytes in the order of their characters.
 */
export function writeUtf8(text: string, target: Uint8Array, at: number, limit: number): number {
  let to = at
  for (let index = 0; index < text.length && to < limit; index += 1) {
    const code = text.charCodeAt(index)
    if (code < 0x80) {
      target[to] = code
      to += 1
      continue
    }
    const codePoint = code >= 0xd800 && code <= 0xdbff ? (text.codePointAt(index) ?? code) : code
    if (codePoint > 0xffff) index += 1
    to = writeLong(codePoint, target, to)
  }
  return Math.min(to, limit)
}

/** Writes a character of two or more bytes; bytes beyond the array are dropped. */
function writeLong(code: number, target: Uint8Array, at: number): number {
  if (code < 0x800) {
    target[at] = 0xc0 | (code >> 6)
    target[at + 1] = 0x80 | (code & 0x3f)
    return at + 2
  }
  if (code < 0x10000) {
    target[at] = 0xe0 | (code >> 12)
    target[at + 1] = 0x80 | ((code >> 6) & 0x3f)
    target[at + 2] = 0x80 | (code & 0x3f)
    return at + 3
  }
  target[at] = 0xf0 | (code >> 18)
  target[at + 1] = 0x80 | ((code >> 12) & 0x3f)
  target[at + 2] = 0x80 | ((code >> 6) & 0x3f)
  target[at + 3] = 0x80 | (code & 0x3f)
  return at + 4
}

/** Decodes the bytes `from` to `to` (exclusive), which `writeUtf8` has written. */
export function readUtf8(bytes: Uint8Array, from: number, to: number): string {
  let text = ''
  for (let at = from; at < to; ) {
    const first = bytes[at] ?? 0
    const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    text += String.fromCodePoint(codeAt(bytes, at, length))
    at += length
  }
  return text
}

/** Returns the code point of the character of `length` bytes at `at`. */
function codeAt(bytes: Uint8Array, at: number, length: number): number {
  const first = bytes[at] ?? 0
  if (length === 1) return first
  let code = first & (0xff >> (length + 1))
  for (let next = 1; next < length; next += 1) code = (code << 6) | ((bytes[at + next] ?? 0) & 0x3f)
  return code
}
