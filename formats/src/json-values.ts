/** Looks into JSON that others wrote: whatever is not of the expected kind counts as missing. */

export type Fields = Readonly<Record<string, unknown>>

const nothing: Fields = {}

export function fieldsOf(value: unknown): Fields {
  // A non-null object that is no array can be read by any key.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : nothing
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Text, or a number written as text. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null
}

/** The first text of a list, or the text itself. */
export function firstText(value: unknown): string | null {
  return Array.isArray(value) ? textOf(value[0]) : textOf(value)
}

/** All texts of a list; a single text is a list of one. */
export function textsOf(value: unknown): string[] {
  if (!Array.isArray(value)) {
    const single = textOf(value)
    return single === null ? [] : [single]
  }
  return value.map(textOf).filter((text) => text !== null)
}

export function countOf(value: unknown): number {
  const count = typeof value === 'string' ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 0
}
