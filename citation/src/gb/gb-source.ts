// Prints the parts of a GB/T 7714 entry that follow title and container: source, date, pages and links. Each function
// returns '' for what an item lacks.
import { isoText, yearText } from '../dates.ts'
import { arxivAddress, arxivIdOf, type GbEntry, isChineseWorded, joinParts } from './gb-style.ts'
import { gbCode } from './gb-title.ts'

/**
 * Returns the date of the visit, `[2013-03-20]`: the 2015 edition requires it for every online source, the 2025 edition
 * only for web pages, software, data sets and preprints.
 */
export function gbAccessed(entry: GbEntry): string {
  const code = gbCode(entry.item, entry.edition)
  const isRequired = entry.edition === 2015 || ['EB', 'CP', 'DS', 'PP'].includes(code)
  const visited = isoText(entry.item.accessed)
  return entry.online && isRequired && visited !== '' ? `[${visited}]` : ''
}

/**
 * Returns address and identifier (`DOI:…`, else `CSTR:…`), either of which may be ''; an identifier that is part of the
 * address is not repeated. None at all for an entry that is not printed as an online source.
 */
export function gbLinks(entry: GbEntry): string[] {
  if (!entry.online) return []
  const { URL: address = arxivAddress(entry), DOI: doi = '', custom } = entry.item
  const cstr = entry.edition === 2025 ? (custom?.cstr ?? '') : ''
  const cstrText = cstr === '' ? '' : `CSTR:${cstr}`
  const id = doi === '' ? cstrText : `DOI:${doi}`
  const isInAddress = id !== '' && address.toLowerCase().includes(id.slice(id.indexOf(':') + 1).toLowerCase())
  return [address, isInAddress ? '' : id]
}

/**
 * Returns journal, year, volume, issue and pages, `水利学报，2013，44（3）：5-9`; the full date for an article that has
 * appeared online only.
 */
export function journalSource(entry: GbEntry): string {
  const { item, marks } = entry
  const pages = gbPages(entry)
  const issue = inBrackets(entry, marks.convert(item.issue ?? ''))
  const isUnplaced = item.volume === undefined && issue === '' && pages === ''
  const day = isoText(item.issued)
  const isOnlineFirst =
    entry.edition === 2025 && entry.online && isUnplaced && day.length === 'YYYY-MM-DD'.length
  const year = entry.system === 'author-date' ? '' : yearText(item.issued)
  const date = isOnlineFirst ? day : year
  const volume = marks.convert(item.volume ?? '')
  const name = journalName(entry)
  const placed =
    volume === ''
      ? `${joinParts([name, date], marks.comma)}${issue}`
      : joinParts([name, date, `${volume}${issue}`], marks.comma)
  return joinParts([placed, pages], marks.colon)
}

/** Returns the pages with hyphens and without spaces; the comma of `112-115, 120` becomes the mark of the entry. */
function gbPages(entry: GbEntry): string {
  return (
    (entry.item.page ?? articleNumber(entry))
      .replace(/[–—−]|--/g, '-')
      // The spaces before the comma; see `gb-marks.ts` for the form of the pattern.
      .split(/(?:(?<!\s)\s+)?[,，]\s*/)
      .map((part) => part.replace(/\s+/g, ''))
      .join(entry.marks.comma)
  )
}

/**
 * Returns the number of a journal article, which replaces missing pages; an arXiv number belongs to another version and
 * is ignored.
 */
function articleNumber({ item }: GbEntry): string {
  const isArticle = item.type === 'article-journal' && !/^arxiv:/i.test(item.number ?? '')
  return isArticle ? (item.number ?? '') : ''
}

/** Puts a text in the brackets of the entry: `（2024-12-24）`, `(2024-12-24)`. */
const inBrackets = (entry: GbEntry, text: string): string =>
  text === '' ? '' : `${entry.marks.open}${text}${entry.marks.close}`

/**
 * Returns the name of a journal; an abbreviated one loses its full stops in the 2025 edition: `Br. Med. J.` is Br Med
 * J.
 */
function journalName({ item, edition, marks }: GbEntry): string {
  const name = marks.convert(item['container-title'] ?? '')
  const words = name.split(/\s+/)
  const abbreviations = words.filter((word) => /^\p{Lu}\p{L}*\./u.test(word))
  // A name of which at least half of the words are abbreviated.
  const isAbbreviated = abbreviations.length > 0 && abbreviations.length * 2 >= words.length
  return edition === 2025 && isAbbreviated ? name.replace(/\.(?=\p{L})/gu, ' ').replaceAll('.', '') : name
}

