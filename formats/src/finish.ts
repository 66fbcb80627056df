import { blankWork, type Creator, RESOURCE_TYPE, type Work } from '@scinav/contract'
import { decodeEntities } from '@scinav/contract/entities'
import { looseDate, normalizeDate } from './fields/dates.ts'
import {
  normalizeArxiv,
  normalizeDoi,
  normalizeIsbn,
  normalizeIssn,
  normalizeOrcid,
} from './fields/identifiers.ts'
import { guessLanguage, normalizeLanguage } from './fields/language.ts'
import { markOthers } from './fields/name-lists.ts'
import { normalizePages } from './fields/pages.ts'
import { cleanMarkup, cleanPlainText, cleanText } from './fields/text.ts'
import type { WorkKind } from './fields/work-kinds.ts'
import { addWarning, excerptOf, RecordFault } from './format.ts'

/** Fields under their CSL-JSON names; absent ones may be null or undefined. */
export type CslFields = Readonly<Record<string, Work['csl'][string] | undefined>>

type OptionalText = string | null | undefined

/** The fields of a record as the source has them; `finishWork` converts them to a `Work`. */
export interface WorkDraft {
  kind: WorkKind
  title: OptionalText
  title_zh?: OptionalText
  /** Words of the title whose capitals the source fixes. */
  protected_words?: readonly string[]
  abstract?: OptionalText
  abstract_zh?: OptionalText
  keywords?: readonly string[]
  creators?: readonly Creator[]
  /** The journal, newspaper, proceedings or book that contains the work. */
  source?: OptionalText
  volume?: OptionalText
  issue?: OptionalText
  pages?: OptionalText
  date?: OptionalText
  isbn?: OptionalText
  issn?: OptionalText
  /** The number of a standard, patent or report. */
  number?: OptionalText
  doi?: OptionalText
  url?: OptionalText
  pdf_url?: OptionalText
  is_oa?: boolean
  language?: OptionalText
  citation_count?: number
  publisher?: OptionalText
  place?: OptionalText
  degree?: Work['degree']
  funds?: readonly string[]
  clc_codes?: readonly string[]
  subject_codes?: readonly string[]
  status?: Work['status']
  external_ids?: Readonly<Record<string, OptionalText>>
  reference_ids?: readonly string[]
  csl?: CslFields
}

/** Bounds of lists, which only damaged records exceed. */
const MAX_CREATORS = 10_000
const MAX_AFFILIATIONS = 50
const MAX_KEYWORDS = 300
const MAX_FUNDS = 300
const MAX_CODES = 50
const MAX_REFERENCES = 20_000

/**
 * Converts a draft to a `Work`: clean text of bounded length, normalized identifiers and dates, a language, venues.
 * Lists are cut at their bounds. An ISBN or ISSN that does not fit its field is kept in `csl` as printed; a warning
 * (see `addWarning`) names addresses, DOIs and dates that cannot be used.
 *
 * @throws RecordFault when there is no title.
 */
export function finishWork(draft: WorkDraft): Work {
  const { title, title_zh, foreign } = finishTitles(draft)
  const work = blankWork(title, draft.kind.type)
  work.title_zh = title_zh
  work.protected_words = finishProtectedWords(draft, title)
  work.csl = finishCsl(draft)
  if (foreign) work.csl['translated-title'] = foreign
  finishDescription(draft, work)
  finishPublication(draft, work)
  finishNumbers(draft, work)
  finishIdentifiers(draft, work)
  warnOfLosses(draft, work)
  work.is_oa = draft.is_oa ?? false
  work.citation_count = draft.citation_count ?? 0
  work.status = finishStatus(draft, title)
  work.reference_ids = draft.reference_ids ? [...new Set(draft.reference_ids)].slice(0, MAX_REFERENCES) : []
  return work
}

const MAX_TITLE_CHARS = 2000
const MAX_ABSTRACT_CHARS = 100_000
const MAX_PROTECTED_WORDS = 50
// What databases store in the place of a missing title, `[No title available]`, `?`, and of a missing author, `佚名`.
const PLACEHOLDER_TITLE =
  /^(?:[[(（](?:no title(?: found| available)?|title not available|not available|untitled|无题名?)[\])）]\.?|no title found|无题名|\?+|-+|\.+)$/i
