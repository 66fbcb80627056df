/** A model takes so many characters at a time. */
const LONGEST = 8_000

/** Behind what a text is cut, the best first: a sentence or a line, a clause or a cell, a word. */
const ENDS = ['。！？!?\n', ';；|\t', ',，、 ']

/** A text in parts that a model can take, each as long as can be and cut where a reader would. */
export function partsOf(text: string, longest = LONGEST): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > longest) {
    const at = cutOf(rest.slice(0, longest))
    parts.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  return [...parts, rest].filter((part) => part !== '')
}

/** Never in the first half: a part is worth its request. */
function cutOf(piece: string): number {
  for (const [order, signs] of ENDS.entries())
    for (let at = piece.length; at > piece.length / 2; at -= 1) {
      const sign = piece[at - 1] ?? ''
      const isFullStop = order === 0 && sign === ' ' && piece[at - 2] === '.'
      if (signs.includes(sign) || isFullStop) return at
    }
  // A sign of two units stays whole.
  return /[\uD800-\uDBFF]$/.test(piece) ? piece.length - 1 : piece.length
}
