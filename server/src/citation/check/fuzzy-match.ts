/** Characters that scanning and typing confuse, with the form that stands for both. */
const OCR_LOOKALIKES: [pattern: RegExp, form: string][] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/[1|!]/g, 'l'],
  [/i/g, 'l'],
  [/0/g, 'o'],
  [/5/g, 's'],
]

/** Returns a word with look-alike characters replaced by one form. */
export const foldLookalikes = (word: string): string =>
  OCR_LOOKALIKES.reduce((text, [pattern, form]) => text.replace(pattern, form), word)

/** In shorter words a different letter makes a different word. */
const MIN_MISTYPED_CHARS = 5

/**
 * Returns whether two words, both folded by `foldLookalikes`, are equal up to one edit: a letter inserted, deleted,
 * replaced or swapped with its neighbor.
 */
export function isFuzzyMatch(a: string, b: string): boolean {
  if (a === b) return true
  if (Math.min(a.length, b.length) < MIN_MISTYPED_CHARS || Math.abs(a.length - b.length) > 1) return false
  return isOneEdit(a, b)
}

/** Returns whether different words are equal up to one edit. */
function isOneEdit(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  const swapped = a.length === b.length && a[start] === b[start + 1] && a[start + 1] === b[start]
  if (swapped && a.slice(start + 2) === b.slice(start + 2)) return true
  const [restA, restB] = [a.slice(start), b.slice(start)]
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)
}

/** A word, or a single Han character. */
export const WORD_OR_HAN = /\p{Script=Han}|[\p{L}\p{N}]+/gu

/** Returns the words of a text, folded; each Chinese character counts as a word. */
export const normalizedWords = (text: string): string[] =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().match(WORD_OR_HAN) ?? []

/** Returns the letters and digits of a text as words, so that nothing in it is a search operator. */
export const plainWords = (text: string): string => text.match(/[\p{L}\p{N}]+/gu)?.join(' ') ?? ''

/** A text indexed for matching titles: built once and compared with many. */
export interface IndexedText {
  /** All words in order. */
  words: readonly string[]
  /** The look-alike forms of the words, in the same order. */
  forms: readonly string[]
  /** The distinct words. */
  exact: ReadonlySet<string>
  /** The words without spaces, to match words divided at the end of a line or joined. */
  joined: string
  /** Distinct look-alike forms long enough for fuzzy matching, by length. */
  byLength: ReadonlyMap<number, readonly string[]>
  /** The look-alike forms of all words. */
  distinctForms: ReadonlySet<string>
}

/** Indexes the words of a text. */
export function indexText(words: readonly string[]): IndexedText {
  const formOf = new Map([...new Set(words)].map((word) => [word, foldLookalikes(word)]))
  const distinctForms = new Set(formOf.values())
  const long = [...distinctForms].filter((form) => form.length >= MIN_MISTYPED_CHARS - 1)
  return {
    words,
    forms: words.map((word) => formOf.get(word) ?? word),
    exact: new Set(words),
    joined: words.join(''),
    byLength: Map.groupBy(long, ({ length }) => length),
    distinctForms,
  }
}

/** Returns the share of a title's words that a text has, 0–1; 0 for an empty title. */
export function matchedShare(title: readonly string[], text: IndexedText): number {
  if (title.length === 0) return 0
  const missing = title.filter((word) => !hasWord(word, text)).length
  return 1 - missing / title.length
}

function hasWord(word: string, { exact, joined, distinctForms, byLength }: IndexedText): boolean {
  if (exact.has(word)) return true
  if (word.length >= MIN_MISTYPED_CHARS && joined.includes(word)) return true
  const form = foldLookalikes(word)
  if (distinctForms.has(form)) return true
  return [form.length - 1, form.length, form.length + 1].some((length) =>
    byLength.get(length)?.some((other) => isFuzzyMatch(form, other)),
  )
}