const PLACEHOLDER_NAME = /^(?:anonymous|佚名|\[?no authors? listed\]?|null|undefined)$/i

/**
 * Returns the titles; `foreign` is a translated title that is not Chinese.
 *
 * @throws RecordFault when there is no title, or only a placeholder.
 */
function finishTitles(draft: WorkDraft): { title: string; title_zh: string | null; foreign: string | null } {
  const original = draft.title ? cleanMarkup(draft.title, MAX_TITLE_CHARS) : ''
  const translated = draft.title_zh ? cleanMarkup(draft.title_zh, MAX_TITLE_CHARS) : ''
  const title = original === '' || PLACEHOLDER_TITLE.test(original) ? translated : original
  if (title === '' || PLACEHOLDER_TITLE.test(title)) throw new RecordFault('缺少题名')
  if (translated === '' || translated === title) return { title, title_zh: null, foreign: null }
  return /\p{Script=Han}/u.test(translated)
    ? { title, title_zh: translated, foreign: null }
    : { title, title_zh: null, foreign: translated }
}

/** Zotero's mark around words of a title whose case is fixed. */
const NOCASE_SPAN = /<span class="nocase">([\s\S]{1,300}?)<\/span>/g

/** Returns the protected words that occur in the cleaned title. */
function finishProtectedWords(draft: WorkDraft, title: string): string[] {
  const spans = [...(draft.title ?? '').matchAll(NOCASE_SPAN)].map((found) => found[1] ?? '')
  const plain = cleanPlainText(title)
  return distinctTexts([...(draft.protected_words ?? []), ...spans], MAX_PROTECTED_WORDS).filter((words) =>
    plain.includes(words),
  )
}

/** Bound of one text of a list: a keyword, an institution. */
const MAX_LISTED_TEXT_CHARS = 1000
const MAX_CSL_TEXT_CHARS = 5000
const MAX_ADDRESS_CHARS = 2000

/**
 * Returns the first `maxCount` non-empty texts, cleaned and cut; of those that differ only in letter case, the first.
 */
function distinctTexts(
  texts: readonly string[] | undefined,
  maxCount: number,
  clean = cleanPlainText,
): string[] {
  const byKey = new Map<string, string>()
  for (const text of texts ?? []) {
    const cleaned = clean(text).slice(0, MAX_LISTED_TEXT_CHARS)
    const key = cleaned.toLowerCase()
    if (cleaned !== '' && !byKey.has(key)) byKey.set(key, cleaned)
    if (byKey.size >= maxCount) break
  }
  return [...byKey.values()]
}

/** Returns the CSL fields of a draft that are not empty. */
function finishCsl(draft: WorkDraft): Work['csl'] {
  const csl: Work['csl'] = {}
  if (draft.kind.csl) csl.type = draft.kind.csl
  for (const [name, value] of Object.entries(draft.csl ?? {})) {
    const clean = typeof value === 'string' ? cleanText(value).slice(0, MAX_CSL_TEXT_CHARS) : value
    if (clean !== undefined && clean !== null && clean !== '') csl[name] = clean
  }
  return csl
}

/** Sets what describes the contents, and who wrote it. */
function finishDescription(draft: WorkDraft, work: Work): void {
  work.abstract = draft.abstract ? cleanMarkup(draft.abstract, MAX_ABSTRACT_CHARS) || null : null
  work.abstract_zh = draft.abstract_zh ? cleanMarkup(draft.abstract_zh, MAX_ABSTRACT_CHARS) || null : null
  work.keywords = distinctTexts(draft.keywords, MAX_KEYWORDS, cleanKeyword)
  work.creators = finishCreators(draft.creators)
  work.language = normalizeLanguage(draft.language) ?? guessLanguage(work.title)
  work.funds = distinctTexts(draft.funds, MAX_FUNDS)
  work.clc_codes = distinctTexts(draft.clc_codes, MAX_CODES)
  work.subject_codes = distinctTexts(draft.subject_codes, MAX_CODES)
  work.degree = draft.degree ?? null
}

