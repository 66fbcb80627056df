/** What a JSON text may not have more of. */
interface JsonBounds {
  /** Levels of lists and objects in one another. */
  levels: number
  /** Values, lists and objects among them, counted by what parts them. */
  values: number
}

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
/** `[` and `{`, `]` and `}` differ in this bit alone. */
const BRACES = 32
const OPEN = 123
const CLOSE = 125

/**
 * Which bound a JSON text goes beyond, seen in one pass over its signs, before anything is made of it: a text of 1 MB
 * can have a million values, and making them holds the thread for a tenth of a second.
 */
export function beyondBounds(text: string, { levels, values }: JsonBounds): keyof JsonBounds | null {
  let depth = 0
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = endOfString(text, at)
    const step = stepOf(sign)
    depth += step
    count += step > 0 || sign === COMMA ? 1 : 0
    if (depth > levels) return 'levels'
    if (count > values) return 'values'
  }
  return null
}

/** Whether a list or an object begins (1) or ends (-1) with this sign. */
function stepOf(sign: number): number {
  const brace = sign | BRACES
  if (brace === OPEN) return 1
  return brace === CLOSE ? -1 : 0
}

/** Where the string that begins here ends. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) return at
    if (sign === BACKSLASH) at += 1
  }
  return text.length
}
