import type { CslItem, CslType } from '../csl.ts'
import { editionNumber, editionText } from '../edition.ts'
import { printedTitle } from '../markup.ts'
import { type GbEdition, type GbEntry, isChineseWorded, isOnline, joinParts } from './gb-style.ts'

/** 文献类型标识代码, the code of the document type; other types are Z. */
const DOCUMENT_CODES: Partial<Record<CslType, string>> = {
  article: 'PP',
  'article-journal': 'J',
  'article-magazine': 'J',
  'article-newspaper': 'N',
  book: 'M',
  chapter: 'M',
  classic: 'M',
  collection: 'A',
  dataset: 'DS',
  entry: 'M',
  'entry-dictionary': 'M',
  'entry-encyclopedia': 'M',
  manuscript: 'A',
  map: 'CM',
  musical_score: 'M',
  pamphlet: 'M',
  'paper-conference': 'C',
  patent: 'P',
  periodical: 'J',
  personal_communication: 'A',
  post: 'EB',
  'post-weblog': 'EB',
  report: 'R',
  review: 'J',
  'review-book': 'J',
  software: 'CP',
  standard: 'S',
  thesis: 'D',
  webpage: 'EB',
}

/** Types of recordings, pictures and laws, which are web pages where they have an address. */
const WEB_TYPES: ReadonlySet<CslType> = new Set([
  'bill',
  'broadcast',
  'event',
  'figure',
  'graphic',
  'hearing',
  'interview',
  'legal_case',
  'legislation',
  'motion_picture',
  'performance',
  'regulation',
  'song',
  'speech',
  'treaty',
])

/** Returns the document code of an item. The 2015 edition has no code for preprints and uses EB. */
export function gbCode(item: CslItem, edition: GbEdition): string {
  if (item.type === 'book' && /^(?:proceedings|会议录|论文集)$/i.test(item.genre ?? '')) return 'C'
  if (item.type === 'article' && edition === 2015) return 'EB'
  const code = DOCUMENT_CODES[item.type]
  const isArchived = (item.archive ?? item.archive_location) !== undefined
  if (isArchived && (code === undefined || item.type === 'pamphlet')) return 'A'
  if (item.URL !== undefined && WEB_TYPES.has(item.type)) return 'EB'
  return code ?? 'Z'
}

/** Prints the volume with its own title: `第35卷 甲`. */
export const gbVolume = (entry: GbEntry): string =>
  joinParts([volumeNumber(entry), entry.marks.convert(entry.item['volume-title'] ?? '')], ' ')

/** Prints the volume: `第35卷` and `v.1` (2025), `第 35 卷` and `Vol. 1` (2015); text that is not a number as stored. */
function volumeNumber(entry: GbEntry): string {
  const volume = entry.item.volume ?? ''
  if (!/^\d+$/.test(volume)) return entry.marks.convert(volume)
  if (entry.edition === 2015) return isChineseWorded(entry) ? `第 ${volume} 卷` : `Vol. ${volume}`
  return isChineseWorded(entry) ? `第${volume}卷` : `v.${volume}`
}

/** Prints the edition: `2 版` or `2nd ed.`; the first edition is omitted. */
export function gbEdition(entry: GbEntry): string {
  const number = editionNumber(entry.item.edition ?? '')
  if (isChineseWorded(entry) && number !== undefined) return number === 1 ? '' : `${number} 版`
  const printed = editionText(entry.item.edition)
  return number === undefined ? entry.marks.convert(printed) : printed
}

/** Document codes of sources whose volume follows the title. */
const VOLUME_IN_TITLE_CODES = new Set(['M', 'C', 'CM', 'D', 'Z'])

/**
 * Prints title, volume or number, and document code: `国史旧闻：第1卷[M]`, `报告：RMRS-GTR-262[R/OL]`. With
 * `inContainer` the volume is left out, because it is that of the container.
 */
export function gbTitle(entry: GbEntry, { inContainer = false } = {}): string {
  const { item, marks } = entry
  const code = gbCode(item, entry.edition)
  const title = marks.convert(printedTitle(item.title))
  const mark = `[${code}${carrierCode(entry)}]`
  // The number of a standard stands before its title, with an ideographic space between them in a Chinese entry.
  if (code === 'S' && entry.edition === 2025) {
    return `${joinParts([item.number ?? '', title], isChineseWorded(entry) ? '　' : ' ')}${mark}`
  }
  const volume = !inContainer && VOLUME_IN_TITLE_CODES.has(code) ? gbVolume(entry) : ''
  const named = joinParts([title, volume, gbNumber(entry, code)], marks.colon)
  return `${code === 'CM' ? joinParts([named, item.scale ?? ''], '. ') : named}${mark}`
}

/** 文献载体标识代码, the code of the carrier, of sources that are not online. */
const CARRIER_PATTERNS: [RegExp, string][] = [
  [/磁带|magnetic tape|^MT$/i, 'MT'],
  [/磁盘|disk|^DK$/i, 'DK'],
  [/光盘|cd-?rom|^CD$/i, 'CD'],
  [/缩微|microform|^MM$/i, 'MM'],
]

/** Returns the code of the carrier after a slash, `/OL` for online sources; '' for printed ones. */
function carrierCode(entry: GbEntry): string {
  const { item } = entry
  if (entry.online && isOnline(entry)) return '/OL'
  const medium = item.medium ?? ''
  const found = CARRIER_PATTERNS.find(([pattern]) => pattern.test(medium))?.[1]
  return found === undefined ? '' : `/${found}`
}

/**
 * Returns the number that follows a title: that of a report, patent or archived document, and in the 2015 edition of a
 * standard.
 */
function gbNumber(entry: GbEntry, code: string): string {
  const { item } = entry
  if (code === 'P') {
    // `call-number` is the number of the application, `number` that of the patent.
    const [first, second] =
      entry.edition === 2025 ? [item['call-number'], item.number] : [item.number, item['call-number']]
    return first ?? second ?? ''
  }
  if (code === 'A') return item.number ?? item.archive_location ?? ''
  return code === 'R' || code === 'S' ? (item.number ?? '') : ''
}
