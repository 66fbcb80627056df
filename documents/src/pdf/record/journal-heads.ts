// Recognizes where a paper was published by the head that journals print on the first page of an article.
import type { Publication } from '../../document.ts'
import { letterKey } from '../../structure/text-forms.ts'
import { anyOf } from '../../words/word-lists.ts'
import { isPageNumber, type OutsideRow } from './outside-rows.ts'
import { formatDate, monthNumber, parseChineseDate, YEAR } from './printed-dates.ts'

/** Returns the publication in a journal, without the fields that are not known. */
export function inJournal(
  venue: string | undefined,
  date: string | undefined,
  details: { volume?: string | undefined; issue?: string | undefined; pages?: string | undefined },
): Publication {
  const known = Object.entries({ venue: venue?.trim(), date, ...details }).filter(([, value]) => value)
  return { kind: 'journal', ...Object.fromEntries(known) }
}

/** Recognizes a head with bars: `Nature | Vol 596 | 26 August 2021 | 583`. */
export function findBarHead(rows: readonly OutsideRow[]): Publication | null {
  for (const { parts } of rows) {
    const cells = parts
      .join(' ')
      .split('|')
      .map((cell) => cell.trim())
    const volume = cells.map((cell) => /^vol(?:ume|\.)?\s*(\d{1,4})$/i.exec(cell)?.[1]).find(Boolean)
    const venue = cells.find((cell) => /^\p{Lu}[\p{L} &:]{3,60}$/u.test(cell))
    const [, day, month = '', year] =
      cells
        .map((cell) => new RegExp(`^(?:(\\d{1,2}) )?(\\p{L}{3,9}) (${YEAR})$`, 'u').exec(cell))
        .find(Boolean) ?? []
    if (volume && venue && year)
      return inJournal(venue, formatDate(year, monthNumber(month), day), { volume })
  }
  return null
}

/** Matches `IEEE Transactions on Cells, VOL. 12, NO. 3, MAY 2020`, with or without the date. */
const VOLUME_HEAD = new RegExp(
  `^(\\p{Lu}[\\p{L} &:,-]{5,100}?),? VOL(?:UME|\\.)? (\\d{1,4}), (?:NO\\.?|ISSUE) (\\d{1,4})(?:, (?:(\\p{L}{3,9})\\.? )?(${YEAR}))?$`,
  'iu',
)
/** Matches `Physica A 390 (2011) 1–10`. */
const YEAR_HEAD = new RegExp(
  `^(\\p{Lu}[\\p{L} &:.-]{3,80}?) (\\d{1,4}) \\((${YEAR})\\) (\\d{1,7}(?:\\s?[–-]\\s?\\d{1,7})?)$`,
  'u',
)
/** Distinguishes names of journals from names of persons, which occur in running heads as well. */
const JOURNAL_WORD = new RegExp(`\\b${anyOf('publications/journal-words')}\\b`, 'i')

/** Recognizes the heads of `VOLUME_HEAD` and `YEAR_HEAD`, and the two parts of `findNamedIssue`. */
export function findWesternHead(rows: readonly OutsideRow[]): Publication | null {
  for (const { parts } of rows) {
    const text = parts.filter((part) => !isPageNumber(part)).join(' ')
    const [, venue, volume, issue, month, year] = VOLUME_HEAD.exec(text) ?? []
    if (venue && JOURNAL_WORD.test(venue))
      return inJournal(venue, year && formatDate(year, month && monthNumber(month)), { volume, issue })
    // Here the last number is one of pages, so no part is removed.
    const [, journal, itsVolume, itsYear, pages] = YEAR_HEAD.exec(parts.join(' ')) ?? []
    if (journal)
      return inJournal(journal, itsYear, { volume: itsVolume, pages: pages?.replaceAll(/\s/g, '') })
  }
  return findNamedIssue(rows.flatMap(({ parts }) => parts))
}

