import type { Field, LeafQuery, Query } from './query.ts'

/** A word or phrase that hits contain, to be marked in a field's text. */
export interface HighlightWord {
  field: Field
  kind: 'word' | 'phrase' | 'prefix' | 'wildcard'
  text: string
}

const textFields = new Set<Field>([
  'any',
  'title',
  'abstract',
  'keyword',
  'author',
  'first_author',
  'corresponding',
  'affiliation',
  'source',
  'fund',
])

/** The words and phrases that a query looks for, without those it excludes. */
export function highlightWords(query: Query): HighlightWord[] {
  return positiveLeaves(query).flatMap((leaf) => {
    if (leaf.kind === 'range') return []
    return [{ field: leaf.field, kind: leaf.kind, text: leaf.kind === 'wildcard' ? leaf.pattern : leaf.text }]
  })
}

/** The texts of the words that are looked for in a paper's text or names, each once. */
export function positiveWords(query: Query): string[] {
  const words = highlightWords(query).filter(
    ({ field, kind }) => textFields.has(field) && kind !== 'wildcard',
  )
  return [...new Set(words.map(({ text }) => text))]
}

function positiveLeaves(query: Query): LeafQuery[] {
  if (query.kind === 'all' || query.kind === 'not') return []
  if ('parts' in query) return query.parts.flatMap(positiveLeaves)
  if (query.kind === 'near') return [...positiveLeaves(query.left), ...positiveLeaves(query.right)]
  return [query]
}
