// Compares an entry of a list with what a style prints from its record.

/**
 * Parts that a style prints from a record although manuscripts may leave them out: addresses with what announces them,
 * identifiers, dates.
 */
const OPTIONAL_PARTS =
  /(?:(?:[[［]Online[\]］]\.?\s?)?Available(?:\s(?:at|from))?[:：]\s?)?(?:https?:\/\/|doi:\s?|DOI[:：]\s?|\b10\.\d{4,9}\/)\S{1,300}|[[［]\d{4}-\d{1,2}-\d{1,2}[\]］]|[(（]\d{4}-\d{1,2}-\d{1,2}[)）]/gi

/** Marks at the end of an entry, and those before a part that was left out. */
const TRAILING_MARKS = /[.。．,，;；:：\s]{1,6}$/u

/** The type of a document as GB/T 7714 marks it: `[J]`, `[EB/OL]`. */
const TYPE_MARK = /[[［]([A-Z]{1,2})(?:\/[A-Z]{2})?[\]］]/

/**
 * Returns, in Chinese, in what the form of an entry differs from how a style prints it; spaces, and parts that may be
 * left out, do not count. Empty when there is no difference.
 */
export function formDifferences(entryText: string, printed: string): string[] {
  const [entry, style] = [joinBrokenParts(entryText, printed), printed].map((text) =>
    text.replace(OPTIONAL_PARTS, '').replace(YEAR_LETTER, '').replace(/\s+/g, ''),
  )
  if (entry === undefined || style === undefined) return []
  const bare = (text: string) => text.replace(TRAILING_MARKS, '')
  if (bare(entry) === bare(style)) return []
  const differences: string[] = []
  const [entryMark, styleMark] = [entry, style].map(
    (text) => TYPE_MARK.exec(text.normalize('NFKC'))?.[1] ?? '',
  )
  if (entryMark !== styleMark) differences.push('文献类型标识')
  const [entryWords, styleWords] = [lettersAndDigits(entry), lettersAndDigits(style)]
  if (entryWords === styleWords) return [...differences, ...punctuationDifferences(entry, style)]
  if (entryWords.toLowerCase() === styleWords.toLowerCase())
    return [...differences, '大小写', ...punctuationDifferences(entry, style)]
  return [
    ...differences,
    sortedLetters(entryWords) === sortedLetters(styleWords) ? '各项的次序' : '著录的内容或详略',
  ]
}

/** Returns an entry in which the addresses and identifiers that the style prints are whole where lines broke them. */
function joinBrokenParts(entryText: string, printed: string): string {
  const parts = [...printed.matchAll(OPTIONAL_PARTS)].map(([part]) => part.replace(TRAILING_MARKS, ''))
  return parts.reduce((text, part) => {
    if (text.includes(part)) return text
    const characters = Array.from(part.replace(/\s+/g, ''), (character) =>
      character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&'),
    )
    return text.replace(new RegExp(characters.join('\\s?'), 'u'), () => part)
  }, entryText)
}

/** A letter that tells works of one year apart, which depends on what else is listed. */
const YEAR_LETTER = /(?<=(?<!\d)(?:1[5-9]|20)\d\d)[a-h](?![\p{L}\d])/gu

/** Returns the letters and digits of an entry without its type mark. */
export const lettersAndDigits = (text: string): string =>
  text
    .replace(TYPE_MARK, '')
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Signs within a word, which is the record's own and may be broken at the end of a line. */
const SIGN_IN_WORD = /(?<=\p{L})[-‐‑'’](?=\p{L})/gu

/** Returns, in Chinese, whether the marks or only their width differ; empty when they are equal. */
function punctuationDifferences(entry: string, style: string): string[] {
  const marks = (text: string) =>
    text
      .replace(TRAILING_MARKS, '')
      .replace(TYPE_MARK, '')
      .replace(SIGN_IN_WORD, '')
      .replace(/[\p{L}\p{N}]+/gu, ' ')
      .trim()
  if (marks(entry) === marks(style)) return []
  const half = (text: string) => marks(text.normalize('NFKC'))
  return [half(entry) === half(style) ? '标点的全角与半角' : '标点']
}

const sortedLetters = (text: string): string => [...text.toLowerCase()].toSorted().join('')
