import type { AllValues } from '../index/values.ts'
import type { Completions, CountedFacet, IndexAnswer, ValueCounts } from '../planning/term-index.ts'
import type { Vocabulary } from '../planning/vocabulary.ts'

/** A facet of a search: the counted ones, and ranks of sources. */
export type FacetName = CountedFacet | 'rank'

/**
 * A facet with named values: all years, the latest first; of other facets at most 30 values, those with the most papers
 * first.
 */
export interface Facet {
  /** `value` is the value of a filter, `label` its spelling in records. */
  list: { value: string; label: string; count: number }[]
  /** Whether there are values that the list lacks. */
  more: boolean
  /** Whether counts may be too low; those of the embedded engine never are. */
  approximate: boolean
}

/** Maximum number of values of a facet, except for years. */
const MAX_SHOWN_VALUES = 30

/** Returns the facets to be counted in the index: ranks are not counted there but summed from all sources. */
export function countedFacets(requested: readonly FacetName[], { ranks }: Vocabulary) {
  const all_sources = ranks.size > 0 && requested.includes('rank')
  const facets: CountedFacet[] = requested.filter((name) => name !== 'rank')
  if (all_sources && !facets.includes('source')) facets.push('source')
  return { facets, all_sources }
}

/** Returns the requested facets with the values that filters take. */
export function namedFacets(
  requested: readonly FacetName[],
  answer: IndexAnswer,
  values: AllValues,
  vocabulary: Vocabulary,
): Partial<Record<FacetName, Facet>> {
  return Object.fromEntries(
    requested.map((name) => [
      name,
      name === 'rank'
        ? rankFacet(answer, values, vocabulary)
        : namedFacet(name, answer.facets[name] ?? { counts: [], more: false }, values),
    ]),
  )
}

/** Returns a facet with its values named, years by descending number, others as counted. */
function namedFacet(
  name: CountedFacet,
  counted: NonNullable<IndexAnswer['facets'][CountedFacet]>,
  values: AllValues,
): Facet {
  const counts =
    name === 'year' ? counted.counts.toSorted(([a], [b]) => b - a) : counted.counts.slice(0, MAX_SHOWN_VALUES)
  const list = counts.map(([number, count]) => ({ ...namedValue(name, number, values), count }))
  return {
    list,
    more: counted.more || counted.counts.length > list.length,
    approximate: counted.approximate ?? false,
  }
}

/** Returns the value by which a facet filters and its label for the user. */
function namedValue(name: CountedFacet, number: number, values: AllValues): { value: string; label: string } {
  if (name === 'year' || name === 'resource_type') return { value: String(number), label: String(number) }
  if (name === 'is_oa') return { value: String(number === 1), label: String(number === 1) }
  return { value: values[name].keyOf(number), label: values[name].labelOf(number) }
}

/** Sums the counts of the sources of each rank; a paper counts in every rank of its source. */
function rankFacet({ facets }: IndexAnswer, { source }: AllValues, { ranks }: Vocabulary): Facet {
  const bySource = new Map(facets.source?.counts.map(([number, count]) => [source.keyOf(number), count]))
  const list = [...ranks].flatMap(([rank, keys]) => {
    let count = 0
    for (const key of keys) count += bySource.get(key) ?? 0
    return count > 0 ? [{ value: rank, label: rank, count }] : []
  })
  list.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
  return {
    list: list.slice(0, MAX_SHOWN_VALUES),
    more: list.length > MAX_SHOWN_VALUES,
    approximate: facets.source?.approximate ?? false,
  }
}

/** Completions of a text, best first; `papers` is the number of papers with the value. */
export interface Suggestions {
  keywords: { text: string; papers: number }[]
  authors: { text: string; papers: number }[]
  sources: { text: string; papers: number }[]
  /** Numbers of papers whose titles match. */
  titles: number[]
}

/** Replaces value numbers of completions by their labels, dropping unknown values. */
export function namedSuggestions(
  { keyword, author, source, titles }: Completions,
  values: AllValues,
): Suggestions {
  const named = (table: 'keyword' | 'author' | 'source', counts: ValueCounts) =>
    counts
      .map(([number, papers]) => ({ text: values[table].labelOf(number), papers }))
      .filter(({ text }) => text !== '')
  return {
    keywords: named('keyword', keyword),
    authors: named('author', author),
    sources: named('source', source),
    titles,
  }
}
