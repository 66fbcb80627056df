import type { Publication } from '../document.ts'
import type { PdfLine } from './lines.ts'
import { needsSpace, type Word } from './words.ts'

/** A line of a first page outside its running text. */
export interface OutsideRow {
  /** The line split at wide gaps: `第 18 卷 第 3 期`, `测算与系统`, `41`. */
  parts: string[]
  /** Whether the line is above the title or in the zone of running heads. */
  isHead: boolean
}

/** In ems: a wider gap separates independent parts. */
const WIDE_GAP = 1.2
/** Share of the page height. */
const HEAD_ZONE = 0.13

/**
 * Splits a line into its parts.
 *
 * @param top height of the page and position of the title on it
 */
export function outsideRow({ words, size, y }: PdfLine, top: { height: number; title: number }): OutsideRow {
  const parts: Word[][] = []
  for (const word of words) {
    const before = parts.at(-1)?.at(-1)
    if (before && word.x0 - before.x1 <= WIDE_GAP * size) parts.at(-1)?.push(word)
    else parts.push([word])
  }
  return { parts: parts.map(joined), isHead: y < Math.max(top.height * HEAD_ZONE, top.title) }
}

const joined = (words: readonly Word[]): string =>
  words
    .map((word, at) => (at > 0 && needsSpace(words[at - 1] ?? word, word) ? ` ${word.text}` : word.text))
    .join('')
    .normalize('NFKC')
    .trim()

/**
 * Returns where and when a document was published, according to the rows outside the running text of its first page:
 * a reference to itself, the head of a journal, a line of proceedings, the kind of a thesis. Anything that is not
 * stated clearly is omitted.
 */
export function publicationOf(rows: readonly OutsideRow[], title: string): Publication {
  const own = ownReference(rows, title)
  if (own) return own
  const heads = rows.filter(({ isHead }) => isHead)
  const found =
    thesisOf(rows) ??
    proceedingsOf(rows) ??
    barHead(heads) ??
    westernHead(heads) ??
    chineseHead(heads, title) ??
    {}
  const date = found.date ?? printedDate(rows)
  return date === undefined ? found : { ...found, date }
}

const YEAR = '(?:19|20)\\d\\d'
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
const isPageNumber = (part: string): boolean => /^\W*\d{1,4}\W*$/.test(part)

