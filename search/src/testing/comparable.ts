import type { AllValues } from '../index/values.ts'
import type { CountedFacet, IndexAnswer, IndexRequest } from '../planning/term-index.ts'

/** Returns the parts of an answer that must be equal, with values given by their keys. */
export function comparableAnswer(answer: IndexAnswer, values: AllValues) {
  const { total, partial, counts_partial, unfiltered, named_count, kept_out, facets } = answer
  const names = Object.keys(facets).sort() as CountedFacet[]
  const counts = names.map((name) => {
    const { counts, more } = facets[name] ?? { counts: [], more: false }
    const named = counts.map(([value, count]) => `${valueKey(name, value, values)}: ${count}`)
    return [name, more, more ? countNumbers(counts) : named.sort()]
  })
  return { total, partial, counts_partial, unfiltered, named_count, kept_out, counts }
}

/**
 * Returns the counts alone: among equal counts the values that came first are shown, which may differ between indexes.
 */
const countNumbers = (counts: [number, number][]) => counts.map(([, count]) => count)

function valueKey(name: CountedFacet, value: number, values: AllValues): string {
  if (name === 'year' || name === 'resource_type' || name === 'is_oa') return String(value)
  return values[name].keyOf(value)
}

/**
 * Returns hits in order where the order is defined; otherwise title hits, other hits of the plan, and partial matches
 * as sets.
 */
export function comparableHits(
  { hits, total, named_count }: IndexAnswer,
  { sort, limit }: IndexRequest,
): number[][] {
  const seqs = hits.map(({ seq }) => seq)
  if (sort !== 'relevance') return [seqs]
  if (limit < seqs.length || limit < 100) return [[seqs.length]]
  return [seqs.slice(0, named_count), seqs.slice(named_count, total), seqs.slice(total)].map((tier) =>
    tier.sort((a, b) => a - b),
  )
}
