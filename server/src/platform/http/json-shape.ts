/** What a JSON text may not have more of. */
interface JsonBounds {
  /** Levels of lists and objects in one another. */
  levels: number
  /** Values, lists and objects among them, counted by what parts them. */
  values: number
}

const QUOTE_CODE = 34
const COMMA_CODE = 44
const BACKSLASH_CODE = 92
/** `[` and `{`, `]` and `}` differ in this bit alone. */
const BRACE_BIT = 32
const OPEN_CODE = 123
const CLOSE_CODE = 125

/**
 * Which bound a JSON text goes beyond, seen in one pass over its signs, before anything is made of it: a text of 1 MB
 * can have a million values, and making them holds the thread for a tenth of a second.
 */
export function exceededBound(text: string, { levels, values }: JsonBounds): keyof JsonBounds | null {
  let depth = 0
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE_CODE) at = endOfString(text, at)
    const step = depthStep(sign)
    depth += step
    count += step > 0 || sign === COMMA_CODE ? 1 : 0
    if (depth > levels) return 'levels'
    if (count > values) return 'values'
  }
  return null
}

/** Whether a list or an object begins (1) or ends (-1) with this sign. */
function depthStep(sign: number): number {
  const brace = sign | BRACE_BIT
  if (brace === OPEN_CODE) return 1
  return brace === CLOSE_CODE ? -1 : 0
}

/** Where the string that begins here ends. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE_CODE) return at
    if (sign === BACKSLASH_CODE) at += 1
  }
  return text.length
}
