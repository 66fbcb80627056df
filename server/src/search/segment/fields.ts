import type { Creator, Work } from '@scinav/contract'
import { forEachTerm } from '../analyse/analyse.ts'
import { nameTerms } from '../analyse/names.ts'
import { authorsOf, sourceKey } from '../document.ts'
import { addOccurrence, type Inverter, NO_POSITION, termNumber } from './inverter.ts'
import { MASKS } from './layout.ts'
import { AUTHOR_MASKS, SPACES } from './terms.ts'

/** A term that only a search in its own field finds. */
function addTerm(inverter: Inverter, term: string, doc: number): void {
  addOccurrence(inverter, termNumber(inverter, term), doc, NO_POSITION, 0)
}

/** The numbers of the terms of names that came before: the same people write again and again. */
export interface NameCache {
  /** Terms in the author's space. */
  names: Map<string, number[]>
  /** Words of names and sources that any search finds, and those in the source's space. */
  words: Map<string, number[]>
}

export const createNameCache = (): NameCache => ({ names: new Map(), words: new Map() })

/** Standards and patents are known by their numbers. */
const NUMBERED = new Set([6, 7])

function cached(cache: Map<string, number[]>, key: string, make: () => number[]): number[] {
  const known = cache.get(key)
  if (known) return known
  const made = make()
  cache.set(key, made)
  return made
}

/** Names and the source are found as words of any field too, without places. */
export function addNames(inverter: Inverter, cache: NameCache, work: Work, doc: number): void {
  for (const [index, author] of authorsOf(work).entries())
    addAuthor(inverter, cache, author, index === 0, doc)
  if (work.isbn && NUMBERED.has(work.resource_type))
    for (const number of wordNumbers(inverter, cache, work.isbn))
      addOccurrence(inverter, number, doc, NO_POSITION, MASKS.source)
  const { basic_sourcename: source } = work
  if (!source) return
  addTerm(inverter, SPACES.source_whole + sourceKey(source), doc)
  for (const number of wordNumbers(inverter, cache, source))
    addOccurrence(inverter, number, doc, NO_POSITION, MASKS.source)
  const spaced = cached(cache.names, SPACES.source + source, () => numbersIn(inverter, SPACES.source, source))
  for (const number of spaced) addOccurrence(inverter, number, doc, NO_POSITION, 0)
}

function addAuthor(inverter: Inverter, cache: NameCache, author: Creator, first: boolean, doc: number): void {
  const { name, name_zh, role, affiliations } = author
  const mask =
    AUTHOR_MASKS.any |
    (first ? AUTHOR_MASKS.first : 0) |
    (role === 'corresponding' ? AUTHOR_MASKS.corresponding : 0)
  const terms = cached(cache.names, `${name}/${name_zh ?? ''}`, () =>
    nameTerms(name, name_zh).map((term) => termNumber(inverter, SPACES.author + term)),
  )
  for (const number of terms) addOccurrence(inverter, number, doc, NO_POSITION, mask)
  for (const written of name_zh ? [name, name_zh] : [name])
    for (const number of wordNumbers(inverter, cache, written))
      addOccurrence(inverter, number, doc, NO_POSITION, MASKS.author)
  for (const affiliation of affiliations)
    for (const number of numbersIn(inverter, SPACES.affiliation, affiliation))
      addOccurrence(inverter, number, doc, NO_POSITION, 0)
}

function wordNumbers(inverter: Inverter, cache: NameCache, text: string): number[] {
  return cached(cache.words, text, () => numbersIn(inverter, '', text))
}

function numbersIn(inverter: Inverter, space: string, text: string): number[] {
  const numbers: number[] = []
  forEachTerm(text, (term) => numbers.push(termNumber(inverter, space + term)))
  return numbers
}

/** What is searched as it is written: codes, numbers, funds. */
export function addExactTerms(inverter: Inverter, work: Work, doc: number): void {
  for (const fund of work.funds) forEachTerm(fund, (term) => addTerm(inverter, SPACES.fund + term, doc))
  for (const code of work.clc_codes) addTerm(inverter, SPACES.clc + code.toUpperCase(), doc)
  for (const id of identifiersOf(work)) addTerm(inverter, SPACES.identifier + id, doc)
}

function identifiersOf(work: Work): string[] {
  const numbers: [string, string | null][] = [
    ['doi', work.doi],
    ['issn', work.issn],
    ['isbn', work.isbn],
    ...Object.entries(work.external_ids),
  ]
  return numbers.flatMap(([kind, value]) => (value ? [identifierTerm(kind, value)] : []))
}

/** The one way to write an identifier: `doi:10.1/x`, `issn:12345678`. */
export function identifierTerm(kind: string, value: string): string {
  const written = kind === 'issn' || kind === 'isbn' ? value.replaceAll(/[-\s]/g, '') : value
  return `${kind}:${written.toLowerCase()}`
}
