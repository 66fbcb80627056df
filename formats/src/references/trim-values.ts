// Rules for what a value of a field cannot contain, whatever the model says.
import { BODY_WORD } from '../fields/name-words.ts'
import { TYPE_MARK } from './tokenize.ts'

const TITLE_MARKS: Readonly<Record<string, string>> = { '《': '》', '〈': '〉', '「': '」', '『': '』' }

/** Returns a value that follows an opening mark up to the mark that closes it, behind which no word goes on. */
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

/** Returns what stands before the mark of a type, with which a title or a book ends: `政治经济学[M]. 2版`. */
function beforeTypeMark(value: string): string {
  const before = value.slice(0, TYPE_MARK.exec(value)?.index)
  return /\p{L}/u.test(before) ? before.trimEnd() : value
}

/** What may stand behind a title and is no part of it. */
const TITLE_ENDS: readonly RegExp[] = [
  // The volume of a set: `马克思恩格斯全集：卷 35`
  /\s?[:：]\s?卷[.\s]{0,2}\p{N}*$/u,
  // The number of a file in an archive: `奏折：04-01-35-0399`
  /\s?[:：]\s?\d+(?:-\d+){2,}$/,
  // The medium: `地质图［地图`, `Snow [data set]`
  /\s?[[［〔](?:\p{Script=Han}{2,6}|map|data ?set|(?:computer )?(?:software|program))[\]］〕]?$/iu,
  /[\s:：,，.．。》]{0,3}(?:博士|硕士)?学位论文$/,
  /\s?[([（［]{1,2}(?:日期)?不详[\])）］]{0,2}$/,
  /\sNo\.?$/,
]

/** @param opening the sign before the value. */
export function trimTitle(value: string, opening: string): string {
  const marked = beforeTypeMark(insideMarks(value, opening))
  const trimmed = TITLE_ENDS.reduce((text, end) => text.replace(end, ''), marked)
  return /\p{L}/u.test(trimmed) ? trimmed : marked
}

/** Returns the title of a patent without its country, which stands before its number. */
export const withoutCountry = (title: string): string =>
  title.replace(/[\s:：,，.．。]{1,3}中国(?:专利)?(?:[,，\s]{1,2}\p{Script=Han}{2,4})?$/u, '')

/** Returns a publisher without the kind of the thesis that it accepted. */
export const withoutThesis = (publisher: string): string =>
  publisher.replace(/(?<=.{2})(?:博士|硕士)(?:学位)?(?:研究生)?论文$/u, '')

/** Where an address ends: at a second one, a bracket or a Chinese word. */
const ADDRESS_END = /[.,;，。．；]?\s(?=[([（［]|https?:)|[.,;，。．；](?=\s?(?:\d{4}年|\p{Script=Han}))/u

/** Returns an address without what stands behind it: a second address, a date, text in brackets. */
export function trimAddressRun(value: string): string {
  const end = value.search(ADDRESS_END)
  return value.slice(0, Math.max(end, 0)).includes('.') ? value.slice(0, end) : value
}

const UNDATED = /[\s,，.．。]{0,3}(?:[[［(（]\d{4}|[[［(（]?(?:日期)?不详)[\])）］]?$/u
/** Two Chinese names with an "and": as long as no single name is. */
const JOINED_NAMES = /^(?=.{6,9}$)(\p{Script=Han}{2,4})[和与](\p{Script=Han}{2,4})$/u

/** Returns the names of a printed name that ends with a date or has an "and" in it, without dots of omission. */
export function trimName(name: string): string[] {
  const dated = name.replace(UNDATED, '').replace(/^(?:…|\.{3})\s*/, '')
  if (dated === '') return /^(?:日期)?不详$/.test(name) ? [] : [name]
  const [, ...names] = BODY_WORD.test(dated) ? [] : (JOINED_NAMES.exec(dated) ?? [])
  return names.length > 0 ? names : [dated]
}

/** Returns whether pages have a number, Arabic or Roman; `n. pag.` and the acronym `I2MTC` have none. */
export const isPageNumber = (value: string): boolean =>
  /\d(?!\p{Script=Latin}{2})/u.test(value) || /^[ivxlcdm]+(?![\p{L}\p{N}])/iu.test(value)
