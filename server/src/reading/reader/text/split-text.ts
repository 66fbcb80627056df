/** Default maximum length of a part sent to a model, in characters. */
const MAX_PART_CHARS = 8_000

/**
 * Characters after which a text may be split, best first: end of a sentence or line, of a clause or cell, of a word.
 */
const BREAK_CHARACTERS = ['。！？!?\n', ';；|\t', ',，、 ']

/** Splits a text into parts up to a maximum length, at natural boundaries. */
export function splitText(text: string, maxChars = MAX_PART_CHARS): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > maxChars) {
    const at = breakPosition(rest.slice(0, maxChars))
    parts.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  return [...parts, rest].filter((part) => part !== '')
}

/** Returns the offset at which to split a piece; never in its first half, so that each request is worthwhile. */
function breakPosition(piece: string): number {
  for (const [order, signs] of BREAK_CHARACTERS.entries())
    for (let at = piece.length; at > piece.length / 2; at -= 1) {
      const sign = piece[at - 1] ?? ''
      const isFullStop = order === 0 && sign === ' ' && piece[at - 2] === '.'
      if (signs.includes(sign) || isFullStop) return at
    }
  // A surrogate pair is not split.
  return /[\uD800-\uDBFF]$/.test(piece) ? piece.length - 1 : piece.length
}
