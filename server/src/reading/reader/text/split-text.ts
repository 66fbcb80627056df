/** A model takes so many characters at a time. */
const MAX_PART_CHARS = 8_000

/** Behind what a text is cut, the best first: a sentence or a line, a clause or a cell, a word. */
const BREAK_CHARACTERS = ['。！？!?\n', ';；|\t', ',，、 ']

/** A text in parts that a model can take, each as long as can be and cut where a reader would. */
export function splitText(text: string, longest = MAX_PART_CHARS): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > longest) {
    const at = breakPosition(rest.slice(0, longest))
    parts.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  return [...parts, rest].filter((part) => part !== '')
}

/** Never in the first half: a part is worth its request. */
function breakPosition(piece: string): number {
  for (const [order, signs] of BREAK_CHARACTERS.entries())
    for (let at = piece.length; at > piece.length / 2; at -= 1) {
      const sign = piece[at - 1] ?? ''
      const isFullStop = order === 0 && sign === ' ' && piece[at - 2] === '.'
      if (signs.includes(sign) || isFullStop) return at
    }
  // A sign of two units stays whole.
  return /[\uD800-\uDBFF]$/.test(piece) ? piece.length - 1 : piece.length
}
