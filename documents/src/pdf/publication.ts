import type { Publication } from '../document.ts'
import type { PdfLine } from './lines.ts'
import { needsSpace, type Word } from './words.ts'

/** One line of a first page outside its running text. */
export interface OutsideRow {
  /** As far as wide gaps part it: `第 18 卷 第 3 期`, `测算与系统`, `41`. */
  parts: string[]
  /** It stands over the title, or where running heads do. */
  isHead: boolean
}

/** In ems: a wider gap parts what does not belong together. */
const WIDE_GAP = 1.2
/** Share of the page's height. */
const HEAD_ZONE = 0.13

/** Returns a line as a row of its parts; `title` is where the title begins on a page of this height. */
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
 * Returns what the rows outside a first page's running text say of where and when it appeared: its own reference, the
 * head of a journal, a line of proceedings, the kind of a thesis. What does not stand there plainly is left out.
 */
export function publicationOf(rows: readonly OutsideRow[], title: string): Publication {
  const own = ownReference(rows, title)
  if (own) return own
  const heads = rows.filter(({ isHead }) => isHead)
  const found =
    thesisOf(rows) ?? proceedingsOf(rows) ?? barHead(heads) ?? westernHead(heads) ?? chineseHead(heads) ?? {}
  const date = found.date ?? printedDate(rows)
  return date === undefined ? found : { ...found, date }
}

const YEAR = '(?:19|20)\\d\\d'
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
const isPageNumber = (part: string): boolean => /^\W*\d{1,4}\W*$/.test(part)

