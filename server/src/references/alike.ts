/** Signs that scanning and typing take for one another. */
const LOOKALIKES: [RegExp, string][] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/[1|!]/g, 'l'],
  [/i/g, 'l'],
  [/0/g, 'o'],
  [/5/g, 's'],
]

const unscanned = (word: string): string =>
  LOOKALIKES.reduce((text, [sign, other]) => text.replace(sign, other), word)

/** Shorter words with another letter are other words. */
const SHORTEST_MISTYPED = 5

/** Whether two words are one but for a mistake of scanning or typing: a letter more, less or other. */
export function isAlike(one: string, other: string): boolean {
  if (one === other) return true
  const [a, b] = [unscanned(one), unscanned(other)]
  if (a === b) return true
  if (Math.min(a.length, b.length) < SHORTEST_MISTYPED || Math.abs(a.length - b.length) > 1) return false
  return isOneEdit(a, b)
}

function isOneEdit(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  const swapped = a.length === b.length && a[start] === b[start + 1] && a[start + 1] === b[start]
  if (swapped && a.slice(start + 2) === b.slice(start + 2)) return true
  const [restA, restB] = [a.slice(start), b.slice(start)]
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)
}

const WORD = /\p{Script=Han}|[\p{L}\p{N}]+/gu

/** The words of a title or of an entry, folded; each Chinese character counts as one. */
export const wordsOf = (text: string): string[] =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().match(WORD) ?? []

/** How much of a title a text says, from 0 to 1, and the words of the title that it does not say. */
export function saidOf(title: string, text: readonly string[]): { share: number; unsaid: string[] } {
  const wanted = wordsOf(title)
  if (wanted.length === 0) return { share: 0, unsaid: [] }
  const exact = new Set(text)
  // What was divided at the end of a line, or joined, is said too.
  const joined = text.join('')
  const unsaid = wanted.filter(
    (word) =>
      !exact.has(word) &&
      !(word.length >= SHORTEST_MISTYPED && joined.includes(word)) &&
      !text.some((said) => isAlike(word, said)),
  )
  return { share: 1 - unsaid.length / wanted.length, unsaid }
}
