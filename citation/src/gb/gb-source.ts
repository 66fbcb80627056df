import { isoText, yearText } from '../dates.ts'
import { arxivAddress, arxivIdOf, type GbEntry, isChineseWorded, joinParts } from './gb-style.ts'
import { gbCode } from './gb-title.ts'

/** Pages with hyphens and without spaces; `112-115, 120` keeps its comma as the entry's mark. */
function gbPages(entry: GbEntry): string {
  return (entry.item.page ?? articleNumber(entry))
    .replace(/[–—−]|--/g, '-')
    .replace(/(?:(?<!\s)\s+)?[,，]\s*/g, '\u0000')
    .replace(/\s+/g, '')
    .replaceAll('\u0000', entry.marks.comma)
}

/** The number of a journal article stands where its pages would; a number of arXiv is another version's. */
function articleNumber({ item }: GbEntry): string {
  const isArticle = item.type === 'article-journal' && !/^arxiv:/i.test(item.number ?? '')
  return isArticle ? (item.number ?? '') : ''
}

/** `[2013-03-20]`: 2015 wants the visit of every online source, 2025 only of web pages, data sets and preprints. */
export function gbAccessed(entry: GbEntry): string {
  const code = gbCode(entry.item, entry.edition)
  const wanted = entry.edition === 2015 || ['EB', 'DS', 'PP'].includes(code)
  const visited = isoText(entry.item.accessed)
  return entry.online && wanted && visited !== '' ? `[${visited}]` : ''
}

/** Address and identifier; an identifier that the address already holds is not repeated. */
export function gbLinks(entry: GbEntry): string[] {
  if (!entry.online) return []
  const { URL: address = arxivAddress(entry), DOI: doi = '', custom } = entry.item
  const cstr = entry.edition === 2025 ? (custom?.cstr ?? '') : ''
  const id = doi === '' ? (cstr === '' ? '' : `CSTR:${cstr}`) : `DOI:${doi}`
  const held = id !== '' && address.toLowerCase().includes(id.slice(id.indexOf(':') + 1).toLowerCase())
  return [address, held ? '' : id]
}

/** `（2024-12-24）`, `(2024-12-24)`. */
const inBrackets = (entry: GbEntry, text: string): string =>
  text === '' ? '' : `${entry.marks.open}${text}${entry.marks.close}`

/** Journal, year, volume, issue, pages; the date of an article that is only online yet. */
export function journalSource(entry: GbEntry): string {
  const { item, marks } = entry
  const pages = gbPages(entry)
  const issue = inBrackets(entry, item.issue ?? '')
  const unplaced = item.volume === undefined && issue === '' && pages === ''
  const day = isoText(item.issued)
  const firstOnline = entry.edition === 2025 && entry.online && unplaced && day.length === 10
  const year = firstOnline ? day : entry.authorDate ? '' : yearText(item.issued)
  const volume = item.volume ?? ''
  const name = marks.stored(item['container-title'] ?? '')
  const placed =
    volume === ''
      ? `${joinParts([name, year], marks.comma)}${issue}`
      : joinParts([name, year, `${volume}${issue}`], marks.comma)
  return joinParts([placed, pages], marks.colon)
}

/** A whole journal: `1957（1）—1990（4）`, then its imprint. */
export function periodicalRun(entry: GbEntry): string {
  const run = (entry.item.volume ?? '').replace(/-/g, '—')
  return run
    .replace(/[(（]/g, entry.marks.open)
    .replace(/[)）]/g, entry.marks.close)
    .replace(/,\s*/g, entry.marks.comma)
}

/** Newspaper, day, page in brackets. */
export function newspaperSource(entry: GbEntry): string {
  const { item, marks } = entry
  const day = joinParts([marks.stored(item['container-title'] ?? ''), isoText(item.issued)], marks.comma)
  return `${day}${inBrackets(entry, gbPages(entry) || (item.issue ?? ''))}`
}

/** `2008-01-16：8-9` of a patent. */
export function patentSource(entry: GbEntry): string {
  return joinParts([isoText(entry.item.issued), gbPages(entry)], entry.marks.colon)
}

/** `（2024-12-24）` of a web page. */
export function webSource(entry: GbEntry): string {
  return inBrackets(entry, isoText(entry.item.issued))
}

/** Platform and day of a data set or preprint; a preprint whose address is not printed has its number: `arXiv：2301.99991`. */
export function platformSource(entry: GbEntry): string {
  const platform = entry.marks.stored(gbPlatform(entry))
  const number = entry.marks.stored(preprintNumber(entry))
  return `${joinParts([platform, number], entry.marks.colon)}${inBrackets(entry, isoText(entry.item.issued))}`
}

const gbPlatform = ({ item }: GbEntry): string =>
  item.publisher ?? item['container-title'] ?? item.source ?? (arxivIdOf(item) === '' ? '' : 'arXiv')

function preprintNumber(entry: GbEntry): string {
  const { item } = entry
  const isPrinted = entry.online && (item.URL !== undefined || item.DOI !== undefined)
  if (item.type !== 'article' || isPrinted) return ''
  const platform = gbPlatform(entry).toLowerCase()
  const [server = '', ...id] = (item.number ?? '').split(':')
  return server.toLowerCase() === platform ? id.join(':') : (item.number ?? '')
}

/** `V1.0` of a data set or preprint. */
export function versionBlock(entry: GbEntry): string {
  const version = entry.item.version ?? ''
  return /^\d/.test(version) ? `V${version}` : version
}

/** What 2015 says where a printed work names no place or no publisher; 2025 leaves it out, and so do online sources. */
function missingImprint(entry: GbEntry, wanted: boolean): { place: string; publisher: string } {
  const { item } = entry
  const online = entry.online && (item.URL !== undefined || item.DOI !== undefined)
  if (entry.edition === 2025 || online || !wanted) return { place: '', publisher: '' }
  return isChineseWorded(entry)
    ? { place: '[出版地不详]', publisher: '[出版者不详]' }
    : { place: '[S.l.]', publisher: '[s.n.]' }
}

const PUBLISHED_CODES = new Set(['M', 'C', 'D'])

/** Place, publisher or archive, year, pages. An author-date entry has its year in front already. */
export function gbImprint(entry: GbEntry): string {
  const { item, marks } = entry
  const code = gbCode(item, entry.edition)
  const unknown = missingImprint(entry, PUBLISHED_CODES.has(code))
  const place = item['publisher-place'] ?? item['archive-place']
  const preprint = item.type === 'article' ? gbPlatform(entry) : undefined
  const publisher = item.publisher ?? item.archive ?? item.authority ?? preprint
  const house = joinParts(
    [
      marks.stored(place ?? unknown.place),
      marks.stored(publisher ?? unknown.publisher),
      preprintNumber(entry),
    ],
    marks.colon,
  )
  const date = imprintDate(entry, code, house !== '')
  return joinParts([joinParts([house, date], marks.comma), gbPages(entry)], marks.colon)
}

/** Reports and archived pieces keep their day in both systems; a book's year moves to the front. */
function imprintDate(entry: GbEntry, code: string, hasHouse: boolean): string {
  const day = isoText(entry.item.issued)
  const dated = code === 'A' || (code === 'R' && (!hasHouse || day.length > 4))
  if (dated && entry.edition === 2025) return day
  return entry.authorDate ? '' : yearText(entry.item.issued)
}