/** Prints the volumes of a whole journal: `1957（1）—1990（4）`. */
export function periodicalRun(entry: GbEntry): string {
  const run = (entry.item.volume ?? '').replace(/-/g, '—')
  return run
    .replace(/[(（]/g, entry.marks.open)
    .replace(/[)）]/g, entry.marks.close)
    .replace(/,\s*/g, entry.marks.comma)
}

/** Prints newspaper, date, and page in brackets. */
export function newspaperSource(entry: GbEntry): string {
  const { item, marks } = entry
  const day = joinParts([marks.convert(item['container-title'] ?? ''), isoText(item.issued)], marks.comma)
  return `${day}${inBrackets(entry, gbPages(entry) || (item.issue ?? ''))}`
}

/** Prints date and pages of a patent: `2008-01-16：8-9`. */
export function patentSource(entry: GbEntry): string {
  return joinParts([isoText(entry.item.issued), gbPages(entry)], entry.marks.colon)
}

/** Prints the date of a web page: `（2024-12-24）`. */
export function webSource(entry: GbEntry): string {
  return inBrackets(entry, isoText(entry.item.issued))
}

/**
 * Prints platform and date of a data set or preprint; a preprint whose address is not printed is followed by its
 * number: `arXiv：2301.99991`.
 */
export function platformSource(entry: GbEntry): string {
  const platform = entry.marks.convert(gbPlatform(entry))
  const number = entry.marks.convert(preprintNumber(entry))
  return `${joinParts([platform, number], entry.marks.colon)}${inBrackets(entry, isoText(entry.item.issued))}`
}

/** Returns the platform of a data set or preprint; '' when it is not known. */
const gbPlatform = ({ item }: GbEntry): string =>
  item.publisher ?? item['container-title'] ?? item.source ?? (arxivIdOf(item) === '' ? '' : 'arXiv')

/** Returns the number of a preprint without its platform; '' for other works and where the address is printed. */
function preprintNumber(entry: GbEntry): string {
  const { item } = entry
  const isPrinted = entry.online && (item.URL !== undefined || item.DOI !== undefined)
  if (item.type !== 'article' || isPrinted) return ''
  const platform = gbPlatform(entry).toLowerCase()
  const [server = '', ...id] = (item.number ?? '').split(':')
  return server.toLowerCase() === platform ? id.join(':') : (item.number ?? '')
}

/** Prints the version of a data set or preprint: `V1.0`. */
export function versionBlock(entry: GbEntry): string {
  const version = entry.item.version ?? ''
  return /^\d/.test(version) ? `V${version}` : version
}

/**
 * Prints place, publisher or archive, year and pages. The year of an author-date entry is omitted, because the entry
 * starts with it.
 */
export function gbImprint(entry: GbEntry): string {
  const { item, marks } = entry
  const code = gbCode(item, entry.edition)
  const unknown = missingImprint(entry, code)
  const place = item['publisher-place'] ?? item['archive-place']
  const preprint = item.type === 'article' ? gbPlatform(entry) : undefined
  const publisher = item.publisher ?? item.archive ?? item.authority ?? preprint
  const placeAndPublisher = joinParts(
    [
      marks.convert(place ?? unknown.place),
      marks.convert(publisher ?? unknown.publisher),
      preprintNumber(entry),
    ],
    marks.colon,
  )
  const date = imprintDate(entry, code, placeAndPublisher !== '')
  return joinParts([joinParts([placeAndPublisher, date], marks.comma), gbPages(entry)], marks.colon)
}

/** Document codes of books, proceedings and theses, which have a place and a publisher. */
const PUBLISHED_CODES = new Set(['M', 'C', 'D'])

/** Returns the texts for a missing place or publisher of a printed work; both are '' for online sources. */
function missingImprint(entry: GbEntry, code: string): { place: string; publisher: string } {
  const { item } = entry
  const online = entry.online && (item.URL !== undefined || item.DOI !== undefined)
  if (!entry.placeholders || online || !PUBLISHED_CODES.has(code)) return { place: '', publisher: '' }
  return isChineseWorded(entry)
    ? { place: '[出版地不详]', publisher: '[出版者不详]' }
    : { place: '[S.l.]', publisher: '[s.n.]' }
}

/**
 * Returns the date of an imprint. In the 2025 edition, reports and archived documents keep the full date in both
 * systems; in the author-date system the year of others is printed at the beginning.
 */
function imprintDate(entry: GbEntry, code: string, hasPublisher: boolean): string {
  const day = isoText(entry.item.issued)
  const hasDay = day.length > 'YYYY'.length
  const keepsDate = code === 'A' || (code === 'R' && (!hasPublisher || hasDay))
  if (keepsDate && entry.edition === 2025) return day
  return entry.system === 'author-date' ? '' : yearText(entry.item.issued)
}
