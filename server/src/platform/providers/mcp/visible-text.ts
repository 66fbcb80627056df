/**
 * Characters that a person does not see and a model reads: controls, formats, fillers, selectors, tags, private-use
 * characters and lone surrogates.
 */
const INVISIBLE_CHARACTER = /(?![\n\t])\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}|\p{Co}|\p{Cs}/gu

/** Returns text as a person would see it, at most `most` characters. */
export function visibleText(text: string, most: number): string {
  const shown = text.replace(INVISIBLE_CHARACTER, '')
  return shown.length <= most ? shown : `${shown.slice(0, most - 1).trimEnd()}…`
}

/** Cleans every string in a JSON value with `visibleText`; values nested deeper than `depth` become null. */
export function visibleJson(value: unknown, most: number, depth = 12): unknown {
  if (typeof value === 'string') return visibleText(value, most)
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return null
  if (Array.isArray(value)) return value.map((item) => visibleJson(item, most, depth - 1))
  const entries = Object.entries(value).map(([key, item]) => [
    visibleText(key, most),
    visibleJson(item, most, depth - 1),
  ])
  return Object.fromEntries(entries)
}