/** Bounds the rows of a reference to the document itself. */
const MAX_REFERENCE_ROWS = 5
/** Minimum letters of a title; a shorter one may occur in any sentence. */
const MIN_TITLE_LETTERS = 12
/** Matches the rest of `(2024). Title. Journal of Open Source Education, 7(75), 90.` after the title. */
const behindTitle =
  /^[\s.,"'”’?!]*([^\d,.]{4,120}?),\s*(\d{1,4})\s*\((\d{1,4}(?:[-–/]\d{1,4})?)\)\s*[,:]\s*([\w–-]{1,20})/
/** Matches the rest of `题名[J]. 航空学报, 2024, 45(8): 102-111.` after the title. */
const behindChineseTitle = new RegExp(
  `^\\s*\\[J\\]\\s*[.．。]\\s*([^\\d,，.]{2,60}?)\\s*[,，]\\s*(${YEAR})\\s*[,，]\\s*(\\d{1,4})\\s*\\((\\d{1,4})\\)\\s*[:：]\\s*([\\w–-]{1,20})`,
)

/** Finds the reference to the document on its own first page by the title in it. */
function ownReference(rows: readonly OutsideRow[], title: string): Publication | null {
  const letters = lettersOf(title)
  if (letters.length < MIN_TITLE_LETTERS) return null
  for (const text of [...textsFrom(rows, /(?!)/), ...textsFrom(rows, / \d{1,4}$/)]) {
    const end = endOf(text, letters)
    if (end === null) continue
    const [before, after] = [text.slice(0, end), text.slice(end)]
    const chinese = behindChineseTitle.exec(after)
    if (chinese)
      return journal(chinese[1], chinese[2], { volume: chinese[3], issue: chinese[4], pages: chinese[5] })
    const western = behindTitle.exec(after)
    const year = new RegExp(`\\((${YEAR})\\)`).exec(before)?.[1]
    if (western && year)
      return journal(western[1], year, { volume: western[2], issue: western[3], pages: western[4] })
  }
  return null
}

/**
 * Returns the possible references, one from each row on. Text matching `pageNumber` at the end of a row is removed,
 * because a page number may be set close to it.
 */
const textsFrom = (rows: readonly OutsideRow[], pageNumber: RegExp): string[] => {
  const texts = rows.map(({ parts }) =>
    parts
      .filter((part) => !isPageNumber(part))
      .join(' ')
      .replace(pageNumber, ''),
  )
  return texts.map((_, at) => texts.slice(at, at + MAX_REFERENCE_ROWS).join(' '))
}

/** Returns the offset at which the letters of a title end in a text, or null when it does not contain them. */
function endOf(text: string, letters: string): number | null {
  const start = lettersOf(text).indexOf(letters)
  if (start < 0) return null
  let left = start + letters.length
  for (let at = 0; at < text.length; at += 1) {
    if (/[\p{L}\p{N}]/u.test(text[at] ?? '')) left -= 1
    if (left === 0) return at + 1
  }
  return null
}

function journal(
  venue: string | undefined,
  date: string | undefined,
  place: { volume?: string | undefined; issue?: string | undefined; pages?: string | undefined },
): Publication {
  const known = Object.entries({ venue: venue?.trim(), date, ...place }).filter(([, value]) => value)
  return { kind: 'journal', ...Object.fromEntries(known) }
}

const thesis =
  /^(\p{Script=Han}{2,15}(?:大学|学院|研究院|研究所))?(博士|硕士|学士)(?:研究生)?(?:专业)?学位(?:毕业)?论文$/u
const institution = /^\p{Script=Han}{2,15}(?:大学|学院|研究院|研究所)$/u
const degrees = { 博士: 'doctor', 硕士: 'master', 学士: 'bachelor' } as const

/** Recognizes `南垣大学硕士学位论文`, or the kind of thesis alone with the name of the university in another part. */
function thesisOf(rows: readonly OutsideRow[]): Publication | null {
  const parts = rows.flatMap((row) => row.parts.map((part) => part.replaceAll(/\s/g, '')))
  for (const part of parts) {
    const [, house, degree] = thesis.exec(part) ?? []
    if (degree === undefined) continue
    const publisher = house ?? parts.find((each) => institution.test(each))
    const date = parts.map(chineseDate).find((each) => each !== null)
    return {
      kind: 'thesis',
      degree: degrees[degree as keyof typeof degrees],
      ...(publisher && { publisher }),
      ...(date && { date }),
    }
  }
  return null
}

const digits = '〇一二三四五六七八九'

/** Parses `2024年6月` or `二〇二四年六月` when nothing else is in the part. */
function chineseDate(part: string): string | null {
  const plain = part
    .replaceAll(/[○零Ｏ]/g, '〇')
    .replace(/^[〇一二三四五六七八九]{4}(?=年)/, (year) =>
      [...year].map((sign) => digits.indexOf(sign)).join(''),
    )
    .replace(/(?<=年)(十?[一二三四五六七八九]?)(?=月)/, (month) => monthOf(month))
  const [, year, month] = new RegExp(`^(${YEAR})年(?:(\\d{1,2})月(?:\\d{1,2}日)?)?$`).exec(plain) ?? []
  return year === undefined ? null : dated(year, month)
}

function monthOf(sign: string): string {
  if (sign === '') return ''
  const [tens, ones] = sign.startsWith('十') ? [10, sign.slice(1)] : [0, sign]
  return String(tens + (ones === '' ? 0 : digits.indexOf(ones)))
}

function dated(year: string, month?: string | number, day?: string): string {
  const two = (value: string | number) => String(value).padStart(2, '0')
  if (month === undefined || Number(month) < 1 || Number(month) > 12) return year
  return day === undefined ? `${year}-${two(month)}` : `${year}-${two(month)}-${two(day)}`
}

const proceedings = /^Proceedings of \S.{5,200}/
const proceedingsVolume = /^(Proceedings of .{5,200}?)(?:,? (?:pages|pp\.?) (\d+\s?[–-]+\s?\d+)|, vol|\.|$)/
/** Excludes `Under review as a conference paper at ICLR 2021`. */
const conferencePaper = new RegExp(
  `\\b(?:[Pp]ublished|[Aa]ccepted|[Aa]ppeared) as a conference paper at (\\p{Lu}[\\p{L}-]{1,15}) (${YEAR})\\b`,
  'u',
)
const conference = new RegExp(
  `^\\d{1,2}(?:st|nd|rd|th) [\\p{L} ,&-]{0,80}(?:Conference|Workshop|Symposium|Meeting) on [\\p{L} ,&-]{3,100}\\([\\p{L}-]{2,15} (${YEAR})\\)`,
  'u',
)

/** Matches rows whose years are not that of the publication. */
const submission = /\b(?:received|revised|accepted|submitted|arxiv)\b/i

function proceedingsOf(rows: readonly OutsideRow[]): Publication | null {
  for (const [at, { parts }] of rows.entries()) {
    const text = parts.join(' ')
    const found = meetingOf(text) ?? (proceedings.test(text) ? volumeOf(rows.slice(at, at + 3)) : null)
    if (found) return found
  }
  return null
}

/** Recognizes `Published as a conference paper at ICLR 2021` and `33rd Conference on … (NeurIPS 2019), …`. */
function meetingOf(text: string): Publication | null {
  const [, venue, year] = conferencePaper.exec(text) ?? []
  if (venue && year) return { kind: 'proceedings', venue, date: year }
  const [name, date] = conference.exec(text) ?? []
  return name && date ? { kind: 'proceedings', venue: name, date } : null
}

/** Recognizes `Proceedings of …, pages 41–46` with the year in it or in the rows below. */
function volumeOf(rows: readonly OutsideRow[]): Publication | null {
  const texts = rows.map(({ parts }) => parts.join(' '))
  const text = texts.join(' ')
  const aboutVolume = texts.filter((each) => !submission.test(each)).join(' ')
  const year = new RegExp(`\\b${YEAR}\\b`).exec(aboutVolume)?.[0]
  const [, venue, pages] = proceedingsVolume.exec(text) ?? []
  if (!venue || !year) return null
  return { kind: 'proceedings', venue, date: year, ...(pages && { pages: pages.replaceAll(/\s/g, '') }) }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthNumber = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1

/** Recognizes `Nature | Vol 596 | 26 August 2021 | 583`. */
function barHead(rows: readonly OutsideRow[]): Publication | null {
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
    if (volume && venue && year) return journal(venue, dated(year, monthNumber(month), day), { volume })
  }
  return null
}

const volumeHead = new RegExp(
  `^(\\p{Lu}[\\p{L} &:,-]{5,100}?),? VOL(?:UME|\\.)? (\\d{1,4}), (?:NO\\.?|ISSUE) (\\d{1,4})(?:, (?:(\\p{L}{3,9})\\.? )?(${YEAR}))?$`,
  'iu',
)
/** Matches `Physica A 390 (2011) 1–10`. */
const yearHead = new RegExp(
  `^(\\p{Lu}[\\p{L} &:.-]{3,80}?) (\\d{1,4}) \\((${YEAR})\\) (\\d{1,7}(?:\\s?[–-]\\s?\\d{1,7})?)$`,
  'u',
)

function westernHead(rows: readonly OutsideRow[]): Publication | null {
  for (const { parts } of rows) {
    const text = parts.filter((part) => !isPageNumber(part)).join(' ')
    const [, venue, volume, issue, month, year] = volumeHead.exec(text) ?? []
    if (venue && journalName.test(venue))
      return journal(venue, year && dated(year, month && monthNumber(month)), { volume, issue })
    const named = yearHead.exec(parts.join(' '))
    if (named)
      return journal(named[1], named[3], { volume: named[2], pages: named[4]?.replaceAll(/\s/g, '') })
  }
  return namedAbove(rows.flatMap(({ parts }) => parts))
}

const issueAlone = new RegExp(
  `^Vol(?:ume|\\.)? (\\d{1,4}),? (?:Issue|No\\.?) (\\d{1,4})(?:,? (?:(\\p{L}{3,9})\\.? )?(${YEAR}))?$`,
  'iu',
)
/** Distinguishes names of journals from names of persons, which occur in running heads as well. */
const journalName =
  /\b(?:journal|letters?|reviews?|transactions|annals|bulletin|sciences?|research|studies|reports|quarterly|advances|archives|acta)\b/i

/** Recognizes `Annals of Applied Matter` followed by `Volume 32, Issue 4, August 2019`. */
function namedAbove(parts: readonly string[]): Publication | null {
  for (const [at, part] of parts.entries()) {
    const [, volume, issue, month, year] = issueAlone.exec(part) ?? []
    const venue = parts[at - 1] ?? ''
    if (volume && journalName.test(venue) && /^\p{Lu}[\p{L} &:,-]{3,100}$/u.test(venue))
      return journal(venue, year && dated(year, month && monthNumber(month)), { volume, issue })
  }
  return null
}

/** Matches what is not the name of a journal. */
const otherThing = /论文$|报告$|手册$|标准$|规范$|文件$|通知$|目录$|[收修]稿|编号|密级|[页版卷期年月号]$/

type Issue = Pick<Publication, 'volume' | 'issue' | 'date'>

/** Returns the volume, issue and date that one part of a head states. */
function chineseIssue(part: string): Issue | null {
  const plain = part.replaceAll(/\s/g, '')
  // The serial number over all issues says nothing about the volume.
  if (/^总第\d{1,4}期$/.test(plain)) return {}
  const date = chineseDate(plain)
  return issueOfVolume(plain) ?? issueOfYear(plain) ?? (date === null ? null : { date })
}

/** Parses `第18卷第3期`, `第32卷第4期2019年8月` and `Vol.7No.1`. */
function issueOfVolume(plain: string): Issue | null {
  const found = /第(\d{1,4})卷,?第?(\d{1,4})期|Vol\.?(\d{1,4}),?No\.?(\d{1,4})/i.exec(plain)
  const [, volume, issue] = found?.filter(Boolean) ?? []
  if (!volume || !issue) return null
  const [, year, month] = new RegExp(`(${YEAR})年(?:(\\d{1,2})月)?`).exec(plain) ?? []
  return { volume, issue, ...(year && { date: dated(year, month) }) }
}

/** Parses `2030年第2期`, `2031(1)` and `No.4,2030`. */
function issueOfYear(plain: string): Issue | null {
  const found = new RegExp(`(${YEAR})年,?第(\\d{1,4})期|^(${YEAR})\\((\\d{1,3})\\)$`).exec(plain)
  const [, date, issue] = found?.filter(Boolean) ?? []
  if (date && issue) return { date, issue }
  const [, number, of] = new RegExp(`^No\\.?(\\d{1,3}),(${YEAR})$`, 'i').exec(plain) ?? []
  return number && of ? { issue: number, date: of } : null
}

/** Recognizes the Chinese name of a journal with its issue, in one row or in two. */
function chineseHead(rows: readonly OutsideRow[]): Publication | null {
  const parts = rows.flatMap((row) => row.parts)
  const issues = parts.flatMap((part) => chineseIssue(part) ?? [])
  if (issues.length === 0) return null
  const names = parts
    .map((part) => part.replaceAll(/\s/g, ''))
    .filter((part) => /^\p{Script=Han}{4,20}$/u.test(part))
  const isOther = (name: string) => otherThing.test(name) || lettersOf(title).startsWith(name)
  const [venue, ...more] = [...new Set(names)].filter((name) => !isOther(name))
  // `阮予安等` are persons.
  if (venue === undefined || more.length > 0 || venue.endsWith('等')) return null
  return { kind: 'journal', venue, ...Object.assign({}, ...issues.toReversed()) }
}

const articleNumber = new RegExp(`文章编号[:：]?\\s*\\d{4}-\\d{3}[\\dX]\\((${YEAR})\\)`)
const published = new RegExp(
  `\\bpublished(?: online)?:? (?:(\\d{1,2}) (\\p{L}{3,9})|(\\p{L}{3,9}) (\\d{1,2}),) (${YEAR})\\b`,
  'iu',
)

/** Returns the date of `Published: 23 May 2024`, or the year in the article number of Chinese journals. */
function printedDate(rows: readonly OutsideRow[]): string | undefined {
  for (const { parts } of rows) {
    const text = parts.join(' ')
    const [, day, month, name, date, year] = published.exec(text) ?? []
    const number = monthNumber(month ?? name ?? '')
    if (year && number > 0) return dated(year, number, day ?? date)
    const numbered = articleNumber.exec(text.replaceAll(' ', ''))?.[1]
    if (numbered) return numbered
  }
  return undefined
}
