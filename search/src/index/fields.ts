import type { Creator } from '@scinav/contract'
import { foldedText, forEachTerm, forEachWord } from '../analysis/analyze.ts'
import { authorTerms } from '../analysis/names.ts'
import { sourceKey, writeTitleKey } from './document.ts'
import { addOccurrence, type Inverter, NO_POSITION, pushWordNumbers, SPACE_FLAG } from './inverter.ts'
import { MASKS } from './layout.ts'
import type { IndexRecord } from './schema.ts'
import { beginTerm, endTerm, termNumber } from './term-table.ts'
import { AUTHOR_MASKS, SPACES } from './terms.ts'
import { workNameTerms } from './work-names.ts'

/** Cached term numbers of one author. */
export interface AuthorNumbers {
  /** Terms in the author space. */
  names: number[]
  /** Words that a search in any field finds. */
  words: number[]
  /** Numbers among the facet's values by `name` and by `name_zh`; 0 until requested. */
  value: number
  value_zh: number
}

interface SourceNumbers {
  /** Terms in the source spaces. */
  names: number[]
  /** Words that a search in any field finds. */
  words: number[]
}

/**
 * Cached term numbers by name, because the same people and journals publish repeatedly. They are valid for one
 * inverter.
 */
export interface NameCache {
  authors: Map<string, AuthorNumbers>
  sources: Map<string, SourceNumbers>
}

/** Creates an empty cache. */
export const createNameCache = (): NameCache => ({ authors: new Map(), sources: new Map() })

/**
 * Adds author and source names, which a search in any field finds too, without positions. Returns the authors, in
 * order, with their cached numbers.
 *
 * @param authors authors of the work; the first one is its first author.
 */
export function addNames(
  inverter: Inverter,
  cache: NameCache,
  { basic_sourcename: source }: IndexRecord,
  authors: Creator[],
  doc: number,
): { author: Creator; numbers: AuthorNumbers }[] {
  const numbered = authors.map((author, at) => {
    return { author, numbers: addAuthor(inverter, cache, author, at === 0, doc) }
  })
  if (source) addSource(inverter, cache, source, doc)
  return numbered
}

/** Adds the terms of an author, with the role in the mask, and the words of the affiliations. */
function addAuthor(
  inverter: Inverter,
  cache: NameCache,
  author: Creator,
  isFirst: boolean,
  doc: number,
): AuthorNumbers {
  const { role, affiliations } = author
  const mask =
    AUTHOR_MASKS.any |
    (isFirst ? AUTHOR_MASKS.first : 0) |
    (role === 'corresponding' ? AUTHOR_MASKS.corresponding : 0)
  const numbers = authorNumbers(inverter, cache, author)
  const { names, words } = numbers
  for (const term of names) addSpaceTerm(inverter, term, doc, mask)
  for (const term of words) addOccurrence(inverter, term, doc, NO_POSITION, MASKS.author)
  for (const affiliation of affiliations)
    forEachTerm(affiliation, (term) =>
      addSpaceTerm(inverter, termNumber(inverter.terms, SPACES.affiliation, term), doc),
    )
  return numbers
}

/** Returns the cached term numbers of an author, or computes them. */
function authorNumbers(
  inverter: Inverter,
  { authors }: NameCache,
  { name, name_zh }: Creator,
): AuthorNumbers {
  const key = name_zh ? `${name}/${name_zh}` : name
  const cached = authors.get(key)
  if (cached) return cached
  const names = authorTerms(name, name_zh).map((term) => termNumber(inverter.terms, SPACES.author, term))
  const words: number[] = []
  pushNumbers(inverter, name, words)
  if (name_zh) pushNumbers(inverter, name_zh, words)
  const numbers = { names, words, value: 0, value_zh: 0 }
  authors.set(key, numbers)
  return numbers
}

