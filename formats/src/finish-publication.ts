// Normalizes where and when a work was published, its numbers and identifiers.
import { RESOURCE_TYPE, type Work } from '@scinav/contract'
import { decodeEntities } from '@scinav/contract/entities'
import { looseDate, normalizeDate } from './fields/dates.ts'
import { normalizeArxiv, normalizeDoi, normalizeIsbn, normalizeIssn } from './fields/identifiers.ts'
import { normalizePages } from './fields/pages.ts'
import { cleanPlainText, cleanText } from './fields/text.ts'
import type { WorkKind } from './fields/work-kinds.ts'
import { addWarning, excerptOf } from './format.ts'
import type { OptionalText, WorkDraft } from './work-draft.ts'

/** Bounds of one text of a list, such as a keyword or an institution; of a CSL field; of an address. */
export const MAX_LISTED_TEXT_CHARS = 1000
export const MAX_CSL_TEXT_CHARS = 5000
const MAX_ADDRESS_CHARS = 2000

/** Returns a text without markup and with single spaces; null where nothing is left. */
export function textOrNull(text: OptionalText): string | null {
  return text ? cleanPlainText(text) || null : null
}

/** Sets where and when the work was published. */
export function finishPublication(draft: WorkDraft, work: Work): void {
  work.basic_sourcename = textOrNull(draft.source)
  work.basic_source_vo = textOrNull(draft.volume)
  work.basic_source_no = textOrNull(draft.issue)
  work.basic_page = normalizePages(textOrNull(draft.pages))
  work.publish_date = looseDate(draft.date) ?? normalizeDate(draft.date) ?? textOrNull(draft.date)
  if (work.publish_date && !/\d{4}/.test(work.publish_date))
    addWarning(`日期「${excerptOf(work.publish_date)}」无法识别，按原文保留`)
  work.publisher = textOrNull(draft.publisher)
  work.place = textOrNull(draft.place)
  const eventPlace = work.csl['event-place']
  work.publish_venue = venueNames(work, work.place ?? (typeof eventPlace === 'string' ? eventPlace : null))
}

/**
 * Returns what `publish_venue` holds, which the specification's format prints between source and year: the publisher,
 * for conference papers after the place; nothing for articles.
 */
function venueNames(work: Work, place: string | null): string[] {
  const { resource_type: type, publisher, basic_sourcename: source } = work
  if (type === RESOURCE_TYPE.journalArticle || type === RESOURCE_TYPE.newspaperArticle) return []
  const parts =
    type === RESOURCE_TYPE.conferencePaper
      ? [place, publisher]
      : [publisher ?? (type === RESOURCE_TYPE.preprint ? source : null)]
  return parts.filter((part) => part !== null)
}

/** Sets ISBN and ISSN; what is neither stays in the CSL field of the likelier one. */
export function finishNumbers(draft: WorkDraft, work: Work): void {
  const { isbn, issn, unreadable } = finishSerialNumbers(draft)
  work.isbn = isbn
  work.issn = issn
  if (unreadable) {
    const looksLikeIssn = !draft.isbn || /^\d{4}-\d{3}[\dX]\b/i.test(unreadable)
    work.csl[looksLikeIssn ? 'ISSN' : 'ISBN'] = unreadable
  }
  const number = isIdentifiedByNumber(draft.kind) ? null : textOrNull(draft.number)
  if (number) work.csl.number = number
}

/**
 * Returns ISBN and ISSN, or as `unreadable` the text that is neither. Standards and patents keep their number in
 * `isbn`, as the specification prints it.
 */
function finishSerialNumbers(draft: WorkDraft): Pick<Work, 'isbn' | 'issn'> & { unreadable: OptionalText } {
  if (isIdentifiedByNumber(draft.kind))
    return { isbn: textOrNull(draft.number) ?? textOrNull(draft.isbn), issn: null, unreadable: null }
  if (!draft.isbn && !draft.issn) return { isbn: null, issn: null, unreadable: null }
  const isbn = normalizeIsbn(draft.isbn)
  // EndNote and RIS have one field for both numbers. Next to an ISBN, only a number written with the hyphen of an ISSN
  // is accepted as one.
  const issnSource = isbn ? /(?<![\d-])\d{4}-\d{3}[\dX](?![\d-])/i.exec(draft.isbn ?? '')?.[0] : draft.isbn
  const issn = normalizeIssn(draft.issn) ?? normalizeIssn(issnSource)
  return { isbn, issn, unreadable: isbn || issn ? null : textOrNull(draft.isbn || draft.issn) }
}

/** Returns whether the number of a work is its identifier, which the specification prints in the place of an ISBN. */
const isIdentifiedByNumber = ({ type }: WorkKind): boolean =>
  type === RESOURCE_TYPE.standard || type === RESOURCE_TYPE.patent

/** The start of the DOIs of arXiv, which its identifiers follow. */
const ARXIV_DOI = '10.48550/arxiv.'

/** Sets addresses, DOI and other identifiers; a missing one is derived from another that contains it. */
export function finishIdentifiers(draft: WorkDraft, work: Work): void {
  work.url = webAddress(cleanDoiAddress(draft.url))
  work.pdf_url = webAddress(draft.pdf_url)
  work.doi = normalizeDoi(draft.doi)
  if (!work.doi && work.url?.includes('doi.org/')) work.doi = normalizeDoi(work.url)
  // Some sources store handles of other systems in their DOI field.
  if (!work.doi) work.url ??= webAddress(draft.doi)
  for (const [name, id] of Object.entries(draft.external_ids ?? {}))
    if (id) work.external_ids[name] = cleanText(id)
  const arxiv = work.doi?.startsWith(ARXIV_DOI) ? normalizeArxiv(work.doi.slice(ARXIV_DOI.length)) : null
  if (arxiv) work.external_ids.arxiv ??= arxiv
}

/** Returns an address that a browser may follow (http, https, ftp); null for anything else, or one that is too long. */
export function webAddress(text: OptionalText): string | null {
  // Some programs escape addresses twice.
  const decoded = decodeEntities(decodeEntities(text?.trim() ?? ''))
  const address = decoded.startsWith('//') ? `https:${decoded}` : decoded
  const isAddress = /^(?:https?|ftp):\/\/[^\s<>"]+$/i.test(address)
  return isAddress && address.length <= MAX_ADDRESS_CHARS ? address : null
}

/** Escapes angle brackets in a resolver address, which often contains those of a DOI unescaped. */
export function cleanDoiAddress(url: OptionalText): OptionalText {
  return url?.includes('doi.org/') ? url.replaceAll('<', '%3C').replaceAll('>', '%3E') : url
}
