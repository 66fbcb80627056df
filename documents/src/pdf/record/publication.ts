import type { Publication } from '../../document.ts'
import { letterKey } from '../../structure/text-forms.ts'
import { anyOf } from '../../words/word-lists.ts'
import type { PdfLine } from '../page/lines.ts'
import { needsSpace, type Word } from '../page/words.ts'
import { formatDate, monthNumber, parseChineseDate, YEAR } from './printed-dates.ts'

/** A line of a first page outside its running text, which may state where the document was published. */
export interface OutsideRow {
  /** The line split at wide gaps: `第 18 卷 第 3 期`, `测算与系统`, `41`. */
  parts: string[]
  /** Whether the line is above the title or in the zone of running heads. */
  isHead: boolean
}

/** Width of a gap, in ems, above which it separates independent parts. */
const WIDE_GAP_EM = 1.2
/** Share of the page height from the top in which running heads are. */
const HEAD_ZONE_SHARE = 0.13

/**
 * Splits a line of a page into its parts, in NFKC.
 *
 * @param titleY the baseline of the title on the page, 0 without one
 */
export function splitOutsideRow(
  { words, size, y }: PdfLine,
  { pageHeight, titleY }: { pageHeight: number; titleY: number },
): OutsideRow {
  const parts: Word[][] = []
  for (const word of words) {
    const before = parts.at(-1)?.at(-1)
    if (before && word.x0 - before.x1 <= WIDE_GAP_EM * size) parts.at(-1)?.push(word)
    else parts.push([word])
  }
  return { parts: parts.map(partText), isHead: y < Math.max(pageHeight * HEAD_ZONE_SHARE, titleY) }
}

/** Joins the words of a part. */
const partText = (words: readonly Word[]): string =>
  words
    .map((word, at) => (at > 0 && needsSpace(words[at - 1] ?? word, word) ? ` ${word.text}` : word.text))
    .join('')
    .normalize('NFKC')
    .trim()

/**
 * Returns where and when a document was published, according to the rows outside the running text of its first page:
 * a reference to itself, the kind of a thesis, a line of proceedings, the head of a journal. The first of these that is
 * found decides. Anything that is not stated clearly is omitted; the result is empty when nothing is.
 *
 * @param rows from top to bottom.
 */
export function findPublication(rows: readonly OutsideRow[], title: string): Publication {
  const ownReference = findOwnReference(rows, title)
  if (ownReference) return ownReference
  const heads = rows.filter(({ isHead }) => isHead)
  const found =
    findThesis(rows) ??
    findProceedings(rows) ??
    findBarHead(heads) ??
    findWesternHead(heads) ??
    findChineseHead(heads, title) ??
    {}
  const date = found.date ?? findPrintedDate(rows)
  return date === undefined ? found : { ...found, date }
}

/** Returns whether a part is a page number alone, perhaps between signs: `41`, `– 41 –`. */
const isPageNumber = (part: string): boolean => /^\W*\d{1,4}\W*$/.test(part)

