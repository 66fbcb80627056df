// Rules for what a value of a field cannot contain, whatever the model says.
import { BODY_WORD } from '../fields/name-words.ts'
import { anyOf } from '../fields/word-files.ts'
import { readDataLines } from './data-files.ts'

/** Returns the source of a pattern that matches any word of a list in `words/`. */
const wordsIn = (list: string): string => anyOf(readDataLines(`words/${list}.txt`))

const THESIS = wordsIn('theses')
const UNKNOWN_DATE = wordsIn('unknown-dates')

/** What may stand behind a title and is no part of it. */
const TITLE_ENDS: readonly RegExp[] = [
  // The volume of a set: `马克思恩格斯全集：卷 35`
  /\s?[:：]\s?卷[.\s]{0,2}\p{N}*$/u,
  // The number of a file in an archive and no date: `奏折：04-01-35-0399`
  /\s?[:：]\s?(?!(?:\p{Nd}{4}-)?\p{Nd}{1,2}-\p{Nd}{1,2}(?:-\p{Nd}{4})?$)\p{Nd}+(?:-\p{Nd}+){2,}$/u,
  // The medium: `地质图［地图`, `Snow [data set]`
  new RegExp(`\\s?[[［〔](?:${wordsIn('media')})[\\]］〕]?$`, 'iu'),
  new RegExp(`[\\s:：,，.．。》]{1,3}(?:${THESIS})$`),
  new RegExp(`\\s?[([（［]{1,2}(?:${UNKNOWN_DATE})[\\])）］]{0,2}$`),
]

// Match the word before the number of an issue at the end of a title, the same after a Chinese title only, and the
// number behind it: ` No.`, ` 12`.
const ISSUE_WORD = /\sNo\.?$/
const ISSUE_AFTER_HAN = /(?<=\p{Script=Han})\sNo\.?$/u
const ISSUE_NUMBER = /^[.\s]{0,3}\p{Nd}{1,3}(?!\p{Nd})/u

/**
 * Returns the value of a title or a container without what is no part of it: marks around a title, the mark of the
 * type and what follows it, the medium, the kind of a thesis, the word before the number of an issue.
 *
 * @param opening the sign before the value.
 * @param rest the text behind it.
 */
export function trimTitle(value: string, opening: string, rest = ''): string {
  const title = value.replace(ISSUE_NUMBER.test(rest) ? ISSUE_WORD : ISSUE_AFTER_HAN, '')
  const marked = beforeTypeMark(insideMarks(title, opening))
  const trimmed = TITLE_ENDS.reduce((text, end) => text.replace(end, ''), marked)
  return /\p{L}/u.test(trimmed) ? trimmed : marked
}

/** Matches the mark of a type in GB/T 7714, `[J]` or `[EB/OL]`; that of `BENZO[A]PYRENE` is none. */
const TYPE_MARK =
  /[[［]\s?(?:[ACDGJKMNPRSZ]|CM|CP|DB|DS|EB|PP)\s?(?:\/\s?(?:CD|DK|MT|OL)\s?)?[\]］](?!\p{Script=Latin})/u

/** Returns what stands before the mark of a type, with which a title or a book ends: `政治经济学[M]. 2版`. */
function beforeTypeMark(value: string): string {
  const before = value.slice(0, TYPE_MARK.exec(value)?.index)
  return /\p{L}/u.test(before) ? before.trimEnd() : value
}

/** The marks around titles, by their opening marks. */
const TITLE_MARKS: Readonly<Record<string, string>> = { '《': '》', '〈': '〉', '「': '」', '『': '』' }

/**
 * Returns a value that follows an opening mark up to the mark that closes it; the whole value when another mark opens
 * it, or a word goes on directly behind the closing one.
 */
function insideMarks(value: string, opening: string): string {
  const closing = TITLE_MARKS[opening]
  if (closing === undefined) return value
  const signs = [...value]
  let depth = 1
  for (const [at, sign] of signs.entries()) {
    if (sign === opening) depth += 1
    else if (sign === closing) depth -= 1
    if (depth === 0) return /[\p{L}\p{N}]/u.test(signs[at + 1] ?? '') ? value : signs.slice(0, at).join('')
  }
  return value
}

/** Matches the country of a patent at the end of its title, with the kind of patent. */
const PATENT_COUNTRY = new RegExp(
  `[\\s:：,，.．。]{1,3}(?:${wordsIn('patent-countries')})(?:专利)?(?:[,，\\s]{1,2}\\p{Script=Han}{2,4})?$`,
  'u',
)

/** Returns the title of a patent without its country, which stands before its number. */
export const withoutCountry = (title: string): string => title.replace(PATENT_COUNTRY, '')

/** Matches the kind of a thesis after at least two other characters. */
const THESIS_END = new RegExp(`(?<=.{2})(?:${THESIS})$`, 'u')

/** Returns a publisher without the kind of the thesis that it accepted. */
export const withoutThesis = (publisher: string): string => publisher.replace(THESIS_END, '')

/** Matches where an address ends: at a second one, a bracket or a Chinese word. */
const ADDRESS_END = /[.,;，。．；]?\s(?=[([（［]|https?:)|[.,;，。．；](?=\s?(?:\d{4}年|\p{Script=Han}))/u

/** Returns an address without what stands behind it: a second address, a date, text in brackets. */
export function trimAddressRun(value: string): string {
  const end = value.search(ADDRESS_END)
  return value.slice(0, Math.max(end, 0)).includes('.') ? value.slice(0, end) : value
}

/** Matches a year in brackets or a mark for a missing date, `n.d.`, at the end of a name. */
const DATE_AT_END = new RegExp(
  `[\\s,，.．。]{0,3}(?:[[［(（]\\p{Nd}{4}|[[［(（]?(?:${UNKNOWN_DATE}))[\\])）］]?$`,
  'u',
)
const DATE_ALONE = new RegExp(`^(?:${UNKNOWN_DATE})$`)
/** Matches the last two Chinese names of a list, with an "and": `李岩和王平`. */
const LAST_NAMES = /^(\p{Script=Han}{2,4})[和与](\p{Script=Han}{2,4})$/u
/** Matches two names elsewhere, of three characters at least, since a name may contain 和 itself: `长谷川和香子`. */
const TWO_NAMES = /^(\p{Script=Han}{3,4})[和与](\p{Script=Han}{3,4})$/u

/**
 * Returns the names of a printed name that ends with a date or has an "and" in it, without dots of omission.
 *
 * @param endsList whether it is the last of several.
 */
export function trimName(name: string, endsList: boolean): string[] {
  const undated = name.replace(DATE_AT_END, '').replace(/^(?:…|\.{3})\s*/, '')
  if (undated === '') return DATE_ALONE.test(name) ? [] : [name]
  const joined = (endsList ? LAST_NAMES : TWO_NAMES).exec(undated)
  const [, ...names] = BODY_WORD.test(undated) ? [] : (joined ?? [])
  return names.length > 0 ? names : [undated]
}

/** Returns whether pages have a number, Arabic or Roman; `n. pag.` and the acronym `I2MTC` have none. */
export const isPageNumber = (value: string): boolean =>
  /\p{Nd}(?!\p{Script=Latin}{2})/u.test(value) || /^[ivxlcdm]+(?![\p{L}\p{N}])/iu.test(value)
