import type { SerializedPage } from '../foundation/replies.ts'
import { successEnvelope } from './envelope.ts'

/** A page's list is its first field. */
const LIST_OPENING = '"data":{"list":['
const [COMMA, OPENING, CLOSING] = [0x2c, 0x7b, 0x7d]
/** Bytes of a UTF-16 unit, at most. */
const MAX_BYTES_PER_UNIT = 3

/** Answers are put together here, one at a time: fresh memory for each costs more than copying it. */
let scratchBuffer = Buffer.allocUnsafeSlow(1 << 20)

/**
 * A page in its envelope, as the bytes of its JSON.
 *
 * @param read the reader of the endpoint's output; it sees the page without its elements.
 * @throws where the list is not the first field of the page, or an element's part is no object with fields.
 */
export function pageBytes(
  { written, page }: SerializedPage<{ list: unknown[] }>,
  read: (output: unknown) => unknown,
  code?: number,
): Buffer {
  const text = JSON.stringify(successEnvelope(read({ list: [], ...page }), code))
  const list = text.indexOf(LIST_OPENING)
  if (list === -1) throw new Error('a written page begins with its list')
  const at = list + LIST_OPENING.length
  const [before, after] = [text.slice(0, at), text.slice(at)]
  let length = writeText(before, 0)
  for (const [index, parts] of written.entries()) {
    if (index > 0) length = writeText(',', length)
    length = writeElement(parts, length)
  }
  length = writeText(after, length)
  return Buffer.from(scratchBuffer.subarray(0, length))
}

/** Objects one after the other become one: the end of each gives way to the comma before the fields of the next. */
function writeElement(parts: string[], from: number): number {
  let end = from
  for (const [index, part] of parts.entries()) {
    const start = index === 0 ? from : end - 1
    end = writeText(part, start)
    if (
      end - start < '{"":0}'.length ||
      scratchBuffer[start] !== OPENING ||
      scratchBuffer[end - 1] !== CLOSING
    )
      throw new Error('a part of a written element is no object with fields')
    if (index > 0) scratchBuffer[start] = COMMA
  }
  return end
}

function writeText(text: string, at: number): number {
  const most = at + text.length * MAX_BYTES_PER_UNIT
  if (most > scratchBuffer.length) {
    const grown = Buffer.allocUnsafeSlow(2 * most)
    scratchBuffer.copy(grown, 0, 0, at)
    scratchBuffer = grown
  }
  return at + scratchBuffer.write(text, at)
}
