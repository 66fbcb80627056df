/** Upper bounds of a JSON text. */
interface JsonBounds {
  /** Nesting depth of arrays and objects. */
  levels: number
  /** Number of values, including arrays and objects, counted by their separators. */
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
 * Returns the bound that a JSON text exceeds, or null. One pass over the characters, O(n), before parsing: a text of 1
 * MB can have a million values, and parsing them blocks the thread for a tenth of a second.
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

/** Returns 1 when a character opens an array or an object, -1 when it closes one, else 0. */
function depthStep(sign: number): number {
  const brace = sign | BRACE_BIT
  if (brace === OPEN_CODE) return 1
  return brace === CLOSE_CODE ? -1 : 0
}

/** Returns the offset of the closing quote of the string that begins at `from`. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE_CODE) return at
    if (sign === BACKSLASH_CODE) at += 1
  }
  return text.length
}
