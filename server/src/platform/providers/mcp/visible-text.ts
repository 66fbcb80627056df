// A foreign tool server must not give a model instructions that a person who reads its texts does not see.

/**
 * Characters that a person does not see and a model reads: controls, formats, fillers, selectors, tags, private-use
 * characters and lone surrogates.
 */
const INVISIBLE_CHARACTER = /(?![\n\t])\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}|\p{Co}|\p{Cs}/gu

/** Returns text as a person would see it, at most `max_chars` UTF-16 units; a truncated text ends in `…`. */
export function visibleText(text: string, max_chars: number): string {
  const visible = text.replace(INVISIBLE_CHARACTER, '')
  return visible.length <= max_chars ? visible : `${visible.slice(0, max_chars - 1).trimEnd()}…`
}

/** Deepest nesting of a JSON value, such as a tool's schema, that is kept. */
const MAX_DEPTH = 12

/**
 * Cleans every string and property name in a JSON value with `visibleText`; values nested deeper than `depth` levels
 * become null. Of properties whose cleaned names are equal the last one is kept.
 */
export function visibleJson(value: unknown, max_chars: number, depth = MAX_DEPTH): unknown {
  if (typeof value === 'string') return visibleText(value, max_chars)
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return null
  if (Array.isArray(value)) return value.map((item) => visibleJson(item, max_chars, depth - 1))
  const entries = Object.entries(value).map(([key, item]) => [
    visibleText(key, max_chars),
    visibleJson(item, max_chars, depth - 1),
  ])
  return Object.fromEntries(entries)
}
