import type { LeafQuery, Query, SearchField } from './query.ts'

/** Fields that hold words or names; the others hold numbers and codes. */
export const TEXT_FIELDS: ReadonlySet<SearchField> = new Set<SearchField>([
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

/** Returns the texts of the words and phrases that are searched in a paper's text or names, each once. */
export function positiveWords(query: Query): string[] {
  const words = positiveLeaves(query).flatMap((leaf) => {
    return 'text' in leaf && TEXT_FIELDS.has(leaf.field) ? [leaf.text] : []
  })
  return [...new Set(words)]
}

/** Returns the leaves of a query without excluded ones. */
function positiveLeaves(query: Query): LeafQuery[] {
  if (query.kind === 'all' || query.kind === 'not') return []
  if ('parts' in query) return query.parts.flatMap(positiveLeaves)
  if (query.kind === 'near') return [...positiveLeaves(query.left), ...positiveLeaves(query.right)]
  return [query]
}