/** Returns a keyword without asterisks before it and separators after it. */
const cleanKeyword = (text: string): string =>
  cleanPlainText(text)
    .replace(/^[*\s]+/, '')
    .replace(/(?<![;；,，。\s])[;；,，。\s]+$/, '')

/** Returns the creators without placeholders and empty names; marks such as "et al." become `and_others`. */
function finishCreators(creators: readonly Creator[] | undefined): Creator[] {
  return markOthers(creators ?? [])
    .map(finishCreator)
    .filter(({ name }) => name !== '' && !PLACEHOLDER_NAME.test(name))
    .slice(0, MAX_CREATORS)
}

/** Returns a creator with clean texts, and only the fields that are not empty. */
function finishCreator(creator: Creator): Creator {
  const finished: Creator = { name: cleanPlainText(creator.name), role: creator.role, affiliations: [] }
  const nameZh = textOrNull(creator.name_zh)
  if (nameZh && nameZh !== finished.name) finished.name_zh = nameZh
  if (creator.family) finished.family = cleanPlainText(creator.family)
  if (creator.given) finished.given = cleanPlainText(creator.given)
  if (creator.is_body) finished.is_body = true
  if (creator.and_others) finished.and_others = true
  const orcid = creator.orcid ? normalizeOrcid(creator.orcid) : null
  if (orcid) finished.orcid = orcid
  if (creator.affiliations.length > 0)
    finished.affiliations = distinctTexts(creator.affiliations, MAX_AFFILIATIONS, cleanAffiliation)
  return finished
}

/** Returns a text without markup and with single spaces; null where nothing is left. */
function textOrNull(text: OptionalText): string | null {
  return text ? cleanPlainText(text) || null : null
}

/** Returns an institution without the separators of a list around it. */
const cleanAffiliation = (text: string): string =>
  cleanPlainText(text)
    .replace(/^[;；\s]+/, '')
    .replace(/(?<![;；,\s])[;；,\s]+$/, '')

/** Sets where and when the work was published. */
function finishPublication(draft: WorkDraft, work: Work): void {
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
function finishNumbers(draft: WorkDraft, work: Work): void {
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
function finishIdentifiers(draft: WorkDraft, work: Work): void {
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
function webAddress(text: OptionalText): string | null {
  // Some programs escape addresses twice.
  const decoded = decodeEntities(decodeEntities(text?.trim() ?? ''))
  const address = decoded.startsWith('//') ? `https:${decoded}` : decoded
  const isAddress = /^(?:https?|ftp):\/\/[^\s<>"]+$/i.test(address)
  return isAddress && address.length <= MAX_ADDRESS_CHARS ? address : null
}

/** Escapes angle brackets in a resolver address, which often contains those of a DOI unescaped. */
function cleanDoiAddress(url: OptionalText): OptionalText {
  return url?.includes('doi.org/') ? url.replaceAll('<', '%3C').replaceAll('>', '%3E') : url
}

/** Adds warnings about addresses and identifiers that could not be imported. */
function warnOfLosses(draft: WorkDraft, work: Work): void {
  const [url, doi] = [draft.url?.trim() ?? '', draft.doi?.trim() ?? '']
  if (url !== '' && !webAddress(cleanDoiAddress(url)))
    addWarning(`链接「${excerptOf(url)}」不是网址，没有收入`)
  if (doi !== '' && !work.doi && !work.url) addWarning(`DOI「${excerptOf(doi)}」不符合格式，没有收入`)
}

/** Returns the status of the source; a title may also say that the work was retracted: `[Retracted] …`, `【已撤稿】…`. */
function finishStatus(draft: WorkDraft, title: string): Work['status'] {
  if (draft.status && draft.status !== 'normal') return draft.status
  return /^(?:\[?retracted\b|【?(?:已)?撤[稿回销])/i.test(title) ? 'retracted' : 'normal'
}
