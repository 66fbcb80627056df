/** Looks into JSON that others wrote: whatever is not of the expected kind counts as missing. */

export type JsonFields = Readonly<Record<string, unknown>>

const NO_FIELDS: JsonFields = {}

export function toFields(value: unknown): JsonFields {
  // A non-null object that is no array can be read by any key.
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonFields)
    : NO_FIELDS
}

export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Text, or a number written as text. */
export function toText(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null
}

/** The first text of a list, or the text itself. */
export function firstText(value: unknown): string | null {
  return Array.isArray(value) ? toText(value[0]) : toText(value)
}

/** All texts of a list; a single text is a list of one. */
export function toTexts(value: unknown): string[] {
  if (!Array.isArray(value)) {
    const single = toText(value)
    return single === null ? [] : [single]
  }
  return value.map(toText).filter((text) => text !== null)
}

export function toCount(value: unknown): number {
  const count = typeof value === 'string' ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 0
}
