import type { CountedFacet, IndexAnswer, IndexFilter, ValueCounts } from '../planning/term-index.ts'
import { matchQuery, type QueryContext, VALUE_FIELDS } from './match-query.ts'
import { allOf, type OpenSearchQuery } from './query.ts'
import type { Aggregation, SearchResult } from './searches.ts'
import type { NamedTables } from './values.ts'

const MAX_SHOWN_VALUES = 30
const MAX_YEARS = 10_000
/** Upper bound of source buckets when ranks are summed over all sources, below OpenSearch's limit of buckets. */
const MAX_SOURCES = 60_000
/** Number of values that each shard returns when there are several, so that the merged counts are correct. */
const VALUES_PER_SHARD = 1_000

interface FacetCounting {
  filters: IndexFilter[]
  facets: CountedFacet[]
  all_sources: boolean
  several: boolean
}

/**
 * Builds the aggregations of a search: each facet without its own filters, and how many records each filter excludes.
 */
export function countingAggs(counting: FacetCounting, matching: QueryContext): Record<string, object> {
  const { filters, facets } = counting
  const queries = filters.map(({ plan }) => matchQuery(plan, matching))
  const without = (left: (at: number) => boolean) => allOf(queries.filter((_, at) => !left(at)))
  const aggs: Record<string, object> = {}
  for (const facet of facets) {
    const filter = without((at) => filters[at]?.facet === facet)
    aggs[facet] = { filter, aggs: { values: { terms: termsAggregation(facet, counting) } } }
  }
  if (filters.length > 0) aggs.passed = { filter: allOf(queries) }
  queries.forEach((query, at) => {
    const others = queries.filter((_, other) => other !== at)
    aggs[`kept_out_${at}`] = {
      filter: { bool: { filter: others, must_not: [query] } } satisfies OpenSearchQuery,
    }
  })
  return aggs
}

function facetField(facet: CountedFacet): string {
  if (facet === 'year') return 'year'
  if (facet === 'resource_type') return 'type'
  return facet === 'is_oa' ? 'oa' : VALUE_FIELDS[facet]
}

function termsAggregation(facet: CountedFacet, { all_sources, several }: FacetCounting): object {
  const field = facetField(facet)
  if (facet === 'year') return { field, size: MAX_YEARS }
  if (facet === 'source' && all_sources) return { field, size: MAX_SOURCES }
  // One value more than is shown reveals whether there are more.
  return { field, size: MAX_SHOWN_VALUES + 1, ...(several && { shard_size: VALUES_PER_SHARD }) }
}

/** Returns the number of records that pass all filters. */
export const passedCount = ({ total, aggregations }: SearchResult): number =>
  aggregations.passed?.doc_count ?? total

/** Returns the number of records that each filter alone excludes. */
export const keptOutCounts = ({ aggregations }: SearchResult, filters: IndexFilter[]): number[] =>
  filters.map((_, at) => aggregations[`kept_out_${at}`]?.doc_count ?? 0)

/** Reads the counted facets, with numbers of this process for their values. */
export function readFacets(
  { aggregations }: SearchResult,
  { facets, all_sources }: FacetCounting,
  tables: NamedTables,
): IndexAnswer['facets'] {
  return Object.fromEntries(
    facets.map((facet) => {
      const found = aggregations[facet]?.values ?? {}
      const isWhole = facet === 'year' || (facet === 'source' && all_sources)
      const counts = readCounts(facet, found, tables)
      const shown = isWhole ? counts : counts.slice(0, MAX_SHOWN_VALUES)
      const approximate =
        (found.doc_count_error_upper_bound ?? 0) > 0 || (isWhole && (found.sum_other_doc_count ?? 0) > 0)
      return [facet, { counts: shown, more: counts.length > shown.length, approximate }]
    }),
  )
}

function readCounts(facet: CountedFacet, { buckets = [] }: Aggregation, tables: NamedTables): ValueCounts {
  const isNumber = facet === 'year' || facet === 'resource_type' || facet === 'is_oa'
  return buckets.map(({ key, doc_count }) => [
    isNumber ? Number(key) : tables[facet].numbered(String(key)),
    doc_count,
  ])
}