/** Largest number of rows of a reference to the document itself. */
const MAX_REFERENCE_ROWS = 5
/** Minimum letters of a title by which a reference is recognized; a shorter one may occur in any sentence. */
const MIN_TITLE_LETTERS = 12
/** Matches the rest of `(2024). Title. Journal of Open Source Education, 7(75), 90.` after the title. */
const WESTERN_AFTER_TITLE =
  /^[\s.,"'”’?!]*([^\d,.]{4,120}?),\s*(\d{1,4})\s*\((\d{1,4}(?:[-–/]\d{1,4})?)\)\s*[,:]\s*([\w–-]{1,20})/
/** Matches the rest of `题名[J]. 航空学报, 2024, 45(8): 102-111.` after the title. */
const CHINESE_AFTER_TITLE = new RegExp(
  `^\\s*\\[J\\]\\s*[.．。]\\s*([^\\d,，.]{2,60}?)\\s*[,，]\\s*(${YEAR})\\s*[,，]\\s*(\\d{1,4})\\s*\\((\\d{1,4})\\)\\s*[:：]\\s*([\\w–-]{1,20})`,
)

/** Matches nothing: for rows without a page number at their end. */
const NO_PAGE_NUMBER = /(?!)/
/** Matches a page number set close to the end of a row. */
const CLOSE_PAGE_NUMBER = / \d{1,4}$/

/** Finds the reference to the document on its own first page by the title in it; it is always one to a journal. */
function findOwnReference(rows: readonly OutsideRow[], title: string): Publication | null {
  const letters = letterKey(title)
  if (letters.length < MIN_TITLE_LETTERS) return null
  // The rows are tried as they are first, because a number at the end of a row may belong to the reference.
  for (const text of [...referenceTexts(rows, NO_PAGE_NUMBER), ...referenceTexts(rows, CLOSE_PAGE_NUMBER)]) {
    const end = letterEnd(text, letters)
    if (end === null) continue
    const [before, after] = [text.slice(0, end), text.slice(end)]
    const chinese = CHINESE_AFTER_TITLE.exec(after)
    if (chinese)
      return inJournal(chinese[1], chinese[2], { volume: chinese[3], issue: chinese[4], pages: chinese[5] })
    const western = WESTERN_AFTER_TITLE.exec(after)
    const year = new RegExp(`\\((${YEAR})\\)`).exec(before)?.[1]
    if (western && year)
      return inJournal(western[1], year, { volume: western[2], issue: western[3], pages: western[4] })
  }
  return null
}

/**
 * Returns the possible references, one from each row on. Text matching `pageNumber` at the end of a row is removed,
 * because a page number may be set close to it.
 */
const referenceTexts = (rows: readonly OutsideRow[], pageNumber: RegExp): string[] => {
  const texts = rows.map(({ parts }) =>
    parts
      .filter((part) => !isPageNumber(part))
      .join(' ')
      .replace(pageNumber, ''),
  )
  return texts.map((_, at) => texts.slice(at, at + MAX_REFERENCE_ROWS).join(' '))
}

/** Returns the offset at which the letters of a title end in a text, or null when it does not contain them. */
function letterEnd(text: string, letters: string): number | null {
  const start = letterKey(text).indexOf(letters)
  if (start < 0) return null
  let remaining = start + letters.length
  for (let at = 0; at < text.length; at += 1) {
    if (/[\p{L}\p{N}]/u.test(text[at] ?? '')) remaining -= 1
    if (remaining === 0) return at + 1
  }
  return null
}

/** Returns the publication in a journal, without the fields that are not known. */
function inJournal(
  venue: string | undefined,
  date: string | undefined,
  details: { volume?: string | undefined; issue?: string | undefined; pages?: string | undefined },
): Publication {
  const known = Object.entries({ venue: venue?.trim(), date, ...details }).filter(([, value]) => value)
  return { kind: 'journal', ...Object.fromEntries(known) }
}

/** Matches 南垣大学硕士学位论文; captures the institution, if any, and the degree. */
const THESIS =
  /^(\p{Script=Han}{2,15}(?:大学|学院|研究院|研究所))?(博士|硕士|学士)(?:研究生)?(?:专业)?学位(?:毕业)?论文$/u
/** Matches the name of an institution that awards degrees. */
const INSTITUTION = /^\p{Script=Han}{2,15}(?:大学|学院|研究院|研究所)$/u
const DEGREES = { 博士: 'doctor', 硕士: 'master', 学士: 'bachelor' } as const

/** Recognizes `南垣大学硕士学位论文`, or the kind of thesis alone with the name of the university in another part. */
function findThesis(rows: readonly OutsideRow[]): Publication | null {
  const parts = rows.flatMap((row) => row.parts.map((part) => part.replaceAll(/\s/g, '')))
  for (const part of parts) {
    const [, awarding, degree] = THESIS.exec(part) ?? []
    if (degree === undefined) continue
    const publisher = awarding ?? parts.find((other) => INSTITUTION.test(other))
    const date = parts.map(parseChineseDate).find((found) => found !== null)
    return {
      kind: 'thesis',
      degree: DEGREES[degree as keyof typeof DEGREES],
      ...(publisher && { publisher }),
      ...(date && { date }),
    }
  }
  return null
}

/** Matches a row that begins with the title of proceedings. */
const PROCEEDINGS = /^Proceedings of \S.{5,200}/
/**
 * Matches `Proceedings of the 5th Workshop on X, pages 41–46`; captures the title and the pages. Without pages, the
 * title ends before a volume, a full stop or the end.
 */
const PROCEEDINGS_VOLUME = /^(Proceedings of .{5,200}?)(?:,? (?:pages|pp\.?) (\d+\s?[–-]+\s?\d+)|, vol|\.|$)/
/**
 * Matches `Published as a conference paper at ICLR 2021`, and not `Under review as …`; captures the meeting and the
 * year.
 */
const CONFERENCE_PAPER = new RegExp(
  `\\b(?:[Pp]ublished|[Aa]ccepted|[Aa]ppeared) as a conference paper at (\\p{Lu}[\\p{L}-]{1,15}) (${YEAR})\\b`,
  'u',
)
/** Matches `33rd Conference on … (NeurIPS 2019)`; captures the year. */
const CONFERENCE = new RegExp(
  `^\\d{1,2}(?:st|nd|rd|th) [\\p{L} ,&-]{0,80}(?:Conference|Workshop|Symposium|Meeting) on [\\p{L} ,&-]{3,100}\\([\\p{L}-]{2,15} (${YEAR})\\)`,
  'u',
)

/** Largest number of rows of a line of proceedings, with the year. */
const MAX_PROCEEDINGS_ROWS = 3

/** Recognizes conferences and proceedings, see `parseMeeting` and `parseVolume`. */
function findProceedings(rows: readonly OutsideRow[]): Publication | null {
  for (const [at, { parts }] of rows.entries()) {
    const text = parts.join(' ')
    const volumeRows = PROCEEDINGS.test(text) ? rows.slice(at, at + MAX_PROCEEDINGS_ROWS) : []
    const publication = parseMeeting(text) ?? parseVolume(volumeRows)
    if (publication) return publication
  }
  return null
}

/** Recognizes `Published as a conference paper at ICLR 2021` and `33rd Conference on … (NeurIPS 2019), …`. */
function parseMeeting(text: string): Publication | null {
  const [, venue, year] = CONFERENCE_PAPER.exec(text) ?? []
  if (venue && year) return { kind: 'proceedings', venue, date: year }
  const [name, date] = CONFERENCE.exec(text) ?? []
  return name && date ? { kind: 'proceedings', venue: name, date } : null
}

/** Matches rows whose years are not that of the publication. */
const SUBMISSION = /\b(?:received|revised|accepted|submitted|arxiv)\b/i

/** Recognizes `Proceedings of …, pages 41–46` with the year in it or in the rows below. */
function parseVolume(rows: readonly OutsideRow[]): Publication | null {
  const texts = rows.map(({ parts }) => parts.join(' '))
  const text = texts.join(' ')
  const yearText = texts.filter((row) => !SUBMISSION.test(row)).join(' ')
  const year = new RegExp(`\\b${YEAR}\\b`).exec(yearText)?.[0]
  const [, venue, pages] = PROCEEDINGS_VOLUME.exec(text) ?? []
  if (!venue || !year) return null
  return { kind: 'proceedings', venue, date: year, ...(pages && { pages: pages.replaceAll(/\s/g, '') }) }
}

/** Recognizes a head with bars: `Nature | Vol 596 | 26 August 2021 | 583`. */
function findBarHead(rows: readonly OutsideRow[]): Publication | null {
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

/** Recognizes the heads of `VOLUME_HEAD` and `YEAR_HEAD`, and the two parts of `findNamedIssue`. */
function findWesternHead(rows: readonly OutsideRow[]): Publication | null {
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
/** Distinguishes names of journals from names of persons, which occur in running heads as well. */
const JOURNAL_WORD = new RegExp(`\\b${anyOf('publications/journal-words')}\\b`, 'i')

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

/**
 * Recognizes the Chinese name of a journal with its issue, in one row or in two; a running title is none, and neither
 * are persons.
 */
function findChineseHead(rows: readonly OutsideRow[], title: string): Publication | null {
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

/** Matches the article number of Chinese journals, `文章编号：1001-2345(2020)03-0012-08`; captures the year. */
const ARTICLE_NUMBER = new RegExp(`文章编号[:：]?\\s*\\d{4}-\\d{3}[\\dX]\\((${YEAR})\\)`)
/** Matches `Published online: 23 May 2024` and `Published: May 23, 2024`. */
const PUBLISHED = new RegExp(
  `\\bpublished(?: online)?:? (?:(\\d{1,2}) (\\p{L}{3,9})|(\\p{L}{3,9}) (\\d{1,2}),) (${YEAR})\\b`,
  'iu',
)

/** Returns the date of `Published: 23 May 2024`, or the year in the article number of Chinese journals. */
function findPrintedDate(rows: readonly OutsideRow[]): string | undefined {
  for (const { parts } of rows) {
    const text = parts.join(' ')
    const [, day, month, name, date, year] = PUBLISHED.exec(text) ?? []
    const number = monthNumber(month ?? name ?? '')
    if (year && number > 0) return formatDate(year, number, day ?? date)
    const numbered = ARTICLE_NUMBER.exec(text.replaceAll(' ', ''))?.[1]
    if (numbered) return numbered
  }
  return undefined
}
