import { foldedText } from '../analysis/analyze.ts'
import { textWithoutMarkup } from '../analysis/markup.ts'
import { foldName } from '../analysis/names.ts'
import { withUnits } from '../analysis/units.ts'
import type { IndexRecord } from './schema.ts'
import { readUtf8 } from './utf8.ts'

/** A record to be indexed, with the data that is not part of it. */
export interface IndexDocument {
  /** Number of the record in the database. */
  seq: number
  work: IndexRecord
  cited_by_count: number
}

/** A change to the index, of one record. */
export interface IndexChange {
  /** Number of the record in the database. */
  seq: number
  /** Number of the change; changes are applied in ascending order. One change may concern several records. */
  change: number
  /** JSON as read by the index's schema, for papers the contract's `Work`; null when the record was deleted. */
  record: string | null
  cited_by_count: number
}

/** Returns the first four digits in a row of a date as its year, or 0 when there are none. */
export function yearOf(date: string | null): number {
  return Number(/\d{4}/.exec(date ?? '')?.[0] ?? 0)
}

/**
 * Returns a date as the number YYYYMMDD for sorting; unknown parts are 00, and 0 stands for an unknown year. Months
 * above 12 and days above 31 are clipped, so that a malformed date stays within its year.
 */
export function dateKey(date: string | null): number {
  const year = yearOf(date)
  if (year === 0) return 0
  const [, month = '0', day = '0'] = /^\D*\d{4}-(\d{1,2})(?:-(\d{1,2}))?/.exec(date ?? '') ?? []
  return year * 10_000 + Math.min(Number(month), 12) * 100 + Math.min(Number(day), 31)
}

/** Returns a key that is equal for all spellings of a journal title. */
export function sourceKey(title: string): string {
  return textWithoutMarkup(title)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Returns a key that is equal for all spellings of a keyword. */
export function keywordKey(keyword: string): string {
  return textWithoutMarkup(keyword).normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** Returns the authors of a work; when it has none, all its creators, such as editors and translators. */
export function authorsOf({ creators }: Pick<IndexRecord, 'creators'>): IndexRecord['creators'] {
  const authors = creators.filter(({ role }) => role === 'author' || role === 'corresponding')
  return authors.length > 0 ? authors : creators
}

/** Returns a key that is equal for all spellings of an author's name. */
export const authorKey = (name: string) => foldName(name)

/** Parameters of the two hashes of `hashTitle`: FNV-1a, and a polynomial. */
const [FIRST_SEED, SECOND_SEED] = [0x811c9dc5 | 0, 0x9e3779b9 | 0]
const [FIRST_FACTOR, SECOND_FACTOR] = [0x01000193, 0x85ebca6b | 0]

/**
 * Returns a key that is equal for all spellings of a title: it ignores punctuation, spaces, case and accents and
 * simplifies traditional characters. The key is a 64-bit hash of the letters and digits, because a million complete
 * titles would take a tenth of the index. It is empty for a title without letters and digits.
 */
export function titleKey(title: string): string {
  const bytes = new Uint8Array(MAX_KEY_CHARS)
  return readUtf8(bytes, 0, writeTitleKey(foldedText(title), bytes, 0))
}

/** Length of two 32-bit numbers in base 36 and the point between them. */
const MAX_KEY_CHARS = 15

/**
 * Writes the key of a folded title at `at`, two numbers in base 36 with a point between them, and returns its end;
 * writes nothing for a title without letters and digits.
 */
export function writeTitleKey(folded: string, target: Uint8Array, at: number): number {
  if (!withUnits(folded, (units) => hashTitle(folded, units))) return at
  const point = writeBase36(firstHash >>> 0, target, at)
  target[point] = POINT
  return writeBase36(secondHash >>> 0, target, point + 1)
}

/** The halves of the hash that `hashTitle` computed last. Returning a pair would allocate an array for each title. */
let [firstHash, secondHash] = [0, 0]

/** Sets `firstHash` and `secondHash` to the hash of a title and returns whether the title has a letter or digit. */
function hashTitle(folded: string, units: Uint16Array): boolean {
  let [first, second, isEmpty] = [FIRST_SEED, SECOND_SEED, true]
  for (let at = 0; at < folded.length; at += 1) {
    const unit = units[at] ?? 0
    const code = isSurrogate(unit) ? (folded.codePointAt(at) ?? 0) : unit
    if (code > 0xffff) at += 1
    if (!isLetterOrDigit(code)) continue
    first = Math.imul(first ^ code, FIRST_FACTOR)
    second = (Math.imul(second, SECOND_FACTOR) + code) | 0
    isEmpty = false
  }
  firstHash = first
  secondHash = second
  return !isEmpty
}

const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff
const [POINT, ZERO, LETTER_A] = [0x2e, 0x30, 0x61]

/** Writes a number as `toString(36)` does and returns its end. */
function writeBase36(value: number, target: Uint8Array, at: number): number {
  let end = at + 1
  for (let rest = Math.floor(value / 36); rest > 0; rest = Math.floor(rest / 36)) end += 1
  for (let [to, rest] = [end - 1, value]; to >= at; to -= 1) {
    const quotient = Math.floor(rest / 36)
    const digit = rest - quotient * 36
    target[to] = digit < 10 ? ZERO + digit : LETTER_A + digit - 10
    rest = quotient
  }
  return end
}

/**
 * Returns whether a code point of a folded text is a letter or digit. The characters of most titles are recognized by
 * their code, because a regular expression per character is slow.
 */
function isLetterOrDigit(code: number): boolean {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)
  if (code >= 0x4e00 && code <= 0x9fff) return true
  return /[\p{L}\p{N}]/u.test(String.fromCodePoint(code))
}