/** Appends to `numbers` those of the terms of a text that a search in any field finds. */
function pushNumbers(inverter: Inverter, text: string, numbers: number[]): void {
  forEachWord(
    foldedText(text),
    (entry) => pushWordNumbers(inverter, entry, numbers),
    (term) => numbers.push(termNumber(inverter.terms, '', term)),
  )
}

/** Adds a term, given by its number, that only a search in its own field finds. */
function addSpaceTerm(inverter: Inverter, term: number, doc: number, mask = 0): void {
  addOccurrence(inverter, term, doc, NO_POSITION, SPACE_FLAG | mask)
}

/** Adds the source of a paper: the terms of its name in the spaces of sources, and its words with their own mask. */
function addSource(inverter: Inverter, cache: NameCache, source: string, doc: number): void {
  const { names, words } = sourceNumbers(inverter, cache, source)
  for (const term of names) addSpaceTerm(inverter, term, doc)
  for (const term of words) addOccurrence(inverter, term, doc, NO_POSITION, MASKS.source)
}

/** Returns the cached term numbers of a source, or computes them. */
function sourceNumbers(inverter: Inverter, { sources }: NameCache, source: string): SourceNumbers {
  const cached = sources.get(source)
  if (cached) return cached
  const whole = termNumber(inverter.terms, SPACES.source_whole, sourceKey(source))
  const names = [whole]
  forEachTerm(source, (term) => names.push(termNumber(inverter.terms, SPACES.source, term)))
  const numbers: SourceNumbers = { names, words: [] }
  pushNumbers(inverter, source, numbers.words)
  sources.set(source, numbers)
  return numbers
}

/** Number of the term of a title that has no key. */
const NO_TERM = -1

/** Adds the title terms of a paper, each once, from its folded titles; an empty title has none. */
export function addTitles(inverter: Inverter, title: string, title_zh: string, doc: number): void {
  const first = titleNumber(inverter, title)
  const second = titleNumber(inverter, title_zh)
  if (first !== NO_TERM) addSpaceTerm(inverter, first, doc)
  if (second !== NO_TERM && second !== first) addSpaceTerm(inverter, second, doc)
}

/** Returns the number of a title's term, or `NO_TERM`. */
function titleNumber({ terms }: Inverter, folded: string): number {
  if (folded === '') return NO_TERM
  const from = beginTerm(terms, SPACES.title)
  const end = writeTitleKey(folded, terms.bytes.array, from)
  return end > from ? endTerm(terms, end) : NO_TERM
}

/** Adds the names of the work in its titles, and of other works in its abstracts. */
export function addWorkNames(inverter: Inverter, work: IndexRecord, doc: number): void {
  for (const term of workNameTerms(work)) addSpaceTerm(inverter, termNumber(inverter.terms, '', term), doc)
}

/** Adds terms of funds, classes of the Chinese Library Classification, and identifiers. */
export function addExactTerms(inverter: Inverter, work: IndexRecord, doc: number): void {
  const add = (space: string, term: string) =>
    addSpaceTerm(inverter, termNumber(inverter.terms, space, term), doc)
  for (const fund of work.funds) forEachTerm(fund, (term) => add(SPACES.fund, term))
  for (const code of work.clc_codes) add(SPACES.clc, code.toUpperCase())
  const { doi, issn, isbn, external_ids } = work
  if (doi) add(SPACES.identifier, identifierTerm('doi', doi))
  if (issn) add(SPACES.identifier, identifierTerm('issn', issn))
  if (isbn) add(SPACES.identifier, identifierTerm('isbn', isbn))
  for (const kind in external_ids) add(SPACES.identifier, identifierTerm(kind, external_ids[kind] ?? ''))
}

/** Returns the canonical form of an identifier: `doi:10.1/x`, `issn:12345678`. */
export function identifierTerm(kind: string, value: string): string {
  const compact = kind === 'issn' || kind === 'isbn' ? value.replaceAll(/[-\s]/g, '') : value
  return `${kind}:${compact.toLowerCase()}`
}
