/** Signs that scanning and typing take for one another. */
const OCR_LOOKALIKES: [RegExp, string][] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/[1|!]/g, 'l'],
  [/i/g, 'l'],
  [/0/g, 'o'],
  [/5/g, 's'],
]

/** A word with one sign for all that look like it. */
export const foldLookalikes = (word: string): string =>
  OCR_LOOKALIKES.reduce((text, [sign, other]) => text.replace(sign, other), word)

/** Shorter words with another letter are other words. */
const MIN_MISTYPED_CHARS = 5

/** Whether two words, as `unscanned` makes them, are one but for a mistake: a letter more, less or other. */
export function isFuzzyMatch(a: string, b: string): boolean {
  if (a === b) return true
  if (Math.min(a.length, b.length) < MIN_MISTYPED_CHARS || Math.abs(a.length - b.length) > 1) return false
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

export const WORD_OR_HAN = /\p{Script=Han}|[\p{L}\p{N}]+/gu

/** The words of a title or of an entry, folded; each Chinese character counts as one. */
export const normalizedWords = (text: string): string[] =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().match(WORD_OR_HAN) ?? []

/** A text as titles are looked for in it: made once, and compared with many. */
export interface IndexedText {
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

export function indexText(words: readonly string[]): IndexedText {
  const forms = new Map([...new Set(words)].map((word) => [word, foldLookalikes(word)]))
  const alike = new Set(forms.values())
  const long = [...alike].filter((form) => form.length >= MIN_MISTYPED_CHARS - 1)
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
export function matchedShare(wanted: readonly string[], said: IndexedText): number {
  if (wanted.length === 0) return 0
  const unsaid = wanted.filter((word) => !hasWord(word, said)).length
  return 1 - unsaid / wanted.length
}

function hasWord(word: string, { exact, joined, alike, byLength }: IndexedText): boolean {
  if (exact.has(word)) return true
  if (word.length >= MIN_MISTYPED_CHARS && joined.includes(word)) return true
  const form = foldLookalikes(word)
  if (alike.has(form)) return true
  return [form.length - 1, form.length, form.length + 1].some((length) =>
    byLength.get(length)?.some((other) => isFuzzyMatch(form, other)),
  )
}
