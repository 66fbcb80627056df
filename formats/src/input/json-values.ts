// Reads values of JSON whose types are not known: none of these functions but `parseObject` throws.
import { RecordFault } from '../format.ts'

/**
 * The members of a JSON object of unknown origin. The functions below treat values of an unexpected type as missing.
 */
export type JsonFields = Readonly<Record<string, unknown>>

const NO_FIELDS: JsonFields = {}

/** Returns an object's members; none for any other value. */
export function toFields(value: unknown): JsonFields {
  // A non-null object that is not an array can be read by any key.
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonFields)
    : NO_FIELDS
}

/** Returns a list; an empty one for any other value. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns a text, or a finite number as text; null for any other value. */
export function toText(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null
}

/** Returns the first element of a list, or the value itself, as text; null where that is no text or number. */
export function firstText(value: unknown): string | null {
  return Array.isArray(value) ? toText(value[0]) : toText(value)
}

/** Returns all texts of a list; a single text becomes a list of one. */
export function toTexts(value: unknown): string[] {
  if (!Array.isArray(value)) {
    const single = toText(value)
    return single === null ? [] : [single]
  }
  return value.map(toText).filter((text) => text !== null)
}

/** Returns a positive safe integer, also from text; 0 for any other value. */
export function toCount(value: unknown): number {
  const count = typeof value === 'string' ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 0
}

/**
 * Parses a JSON object.
 *
 * @throws RecordFault when the text is anything else.
 */
export function parseObject(text: string): JsonFields {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RecordFault('不是完整的 JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RecordFault('不是 JSON 对象')
  return toFields(value)
}
