import type { Publication } from '../../document.ts'
import { findBarHead, findChineseHead, findWesternHead } from './journal-heads.ts'
import type { OutsideRow } from './outside-rows.ts'
import { findOwnReference } from './own-reference.ts'
import { formatDate, monthNumber, parseChineseDate, YEAR } from './printed-dates.ts'

/**
 * Returns where and when a document was published, according to the rows outside the running text of its first page:
 * a reference to itself, the kind of a thesis, a line of proceedings, the head of a journal. The first of these that is
 * found decides. Anything that is not stated clearly is omitted; the result is empty when nothing is.
 *
 * @param rows from top to bottom.
 * @param title of the document, by which its reference to itself and the head of a Chinese journal are
 * recognized.
 */
export function findPublication(rows: readonly OutsideRow[], title: string): Publication {
  const ownReference = findOwnReference(rows, title)
  if (ownReference) return ownReference
  const heads = rows.filter(({ isHead }) => isHead)
  const found =
    findThesis(rows) ??
    findProceedings(rows) ??
    // `Nature | Vol 596 | 26 August 2021 | 583`.
    findBarHead(heads) ??
    findWesternHead(heads) ??
    findChineseHead(heads, title) ??
    {}
  const date = found.date ?? findPrintedDate(rows)
  return date === undefined ? found : { ...found, date }
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
/** Largest number of rows of a line of proceedings, with the year. */
const MAX_PROCEEDINGS_ROWS = 3

/**
 * Recognizes the line of a conference (`parseMeeting`), or a title of proceedings over up to three rows
 * (`parseVolume`).
 */
function findProceedings(rows: readonly OutsideRow[]): Publication | null {
  for (const [at, { parts }] of rows.entries()) {
    const text = parts.join(' ')
    const volumeRows = PROCEEDINGS.test(text) ? rows.slice(at, at + MAX_PROCEEDINGS_ROWS) : []
    const publication = parseMeeting(text) ?? parseVolume(volumeRows)
    if (publication) return publication
  }
  return null
}

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

/** Recognizes `Published as a conference paper at ICLR 2021` and `33rd Conference on … (NeurIPS 2019), …`. */
function parseMeeting(text: string): Publication | null {
  const [, venue, year] = CONFERENCE_PAPER.exec(text) ?? []
  if (venue && year) return { kind: 'proceedings', venue, date: year }
  const [name, date] = CONFERENCE.exec(text) ?? []
  return name && date ? { kind: 'proceedings', venue: name, date } : null
}

/**
 * Matches `Proceedings of the 5th Workshop on X, pages 41–46`; captures the title and the pages. Without pages, the
 * title ends before a volume, a full stop or the end.
 */
const PROCEEDINGS_VOLUME = /^(Proceedings of .{5,200}?)(?:,? (?:pages|pp\.?) (\d+\s?[–-]+\s?\d+)|, vol|\.|$)/
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

/** Matches the article number of Chinese journals, `文章编号：1001-2345(2020)03-0012-08`; captures the year. */
const ARTICLE_NUMBER = new RegExp(`文章编号[:：]?\\s*\\d{4}-\\d{3}[\\dX]\\((${YEAR})\\)`)
/** Matches `Published online: 23 May 2024` and `Published: May 23, 2024`. */
const PUBLISHED = new RegExp(
  `\\bpublished(?: online)?:? (?:(\\d{1,2}) (\\p{L}{3,9})|(\\p{L}{3,9}) (\\d{1,2}),) (${YEAR})\\b`,
  'iu',
)

/**
 * Returns the date of `Published: 23 May 2024`, or the year in the article number of Chinese journals, by the
 * first row that has either.
 */
function findPrintedDate(rows: readonly OutsideRow[]): string | undefined {
  for (const { parts } of rows) {
    const text = parts.join(' ')
    const [, dayBefore, monthAfter, monthBefore, dayAfter, year] = PUBLISHED.exec(text) ?? []
    const number = monthNumber(monthAfter ?? monthBefore ?? '')
    if (year && number > 0) return formatDate(year, number, dayBefore ?? dayAfter)
    const numbered = ARTICLE_NUMBER.exec(text.replaceAll(' ', ''))?.[1]
    if (numbered) return numbered
  }
  return undefined
}
