import type { Creator } from '@scinav/contract'
import { foldedText, forEachTerm, forEachWord } from '../analysis/analyse.ts'
import { authorTerms } from '../analysis/names.ts'
import { sourceKey, writeTitleKey } from './document.ts'
import { addOccurrence, type Inverter, NO_POSITION, pushWordNumbers, SPACE_FLAG } from './inverter.ts'
import { MASKS } from './layout.ts'
import type { IndexRecord } from './schema.ts'
import { beginTerm, endTerm, termNumber } from './term-table.ts'
import { AUTHOR_MASKS, SPACES } from './terms.ts'
import { workNameTerms } from './work-names.ts'

/** Cached term numbers of names, as the same people publish repeatedly. */
export interface NameCache {
  authors: Map<string, AuthorNumbers>
  sources: Map<string, SourceNumbers>
}

/** Cached numbers of one author. */
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
  own: number[]
  words: number[]
}

export const createNameCache = (): NameCache => ({ authors: new Map(), sources: new Map() })

/** Adds a term that only a search in its own field finds. */
function addSpaceTerm(inverter: Inverter, term: number, doc: number, mask = 0): void {
  addOccurrence(inverter, term, doc, NO_POSITION, SPACE_FLAG | mask)
}

/**
 * Adds author and source names, which a search in any field finds too, without positions. Returns the cached numbers of
 * the authors, in order.
 *
 * @param authors authors of the work.
 */
export function addNames(
  inverter: Inverter,
  cache: NameCache,
  { basic_sourcename: source }: IndexRecord,
  authors: Creator[],
  doc: number,
): AuthorNumbers[] {
  const numbers = authors.map((author, at) => addAuthor(inverter, cache, author, at === 0, doc))
  if (source) addSource(inverter, cache, source, doc)
  return numbers
}

function addSource(inverter: Inverter, cache: NameCache, source: string, doc: number): void {
  const { own, words } = sourceNumbers(inverter, cache, source)
  for (const term of own) addSpaceTerm(inverter, term, doc)
  for (const term of words) addOccurrence(inverter, term, doc, NO_POSITION, MASKS.source)
}

function addAuthor(
  inverter: Inverter,
  cache: NameCache,
  author: Creator,
  first: boolean,
  doc: number,
): AuthorNumbers {
  const { role, affiliations } = author
  const mask =
    AUTHOR_MASKS.any |
    (first ? AUTHOR_MASKS.first : 0) |
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

function authorNumbers(
  inverter: Inverter,
  { authors }: NameCache,
  { name, name_zh }: Creator,
): AuthorNumbers {
  const key = name_zh ? `${name}/${name_zh}` : name
  const known = authors.get(key)
  if (known) return known
  const names = authorTerms(name, name_zh).map((term) => termNumber(inverter.terms, SPACES.author, term))
  const words: number[] = []
  pushNumbers(inverter, name, words)
  if (name_zh) pushNumbers(inverter, name_zh, words)
  const made = { names, words, value: 0, value_zh: 0 }
  authors.set(key, made)
  return made
}

function sourceNumbers(inverter: Inverter, { sources }: NameCache, source: string): SourceNumbers {
  const known = sources.get(source)
  if (known) return known
  const whole = termNumber(inverter.terms, SPACES.source_whole, sourceKey(source))
  const own = [whole]
  forEachTerm(source, (term) => own.push(termNumber(inverter.terms, SPACES.source, term)))
  const made: SourceNumbers = { own, words: [] }
  pushNumbers(inverter, source, made.words)
  sources.set(source, made)
  return made
}

/** Adds the numbers of the terms that a search in any field finds; words cache theirs. */
function pushNumbers(inverter: Inverter, text: string, numbers: number[]): void {
  forEachWord(
    foldedText(text),
    (entry) => pushWordNumbers(inverter, entry, numbers),
    (term) => numbers.push(termNumber(inverter.terms, '', term)),
  )
}

/** Adds the title terms of a paper: its folded titles, each once. */
export function addTitles(inverter: Inverter, title: string, title_zh: string, doc: number): void {
  const first = titleNumber(inverter, title)
  const second = titleNumber(inverter, title_zh)
  if (first >= 0) addSpaceTerm(inverter, first, doc)
  if (second >= 0 && second !== first) addSpaceTerm(inverter, second, doc)
}

/** Returns the number of a title's term; -1 for a title without a key. */
function titleNumber({ terms }: Inverter, folded: string): number {
  if (folded === '') return -1
  const from = beginTerm(terms, SPACES.title)
  const end = writeTitleKey(folded, terms.bytes.array, from)
  return end > from ? endTerm(terms, end) : -1
}

/** Adds the names of the work in its titles, and of other works in its abstracts. */
export function addWorkNames(inverter: Inverter, work: IndexRecord, doc: number): void {
  for (const term of workNameTerms(work)) addSpaceTerm(inverter, termNumber(inverter.terms, '', term), doc)
}

/** Adds terms of codes, numbers and funds. */
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
  const written = kind === 'issn' || kind === 'isbn' ? value.replaceAll(/[-\s]/g, '') : value
  return `${kind}:${written.toLowerCase()}`
}