/** So many rows a reference to the document itself may take. */
const MAX_REFERENCE_ROWS = 5
/** A shorter title may stand in any sentence. */
const MIN_TITLE_LETTERS = 12
/** `(2024). Title. Journal of Open Source Education, 7(75), 90.` */
const behindTitle =
  /^[\s.,"'”’?!]*([^\d,.]{4,120}?),\s*(\d{1,4})\s*\((\d{1,4}(?:[-–/]\d{1,4})?)\)\s*[,:]\s*([\w–-]{1,20})/
/** `题名[J]. 航空学报, 2024, 45(8): 102-111.` */
const behindChineseTitle = new RegExp(
  `^\\s*\\[J\\]\\s*[.．。]\\s*([^\\d,，.]{2,60}?)\\s*[,，]\\s*(${YEAR})\\s*[,，]\\s*(\\d{1,4})\\s*\\((\\d{1,4})\\)\\s*[:：]\\s*([\\w–-]{1,20})`,
)

/** The reference to the document that its own first page prints, known by the title within it. */
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

/** What may be a reference, from each row on; a page number at the end of a row may be set close to it. */
const textsFrom = (rows: readonly OutsideRow[], pageNumber: RegExp): string[] => {
  const texts = rows.map(({ parts }) =>
    parts
      .filter((part) => !isPageNumber(part))
      .join(' ')
      .replace(pageNumber, ''),
  )
  return texts.map((_, at) => texts.slice(at, at + MAX_REFERENCE_ROWS).join(' '))
}

/** Where the letters of a title end that stand in a text from its beginning on, or behind its names and year. */
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

/** `南垣大学硕士学位论文`, or the kind alone below the name of the university. */
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

/** `2024年6月` or `二〇二四年六月`, alone. */
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
const conferencePaper = new RegExp(`\\bconference paper at (\\p{Lu}[\\p{L}-]{1,15}) (${YEAR})\\b`, 'u')
const conference = new RegExp(
  `^\\d{1,2}(?:st|nd|rd|th) [\\p{L} ,&-]{0,80}(?:Conference|Workshop|Symposium|Meeting) on [\\p{L} ,&-]{3,100}\\([\\p{L}-]{2,15} (${YEAR})\\)`,
  'u',
)

function proceedingsOf(rows: readonly OutsideRow[]): Publication | null {
  for (const [at, { parts }] of rows.entries()) {
    const text = parts.join(' ')
    const found = meetingOf(text) ?? (proceedings.test(text) ? volumeOf(rows.slice(at, at + 3)) : null)
    if (found) return found
  }
  return null
}

/** `Published as a conference paper at ICLR 2021`, `33rd Conference on … (NeurIPS 2019), …` */
function meetingOf(text: string): Publication | null {
  const [, venue, year] = conferencePaper.exec(text) ?? []
  if (venue && year) return { kind: 'proceedings', venue, date: year }
  const [name, date] = conference.exec(text) ?? []
  return name && date ? { kind: 'proceedings', venue: name, date } : null
}

/** `Proceedings of …, pages 41–46` with the year in it or in the rows below. */
function volumeOf(rows: readonly OutsideRow[]): Publication | null {
  const text = rows.map(({ parts }) => parts.join(' ')).join(' ')
  const year = new RegExp(`\\b${YEAR}\\b`).exec(text)?.[0]
  const [, venue, pages] = proceedingsVolume.exec(text) ?? []
  if (!venue || !year) return null
  return { kind: 'proceedings', venue, date: year, ...(pages && { pages: pages.replaceAll(/\s/g, '') }) }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthNumber = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1

/** `Nature | Vol 596 | 26 August 2021 | 583` */
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
/** `Physica A 390 (2011) 1–10` */
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
/** Names of persons stand in heads as well. */
const journalName =
  /\b(?:journal|letters?|reviews?|transactions|annals|bulletin|sciences?|research|studies|reports|quarterly|advances|archives|acta)\b/i

/** `Annals of Applied Matter`, and behind or below it `Volume 32, Issue 4, August 2019`. */
function namedAbove(parts: readonly string[]): Publication | null {
  for (const [at, part] of parts.entries()) {
    const [, volume, issue, month, year] = issueAlone.exec(part) ?? []
    const venue = parts[at - 1] ?? ''
    if (volume && journalName.test(venue) && /^\p{Lu}[\p{L} &:,-]{3,100}$/u.test(venue))
      return journal(venue, year && dated(year, month && monthNumber(month)), { volume, issue })
  }
  return null
}

/** No name of a journal, whatever stands beside it. */
const otherThing = /论文$|报告$|手册$|标准$|规范$|文件$|通知$|目录$|[收修]稿|编号|密级|[页版卷期年月号]$/

type Issue = Pick<Publication, 'volume' | 'issue' | 'date'>

/** The volume, issue and date of a head, as one of its parts says them. */
function chineseIssue(part: string): Issue | null {
  const plain = part.replaceAll(/\s/g, '')
  // A number of all issues is none of a volume.
  if (/^总第\d{1,4}期$/.test(plain)) return {}
  const date = chineseDate(plain)
  return issueOfVolume(plain) ?? issueOfYear(plain) ?? (date === null ? null : { date })
}

/** `第18卷第3期`, `第32卷第4期2019年8月`, `Vol.7No.1` */
function issueOfVolume(plain: string): Issue | null {
  const found = /第(\d{1,4})卷,?第?(\d{1,4})期|Vol\.?(\d{1,4}),?No\.?(\d{1,4})/i.exec(plain)
  const [, volume, issue] = found?.filter(Boolean) ?? []
  if (!volume || !issue) return null
  const [, year, month] = new RegExp(`(${YEAR})年(?:(\\d{1,2})月)?`).exec(plain) ?? []
  return { volume, issue, ...(year && { date: dated(year, month) }) }
}

/** `2030年第2期`, `2031(1)`, `No.4,2030` */
function issueOfYear(plain: string): Issue | null {
  const found = new RegExp(`(${YEAR})年,?第(\\d{1,4})期|^(${YEAR})\\((\\d{1,3})\\)$`).exec(plain)
  const [, date, issue] = found?.filter(Boolean) ?? []
  if (date && issue) return { date, issue }
  const [, number, of] = new RegExp(`^No\\.?(\\d{1,3}),(${YEAR})$`, 'i').exec(plain) ?? []
  return number && of ? { issue: number, date: of } : null
}

/** The name of a journal in Chinese with its issue beside it, in one row or in two. */
function chineseHead(rows: readonly OutsideRow[]): Publication | null {
  const parts = rows.flatMap((row) => row.parts)
  const issues = parts.flatMap((part) => chineseIssue(part) ?? [])
  if (issues.length === 0) return null
  const names = parts
    .map((part) => part.replaceAll(/\s/g, ''))
    .filter((part) => /^\p{Script=Han}{4,20}$/u.test(part))
  const [venue, ...more] = [...new Set(names)].filter((name) => !otherThing.test(name))
  if (venue === undefined || more.length > 0) return null
  return { kind: 'journal', venue, ...Object.assign({}, ...issues.toReversed()) }
}

const articleNumber = new RegExp(`文章编号[:：]?\\s*\\d{4}-\\d{3}[\\dX]\\((${YEAR})\\)`)
const published = new RegExp(
  `\\bpublished(?: online)?:? (?:(\\d{1,2}) (\\p{L}{3,9})|(\\p{L}{3,9}) (\\d{1,2}),) (${YEAR})\\b`,
  'iu',
)

/** `Published: 23 May 2024`, or the year of the number that Chinese journals give an article. */
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
