// The terms of texts and of papers, with their positions.
import type { Work } from '@scinav/contract'
import { analyze } from '../analysis/analyze.ts'
import { authorTerms } from '../analysis/names.ts'
import { isExactForm } from '../analysis/word-forms.ts'
import { authorsOf, yearOf } from '../index/document.ts'
import { identifierTerm } from '../index/fields.ts'
import { SPACES } from '../index/terms.ts'
import type { TermPlaces } from './term-places.ts'

/** Number of free positions between two texts. */
const TEXT_DISTANCE = 8

/** Returns the positions of the terms of several texts; terms of different texts are never adjacent. */
export function collectTextTerms(texts: string[]): TermPlaces {
  const terms: TermPlaces = new Map()
  let base = 0
  for (const text of texts) {
    let last = 0
    for (const { term, position } of analyze(text)) {
      last = Math.max(last, position)
      const positions = terms.get(term)
      if (positions) positions.push(base + position)
      else terms.set(term, [base + position])
    }
    base += last + TEXT_DISTANCE
  }
  return terms
}

/** Returns the stems of a text's words, each once, in the order of the text. */
export const textStems = (text: string): string[] =>
  [...collectTextTerms([text]).keys()].filter((term) => !isExactForm(term))

/**
 * Returns the terms of a paper's metadata: titles, keywords, venue, year, identifiers and authors. Year, identifiers
 * and names of authors have no positions.
 */
export function workTerms(work: Work): TermPlaces {
  const names = authorsOf(work)
  const terms = collectTextTerms([
    work.title,
    work.title_zh ?? '',
    ...work.keywords,
    work.basic_sourcename ?? '',
    ...names.flatMap(({ name, name_zh }) => [name, name_zh ?? '']),
  ])
  for (const { name, name_zh } of names)
    for (const term of authorTerms(name, name_zh)) terms.set(SPACES.author + term, [])
  for (const [kind, value] of Object.entries({ doi: work.doi, ...work.external_ids }))
    if (value) terms.set(SPACES.identifier + identifierTerm(kind, value), [])
  const year = yearOf(work.publish_date)
  if (year > 0) terms.set(String(year), [])
  return terms
}
