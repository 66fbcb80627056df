import type { Creator } from '@scinav/contract'
import { forEachTerm } from '../analysis/analyse.ts'
import { authorTerms } from '../analysis/names.ts'
import { authorsOf, sourceKey, titleKey } from './document.ts'
import { addOccurrence, type Inverter, NO_POSITION, OWN_SPACE } from './inverter.ts'
import { MASKS } from './layout.ts'
import type { IndexRecord } from './schema.ts'
import { termNumber } from './term-table.ts'
import { AUTHOR_MASKS, SPACES } from './terms.ts'

/** The numbers of the terms of names that came before: the same people write again and again. */
export interface NameCache {
  authors: Map<string, AuthorNumbers>
  sources: Map<string, SourceNumbers>
}

interface AuthorNumbers {
  /** Terms in the author's space. */
  names: number[]
  /** Words that any search finds. */
  words: number[]
}

interface SourceNumbers {
  /** Terms in the spaces of sources. */
  own: number[]
  words: number[]
}

export const createNameCache = (): NameCache => ({ authors: new Map(), sources: new Map() })

/** A term that only a search in its own field finds. */
function addOwn(inverter: Inverter, term: number, doc: number, mask = 0): void {
  addOccurrence(inverter, term, doc, NO_POSITION, OWN_SPACE | mask)
}

/** Names and the source are found as words of any field too, without places. */
export function addNames(inverter: Inverter, cache: NameCache, work: IndexRecord, doc: number): void {
  for (const [index, author] of authorsOf(work).entries())
    addAuthor(inverter, cache, author, index === 0, doc)
  const { basic_sourcename: source } = work
  if (!source) return
  const { own, words } = sourceNumbers(inverter, cache, source)
  for (const term of own) addOwn(inverter, term, doc)
  for (const term of words) addOccurrence(inverter, term, doc, NO_POSITION, MASKS.source)
}

function addAuthor(inverter: Inverter, cache: NameCache, author: Creator, first: boolean, doc: number): void {
  const { role, affiliations } = author
  const mask =
    AUTHOR_MASKS.any |
    (first ? AUTHOR_MASKS.first : 0) |
    (role === 'corresponding' ? AUTHOR_MASKS.corresponding : 0)
  const { names, words } = authorNumbers(inverter, cache, author)
  for (const term of names) addOwn(inverter, term, doc, mask)
  for (const term of words) addOccurrence(inverter, term, doc, NO_POSITION, MASKS.author)
  for (const affiliation of affiliations)
    forEachTerm(affiliation, (term) =>
      addOwn(inverter, termNumber(inverter.terms, SPACES.affiliation, term), doc),
    )
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
  const words = numbersIn(inverter, '', name)
  if (name_zh) words.push(...numbersIn(inverter, '', name_zh))
  const made = { names, words }
  authors.set(key, made)
  return made
}

function sourceNumbers(inverter: Inverter, { sources }: NameCache, source: string): SourceNumbers {
  const known = sources.get(source)
  if (known) return known
  const whole = termNumber(inverter.terms, SPACES.source_whole, sourceKey(source))
  const own = [whole, ...numbersIn(inverter, SPACES.source, source)]
  const made = { own, words: numbersIn(inverter, '', source) }
  sources.set(source, made)
  return made
}

function numbersIn(inverter: Inverter, space: string, text: string): number[] {
  const numbers: number[] = []
  forEachTerm(text, (term) => numbers.push(termNumber(inverter.terms, space, term)))
  return numbers
}

/** What is searched as it is written: whole titles, codes, numbers, funds. */
export function addExactTerms(inverter: Inverter, work: IndexRecord, doc: number): void {
  const add = (space: string, term: string) => addOwn(inverter, termNumber(inverter.terms, space, term), doc)
  if (work.called) for (const key of titleKeys(work)) add(SPACES.title, key)
  for (const fund of work.funds) forEachTerm(fund, (term) => add(SPACES.fund, term))
  for (const code of work.clc_codes) add(SPACES.clc, code.toUpperCase())
  const { doi, issn, isbn, external_ids } = work
  if (doi) add(SPACES.identifier, identifierTerm('doi', doi))
  if (issn) add(SPACES.identifier, identifierTerm('issn', issn))
  if (isbn) add(SPACES.identifier, identifierTerm('isbn', isbn))
  for (const kind in external_ids) add(SPACES.identifier, identifierTerm(kind, external_ids[kind] ?? ''))
}

/** Of both titles, each once. */
function titleKeys({ title, title_zh }: IndexRecord): string[] {
  const keys = [title, title_zh ?? ''].map(titleKey)
  return [...new Set(keys)].filter((key) => key !== '')
}

/** The one way to write an identifier: `doi:10.1/x`, `issn:12345678`. */
export function identifierTerm(kind: string, value: string): string {
  const written = kind === 'issn' || kind === 'isbn' ? value.replaceAll(/[-\s]/g, '') : value
  return `${kind}:${written.toLowerCase()}`
}