/** Matches `Volume 32, Issue 4, August 2019`, with or without the date. */
const ISSUE_LINE = new RegExp(
  `^Vol(?:ume|\\.)? (\\d{1,4}),? (?:Issue|No\\.?) (\\d{1,4})(?:,? (?:(\\p{L}{3,9})\\.? )?(${YEAR}))?$`,
  'iu',
)

/** Recognizes `Annals of Applied Matter` followed by `Volume 32, Issue 4, August 2019`. */
function findNamedIssue(parts: readonly string[]): Publication | null {
  for (const [at, part] of parts.entries()) {
    const [, volume, issue, month, year] = ISSUE_LINE.exec(part) ?? []
    const venue = parts[at - 1] ?? ''
    if (volume && JOURNAL_WORD.test(venue) && /^\p{Lu}[\p{L} &:,-]{3,100}$/u.test(venue))
      return inJournal(venue, year && formatDate(year, month && monthNumber(month)), { volume, issue })
  }
  return null
}

/** Matches what is not the name of a journal. */
const NON_JOURNAL_NAME = new RegExp(anyOf('publications/other-names'))

/**
 * Recognizes the Chinese name of a journal with its issue, in one row or in two; a running title is none, and neither
 * are persons.
 */
export function findChineseHead(rows: readonly OutsideRow[], title: string): Publication | null {
  const parts = rows.flatMap((row) => row.parts)
  const issues = parts.flatMap((part) => parseChineseIssue(part) ?? [])
  if (issues.length === 0) return null
  const names = parts
    .map((part) => part.replaceAll(/\s/g, ''))
    .filter((part) => /^\p{Script=Han}{4,20}$/u.test(part))
  const isOther = (name: string) => NON_JOURNAL_NAME.test(name) || letterKey(title).startsWith(name)
  const [venue, ...otherVenues] = [...new Set(names)].filter((name) => !isOther(name))
  // Two names leave open which is the journal; `阮予安等` are persons.
  if (venue === undefined || otherVenues.length > 0 || venue.endsWith('等')) return null
  // What the first parts state takes precedence.
  return { kind: 'journal', venue, ...Object.assign({}, ...issues.toReversed()) }
}

/** What the head of a journal states about an issue. */
type Issue = Pick<Publication, 'volume' | 'issue' | 'date'>

/** Returns the volume, issue and date that one part of a head states; null when it is about no issue. */
function parseChineseIssue(part: string): Issue | null {
  const compact = part.replaceAll(/\s/g, '')
  // The serial number over all issues says nothing about the volume.
  if (/^总第\d{1,4}期$/.test(compact)) return {}
  const date = parseChineseDate(compact)
  return parseVolumeIssue(compact) ?? parseYearIssue(compact) ?? (date === null ? null : { date })
}

/** Parses `第18卷第3期`, `第32卷第4期2019年8月` and `Vol.7No.1`. */
function parseVolumeIssue(compact: string): Issue | null {
  const match = /第(\d{1,4})卷,?第?(\d{1,4})期|Vol\.?(\d{1,4}),?No\.?(\d{1,4})/i.exec(compact)
  // Without the groups of the alternative that does not match.
  const [, volume, issue] = match?.filter(Boolean) ?? []
  if (!volume || !issue) return null
  const [, year, month] = new RegExp(`(${YEAR})年(?:(\\d{1,2})月)?`).exec(compact) ?? []
  return { volume, issue, ...(year && { date: formatDate(year, month) }) }
}

/** Parses `2030年第2期`, `2031(1)` and `No.4,2030`. */
function parseYearIssue(compact: string): Issue | null {
  const match = new RegExp(`(${YEAR})年,?第(\\d{1,4})期|^(${YEAR})\\((\\d{1,3})\\)$`).exec(compact)
  const [, date, issue] = match?.filter(Boolean) ?? []
  if (date && issue) return { date, issue }
  const [, number, year] = new RegExp(`^No\\.?(\\d{1,3}),(${YEAR})$`, 'i').exec(compact) ?? []
  return number && year ? { issue: number, date: year } : null
}
