import type { CountedFacet, IndexAnswer, IndexFilter, ValueCounts } from '../planning/term-index.ts'
import { matchQuery, type QueryContext, VALUE_FIELDS } from './match-query.ts'
import { allOf, type OpenSearchQuery } from './query.ts'
import type { Aggregation, SearchResult } from './searches.ts'
import type { NamedTables } from './values.ts'

/** Which facets are counted, and how. */
interface FacetCounting {
  filters: IndexFilter[]
  facets: CountedFacet[]
  /** Whether every source is counted, because ranks are summed from the counts. */
  all_sources: boolean
  /** Whether the index has several shards, whose counts are merged. */
  has_several_shards: boolean
}

/**
 * Builds the aggregations of OpenSearch that count a search: each facet without its own filter (by its name), the
 * records that pass all filters (`passed`, where there are filters), and the records that each filter alone excludes
 * (`kept_out_` and the index of the filter).
 */
export function countingAggs(counting: FacetCounting, context: QueryContext): Record<string, object> {
  const { filters, facets } = counting
  const queries = filters.map(({ plan }) => matchQuery(plan, context))
  const aggs: Record<string, object> = {}
  for (const facet of facets) {
    const others = queries.filter((_, at) => filters[at]?.facet !== facet)
    aggs[facet] = { filter: allOf(others), aggs: { values: { terms: termsAggregation(facet, counting) } } }
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

/** Number of values that a facet shows, unless all are counted. */
const MAX_SHOWN_VALUES = 30
/** Upper bound of the number of years. */
const MAX_YEARS = 10_000
/** Upper bound of source buckets when ranks are summed over all sources, below OpenSearch's limit of buckets. */
const MAX_SOURCES = 60_000
/** Number of values that each shard returns when there are several, so that the merged counts are correct. */
const VALUES_PER_SHARD = 1_000

/** Builds the aggregation that counts the values of a facet. */
function termsAggregation(facet: CountedFacet, counting: FacetCounting): object {
  const field = facetField(facet)
  if (countsAllValues(facet, counting)) return { field, size: facet === 'year' ? MAX_YEARS : MAX_SOURCES }
  // One value more than is shown reveals whether there are more.
  return {
    field,
    size: MAX_SHOWN_VALUES + 1,
    ...(counting.has_several_shards && { shard_size: VALUES_PER_SHARD }),
  }
}

/** Returns the name of the field that holds the values of a facet. */
function facetField(facet: CountedFacet): string {
  if (facet === 'year') return 'year'
  if (facet === 'resource_type') return 'type'
  return facet === 'is_oa' ? 'oa' : VALUE_FIELDS[facet]
}

/** Returns whether all values of a facet are counted: every year, and every source where ranks are summed. */
const countsAllValues = (facet: CountedFacet, { all_sources }: Pick<FacetCounting, 'all_sources'>) =>
  facet === 'year' || (facet === 'source' && all_sources)

/** Returns the number of records that pass all filters. */
export const passedCount = ({ total, aggregations }: SearchResult): number =>
  aggregations.passed?.doc_count ?? total

/** Returns the number of records that each filter alone excludes. */
export const keptOutCounts = ({ aggregations }: SearchResult, filters: IndexFilter[]): number[] =>
  filters.map((_, at) => aggregations[`kept_out_${at}`]?.doc_count ?? 0)

/**
 * Reads the counted facets, with numbers of this process for their values. Counts are approximate when shards have
 * returned too few values to merge them exactly, or when a facet has more values than can be counted.
 */
export function readFacets(
  { aggregations }: SearchResult,
  { facets, all_sources }: Pick<FacetCounting, 'facets' | 'all_sources'>,
  tables: NamedTables,
): IndexAnswer['facets'] {
  return Object.fromEntries(
    facets.map((facet) => {
      const values = aggregations[facet]?.values ?? {}
      const isComplete = countsAllValues(facet, { all_sources })
      const counts = readCounts(facet, values, tables)
      const shownCounts = isComplete ? counts : counts.slice(0, MAX_SHOWN_VALUES)
      const approximate =
        (values.doc_count_error_upper_bound ?? 0) > 0 || (isComplete && (values.sum_other_doc_count ?? 0) > 0)
      return [facet, { counts: shownCounts, more: counts.length > shownCounts.length, approximate }]
    }),
  )
}

/** Returns the counts of a facet by value number. */
function readCounts(facet: CountedFacet, { buckets = [] }: Aggregation, tables: NamedTables): ValueCounts {
  const isNumber = facet === 'year' || facet === 'resource_type' || facet === 'is_oa'
  return buckets.map(({ key, doc_count }) => [
    isNumber ? Number(key) : tables[facet].ensureNumber(String(key)),
    doc_count,
  ])
}
