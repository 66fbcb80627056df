/** A buffer for the UTF-16 units of a text, viewed as numbers and as bytes. */
interface UnitMemory {
  units: Uint16Array
  bytes: Buffer
}

/** Number of zeros behind a text: a reader may look at the unit two places ahead without testing for the end. */
const TRAILING_ZEROS = 2
/** Length up to which texts are copied unit by unit, which is faster for them. */
const SHORT_TEXT_UNITS = 24
/** Length up to which a buffer is kept for the next text. */
const MAX_HELD_UNITS = 1 << 18

/** A buffer that is not in use, if any. */
let freeMemory: UnitMemory | null = allocateMemory(1 << 12)

/** Allocates room for UTF-16 units, which are also accessible as bytes. */
function allocateMemory(length: number): UnitMemory {
  const units = new Uint16Array(length)
  return { units, bytes: Buffer.from(units.buffer) }
}

/**
 * Passes the UTF-16 units of a text, followed by two zeros, to `read` and returns its result: numbers in an array are
 * read several times faster than the characters of a string. The array may be longer and hold remains of other texts
 * behind the zeros. It is reused afterwards, so `read` must not keep it.
 */
export function withUnits<Result>(text: string, read: (units: Uint16Array) => Result): Result {
  const { length } = text
  const memory =
    freeMemory && freeMemory.units.length >= length + TRAILING_ZEROS
      ? freeMemory
      : allocateMemory(2 * length + TRAILING_ZEROS)
  // `read` may itself read another text, which must not overwrite this one.
  freeMemory = null
  const { units, bytes } = memory
  if (length > SHORT_TEXT_UNITS) bytes.write(text, 0, 2 * length, 'utf16le')
  else for (let at = 0; at < length; at += 1) units[at] = text.charCodeAt(at)
  units[length] = 0
  units[length + 1] = 0
  const result = read(units)
  if (units.length <= MAX_HELD_UNITS) freeMemory = memory
  return result
}
