import { blankWork, type Creator, type Work } from '@scinav/contract'
import { normalizeOrcid } from './fields/identifiers.ts'
import { guessLanguage, normalizeLanguage } from './fields/language.ts'
import { markOthers } from './fields/name-lists.ts'
import { cleanMarkup, cleanPlainText, cleanText } from './fields/text.ts'
import {
  cleanDoiAddress,
  finishIdentifiers,
  finishNumbers,
  finishPublication,
  MAX_CSL_TEXT_CHARS,
  MAX_LISTED_TEXT_CHARS,
  textOrNull,
  webAddress,
} from './finish-publication.ts'
import { addWarning, excerptOf, RecordFault } from './format.ts'
import type { WorkDraft } from './work-draft.ts'

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

/** Returns an institution without the separators of a list around it. */
const cleanAffiliation = (text: string): string =>
  cleanPlainText(text)
    .replace(/^[;；\s]+/, '')
    .replace(/(?<![;；,\s])[;；,\s]+$/, '')

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
