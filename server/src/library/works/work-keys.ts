import { RESOURCE_TYPE, type Work } from '@scinav/contract'
import { fold, nameTerms, textWithoutMarkup, yearOf } from '@scinav/search'

/** Identifier schemes whose ids name exactly one work. */
const IDENTIFYING_SCHEMES = new Set([
  'arxiv',
  'pmid',
  'pmcid',
  'openalex',
  'cstr',
  'dblp',
  'acl',
  'cnki',
  'wos',
])
/** Maximum length of a title key in UTF-16 units: enough to find candidates, whose full titles are then compared. */
const MAX_KEY_CHARS = 80

/** Returns whether a work is a book, which may appear in several editions. */
export const isMonograph = ({ resource_type }: Pick<Work, 'resource_type'>): boolean =>
  resource_type === RESOURCE_TYPE.book

/**
 * Returns the keys under which a work is found again, identifiers first: `doi:10.1/x`, `arxiv:…`, `isbn:…`,
 * `title:…`.
 */
export function workKeys(work: Work): string[] {
  const keys: string[] = []
  if (work.doi) keys.push(`doi:${work.doi}`)
  for (const [kind, id] of Object.entries(work.external_ids))
    if (IDENTIFYING_SCHEMES.has(kind) && id) keys.push(`${kind}:${id.toLowerCase()}`)
  // Chapters and papers in proceedings carry the ISBN of their book.
  if (work.isbn && isMonograph(work) && /^97[89]\d{10}$/.test(normalizeIsbn(work.isbn)))
    keys.push(`isbn:${normalizeIsbn(work.isbn)}`)
  const title = titleLookupKey(work.title)
  if (title !== '') keys.push(title)
  return keys
}

/** Returns the key under which works with a title are found, or '' when the title has no comparable characters. */
export function titleLookupKey(title: string): string {
  const key = titleKey(title)
  return key === '' ? '' : `title:${key.slice(0, MAX_KEY_CHARS)}`
}

/**
 * Returns the keys by which other works cite a work, such as `doi:…` and `arxiv:…`. Title keys are excluded because a
 * title does not identify a work.
 */
export function identifierKeys(work: Work): string[] {
  return workKeys(work).filter((key) => !key.startsWith('title:'))
}

/** Returns an ISBN without hyphens and spaces. */
const normalizeIsbn = (isbn: string) => isbn.replaceAll(/[-\s]/g, '')

/** Returns a title without case, accents, mark-up, punctuation and spaces, in simplified characters. */
export function titleKey(title: string): string {
  return fold(textWithoutMarkup(title), false)
    .text.normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** The result of `compareWorks`: the same work, another version of it, or another work. */
export type WorkComparison = 'same' | 'version' | 'other'

/**
 * Compares two records that share a key.
 *
 * An identifier makes them the same work only if their titles are similar. A title key requires equal titles, years
 * that differ by at most one, and a common author; two DOIs, or two kinds of article such as preprint and journal
 * article, then make them versions of one work.
 */
export function compareWorks(a: Work, b: Work, key: string): WorkComparison {
  const sameTitle = titleKey(a.title) === titleKey(b.title)
  if (!key.startsWith('title:')) return sameTitle || areTitlesSimilar(a.title, b.title) ? 'same' : 'other'
  return sameTitle && areYearsClose(a, b) && haveCommonAuthor(a, b) ? compareKinds(a, b) : 'other'
}

/** Compares two records with equal titles, close years and a common author. */
function compareKinds(a: Work, b: Work): WorkComparison {
  if (a.resource_type !== b.resource_type)
    return isArticle(a.resource_type) && isArticle(b.resource_type) ? 'version' : 'other'
  return differ(a.doi, b.doi) || differ(a.external_ids.acl, b.external_ids.acl) ? 'version' : 'same'
}

/** Returns whether both values are known and differ. */
const differ = (a: string | null | undefined, b: string | null | undefined) => !!a && !!b && a !== b

/**
 * Returns whether a type is a journal article, conference paper or preprint. These may be versions of one work, while
 * a book with the same title is another work.
 */
const isArticle = (type: number) =>
  type === RESOURCE_TYPE.journalArticle ||
  type === RESOURCE_TYPE.conferencePaper ||
  type === RESOURCE_TYPE.preprint

/** Returns whether years differ by at most one; an unknown year is close to any. */
function areYearsClose(a: Work, b: Work): boolean {
  const [first, second] = [yearOf(a.publish_date), yearOf(b.publish_date)]
  return first === 0 || second === 0 || Math.abs(first - second) <= 1
}

/** Low, because the titles share an identifier: only a wrong identifier is to be noticed. */
const MIN_SHARED_WORD_SHARE = 0.5

/**
 * Returns whether two titles under one identifier are plausible for one work: one begins with the other, they are in
 * different scripts (a translation), or they share `MIN_SHARED_WORD_SHARE` of the distinct words of the one with fewer.
 */
function areTitlesSimilar(a: string, b: string): boolean {
  const [first, second] = [titleKey(a), titleKey(b)]
  if (first.startsWith(second) || second.startsWith(first)) return true
  if (/\p{Script=Han}/u.test(first) !== /\p{Script=Han}/u.test(second)) return true
  const [wordsA, wordsB] = [wordSet(a), wordSet(b)]
  const shared = [...wordsA].filter((word) => wordsB.has(word)).length
  return shared >= MIN_SHARED_WORD_SHARE * Math.min(wordsA.size, wordsB.size)
}

/** Returns the distinct words of a title in their folded form. */
function wordSet(title: string): Set<string> {
  return new Set(fold(textWithoutMarkup(title), false).text.match(/[\p{L}\p{N}]+/gu) ?? [])
}

/**
 * Returns whether two works share an author's name, in characters or in pinyin; two works without any authors count
 * as sharing one.
 */
function haveCommonAuthor(a: Work, b: Work): boolean {
  if (a.creators.length === 0 || b.creators.length === 0) return a.creators.length === b.creators.length
  const known = new Set(a.creators.flatMap(fullNames))
  return b.creators.some((creator) => fullNames(creator).some((name) => known.has(name)))
}

/** Returns the spellings of a name that have a surname and at least an initial, or all when there is none. */
function fullNames({ name, name_zh }: Work['creators'][number]): string[] {
  const terms = nameTerms(name, name_zh)
  const full = terms.filter((term) => term.includes(' ') || /\p{Script=Han}{2}/u.test(term))
  return full.length > 0 ? full : terms
}
