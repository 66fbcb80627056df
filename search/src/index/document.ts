import { fold } from '../analysis/fold.ts'
import { plainText } from '../analysis/markup.ts'
import { foldName } from '../analysis/names.ts'
import type { IndexRecord } from './schema.ts'

/** What the index needs to know of one paper, or of whatever else it holds. */
export interface IndexDocument {
  /** The paper's number in the database. */
  seq: number
  work: IndexRecord
  cited_by_count: number
}

/** A change to the index, in the order of `change`. */
export interface IndexChange {
  seq: number
  change: number
  /** JSON as the index's schema reads it, for papers the contract's `Work`; null where it is gone. */
  record: string | null
  cited_by_count: number
}

/** The first run of four digits of a date, 0 where there is none. */
export function yearOf(date: string | null): number {
  const year = Number(/\d{4}/.exec(date ?? '')?.[0] ?? 0)
  return year <= 9999 ? year : 0
}

/** YYYYMMDD for sorting; unknown parts are 00. */
export function dateKey(date: string | null): number {
  const year = yearOf(date)
  if (year === 0) return 0
  const [, month = '0', day = '0'] = /^\D*\d{4}-(\d{1,2})(?:-(\d{1,2}))?/.exec(date ?? '') ?? []
  return year * 10_000 + Math.min(Number(month), 12) * 100 + Math.min(Number(day), 31)
}

/** A key that is equal for one journal however its title is written. */
export function sourceKey(title: string): string {
  return plainText(title)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** A key that is equal for one keyword however it is written. */
export function keywordKey(keyword: string): string {
  return plainText(keyword).normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** People who made the work, without editors and translators where there are authors. */
export function authorsOf({ creators }: Pick<IndexRecord, 'creators'>): IndexRecord['creators'] {
  const authors = creators.filter(({ role }) => role === 'author' || role === 'corresponding')
  return authors.length > 0 ? authors : creators
}

export const authorKey = (name: string) => foldName(name)

const [FIRST_SEED, SECOND_SEED] = [0x811c9dc5 | 0, 0x9e3779b9 | 0]
const [FIRST_FACTOR, SECOND_FACTOR] = [0x01000193, 0x85ebca6b | 0]

/**
 * A key that is equal for one title however it is written: signs, spaces, case and accents apart, traditional characters
 * as simplified ones. 64 bits of its letters and digits: a million titles at full length would be a tenth of the index.
 * Empty for a title without any.
 */
export function titleKey(title: string): string {
  const { text } = fold(plainText(title), false)
  let [one, two, length] = [FIRST_SEED, SECOND_SEED, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0
    if (code > 0xffff) at += 1
    if (!isLetterOrDigit(code)) continue
    one = Math.imul(one ^ code, FIRST_FACTOR)
    two = (Math.imul(two, SECOND_FACTOR) + code) | 0
    length += 1
  }
  return length === 0 ? '' : `${(one >>> 0).toString(36)}.${(two >>> 0).toString(36)}`
}

/** Of a folded text. What titles are mostly made of is known by its code: an expression for each letter takes long. */
function isLetterOrDigit(code: number): boolean {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)
  if (code >= 0x4e00 && code <= 0x9fff) return true
  return /[\p{L}\p{N}]/u.test(String.fromCodePoint(code))
}
