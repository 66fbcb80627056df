/** Signs that scanning and typing take for one another. */
const LOOKALIKES: [RegExp, string][] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/[1|!]/g, 'l'],
  [/i/g, 'l'],
  [/0/g, 'o'],
  [/5/g, 's'],
]

/** A word with one sign for all that look like it. */
export const unscanned = (word: string): string =>
  LOOKALIKES.reduce((text, [sign, other]) => text.replace(sign, other), word)

/** Shorter words with another letter are other words. */
const SHORTEST_MISTYPED = 5

/** Whether two words, as `unscanned` makes them, are one but for a mistake: a letter more, less or other. */
export function isAlike(a: string, b: string): boolean {
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

export const WORD = /\p{Script=Han}|[\p{L}\p{N}]+/gu

/** The words of a title or of an entry, folded; each Chinese character counts as one. */
export const wordsOf = (text: string): string[] =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().match(WORD) ?? []

/** A text as titles are looked for in it: made once, and compared with many. */
export interface SaidText {
  /** All words in their order, and what scanning may make of each. */
  words: readonly string[]
  unscanned: readonly string[]
  exact: ReadonlySet<string>
  /** The words without spaces: what was divided at the end of a line, or joined, is said too. */
  joined: string
  /** Words of five letters and more, as `unscanned` makes them, by their length. */
  byLength: ReadonlyMap<number, readonly string[]>
  alike: ReadonlySet<string>
}

export function saidText(words: readonly string[]): SaidText {
  const forms = new Map([...new Set(words)].map((word) => [word, unscanned(word)]))
  const alike = new Set(forms.values())
  const long = [...alike].filter((form) => form.length >= SHORTEST_MISTYPED - 1)
  return {
    words,
    unscanned: words.map((word) => forms.get(word) ?? word),
    exact: new Set(words),
    joined: words.join(''),
    byLength: Map.groupBy(long, ({ length }) => length),
    alike,
  }
}

/** How much of a title's words a text says, from 0 to 1. */
export function shareSaid(wanted: readonly string[], said: SaidText): number {
  if (wanted.length === 0) return 0
  const unsaid = wanted.filter((word) => !isSaid(word, said)).length
  return 1 - unsaid / wanted.length
}

function isSaid(word: string, { exact, joined, alike, byLength }: SaidText): boolean {
  if (exact.has(word)) return true
  if (word.length >= SHORTEST_MISTYPED && joined.includes(word)) return true
  const form = unscanned(word)
  if (alike.has(form)) return true
  return [form.length - 1, form.length, form.length + 1].some((length) =>
    byLength.get(length)?.some((other) => isAlike(form, other)),
  )
}
