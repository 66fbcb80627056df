import type { Work } from '@scinav/contract'
import { fold, nameTerms, textWithoutMarkup, yearOf } from '@scinav/search'

/** Identifiers that name one work and nothing else. */
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
/** Enough to find a title by; the titles themselves are compared afterwards. */
const MAX_KEY_CHARS = 80
const MONOGRAPH_TYPE = 2

/** A book that may appear again as another edition. */
export const isMonograph = ({ resource_type }: Pick<Work, 'resource_type'>): boolean =>
  resource_type === MONOGRAPH_TYPE

/** What a work can be found under again, identifiers first: `doi:10.1/x`, `arxiv:…`, `isbn:…`, `title:…`. */
export function workKeys(work: Work): string[] {
  const keys: string[] = []
  if (work.doi) keys.push(`doi:${work.doi}`)
  for (const [kind, id] of Object.entries(work.external_ids))
    if (IDENTIFYING_SCHEMES.has(kind) && id) keys.push(`${kind}:${id.toLowerCase()}`)
  // Chapters and papers of proceedings carry the number of their book.
  if (work.isbn && isMonograph(work) && /^97[89]\d{10}$/.test(normalizeIsbn(work.isbn)))
    keys.push(`isbn:${normalizeIsbn(work.isbn)}`)
  const title = titleLookupKey(work.title)
  if (title !== '') keys.push(title)
  return keys
}

/** The key under which works of a title are found; '' where nothing of it can be compared. */
export function titleLookupKey(title: string): string {
  const key = titleKey(title)
  return key === '' ? '' : `title:${key.slice(0, MAX_KEY_CHARS)}`
}

/** Keys under which other works cite a work: its identifiers, `doi:…`, `arxiv:…`; a title identifies nothing. */
export function identifierKeys(work: Work): string[] {
  return workKeys(work).filter((key) => !key.startsWith('title:'))
}

const normalizeIsbn = (isbn: string) => isbn.replaceAll(/[-\s]/g, '')

/** A title without case, accents, mark-up, punctuation and spaces, in simplified characters. */
export function titleKey(title: string): string {
  return fold(textWithoutMarkup(title), false)
    .text.normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

export type WorkComparison = 'same' | 'version' | 'other'

/**
 * Whether two records that share a key are one work (facts.md, "Duplicate detection").
 *
 * One identifier with unlike titles is suspicious, never the same. A title needs a year that differs by one at most
 * and a common author; two DOIs, or two kinds of article, are versions of one work, such as preprint and article.
 */
export function compareWorks(a: Work, b: Work, key: string): WorkComparison {
  const sameTitle = titleKey(a.title) === titleKey(b.title)
  if (!key.startsWith('title:')) return sameTitle || areTitlesSimilar(a.title, b.title) ? 'same' : 'other'
  return sameTitle && areYearsClose(a, b) && haveCommonAuthor(a, b) ? compareKinds(a, b) : 'other'
}

function compareKinds(a: Work, b: Work): WorkComparison {
  if (a.resource_type !== b.resource_type)
    return isArticle(a.resource_type) && isArticle(b.resource_type) ? 'version' : 'other'
  return differ(a.doi, b.doi) || differ(a.external_ids.acl, b.external_ids.acl) ? 'version' : 'same'
}

const differ = (a: string | null | undefined, b: string | null | undefined) => !!a && !!b && a !== b

/** Journal article, conference paper and preprint may be versions of one work; a book of that title is another. */
const isArticle = (type: number) => type === 1 || type === 5 || type === 9

function areYearsClose(a: Work, b: Work): boolean {
  const [first, second] = [yearOf(a.publish_date), yearOf(b.publish_date)]
  return first === 0 || second === 0 || Math.abs(first - second) <= 1
}

/** Two titles under one identifier: one may lack its subtitle or be a translation of the other. */
function areTitlesSimilar(a: string, b: string): boolean {
  const [first, second] = [titleKey(a), titleKey(b)]
  if (first.startsWith(second) || second.startsWith(first)) return true
  if (/\p{Script=Han}/u.test(first) !== /\p{Script=Han}/u.test(second)) return true
  const [wordsA, wordsB] = [wordSet(a), wordSet(b)]
  const shared = [...wordsA].filter((word) => wordsB.has(word)).length
  return shared >= 0.5 * Math.min(wordsA.size, wordsB.size)
}

function wordSet(title: string): Set<string> {
  return new Set(fold(textWithoutMarkup(title), false).text.match(/[\p{L}\p{N}]+/gu) ?? [])
}

/** A name both have, in characters or in pinyin; works without any author have that in common. */
function haveCommonAuthor(a: Work, b: Work): boolean {
  if (a.creators.length === 0 || b.creators.length === 0) return a.creators.length === b.creators.length
  const known = new Set(a.creators.flatMap(fullNames))
  return b.creators.some((creator) => fullNames(creator).some((name) => known.has(name)))
}

/** Spellings with surname and at least an initial. */
function fullNames({ name, name_zh }: Work['creators'][number]): string[] {
  const terms = nameTerms(name, name_zh)
  const full = terms.filter((term) => term.includes(' ') || /\p{Script=Han}{2}/u.test(term))
  return full.length > 0 ? full : terms
}
