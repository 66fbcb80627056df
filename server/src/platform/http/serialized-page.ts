import type { SerializedPage } from '../foundation/replies.ts'
import { successEnvelope } from './envelope.ts'

/** The list is the first field of a page. */
const LIST_OPENING = '"data":{"list":['
/** Bytes of `,`, `{` and `}`. */
const [COMMA, OPENING_BRACE, CLOSING_BRACE] = [0x2c, 0x7b, 0x7d]
/** Bytes of the shortest object with a field. */
const MIN_OBJECT_BYTES = '{"":0}'.length
/** Upper bound of UTF-8 bytes per UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3

/** Shared buffer in which replies are assembled, one at a time: allocating memory for each costs more than copying. */
let scratchBuffer = Buffer.allocUnsafeSlow(1024 * 1024)

/**
 * Serializes a page in its envelope as JSON bytes.
 *
 * @param parseOutput the parser of the endpoint's output; it sees the page without its elements.
 * @throws when the list is not the first field of the page, or a part of an element is not an object with fields.
 */
export function pageBytes(
  { serializedElements, page }: SerializedPage<{ list: unknown[] }>,
  parseOutput: (output: unknown) => unknown,
  code?: number,
): Buffer {
  const text = JSON.stringify(successEnvelope(parseOutput({ list: [], ...page }), code))
  const list = text.indexOf(LIST_OPENING)
  if (list === -1) throw new Error('a written page begins with its list')
  const elementsAt = list + LIST_OPENING.length
  const [before, after] = [text.slice(0, elementsAt), text.slice(elementsAt)]
  let length = writeText(before, 0)
  for (const [index, parts] of serializedElements.entries()) {
    if (index > 0) length = writeText(',', length)
    length = writeElement(parts, length)
  }
  length = writeText(after, length)
  return Buffer.from(scratchBuffer.subarray(0, length))
}

/**
 * Concatenates serialized objects into one: the closing brace of each is overwritten by the comma before the fields of
 * the next. Returns the offset behind it.
 */
function writeElement(parts: string[], from: number): number {
  let end = from
  for (const [index, part] of parts.entries()) {
    const start = index === 0 ? from : end - 1
    end = writeText(part, start)
    if (
      end - start < MIN_OBJECT_BYTES ||
      scratchBuffer[start] !== OPENING_BRACE ||
      scratchBuffer[end - 1] !== CLOSING_BRACE
    )
      throw new Error('a part of a written element is no object with fields')
    if (index > 0) scratchBuffer[start] = COMMA
  }
  return end
}

/** Writes a text at an offset, enlarging the buffer when needed; returns the offset behind it. */
function writeText(text: string, at: number): number {
  const max_end = at + text.length * MAX_BYTES_PER_UNIT
  if (max_end > scratchBuffer.length) {
    const grown = Buffer.allocUnsafeSlow(2 * max_end)
    scratchBuffer.copy(grown, 0, 0, at)
    scratchBuffer = grown
  }
  return at + scratchBuffer.write(text, at)
}
