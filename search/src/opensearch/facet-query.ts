import type { Counts, FacetName, Filter, IndexAnswer } from '../planning/request.ts'
import { type Matching, matchQuery, VALUE_FIELDS } from './match-query.ts'
import { allOf, type Query } from './query.ts'
import type { Aggregation, Found } from './searches.ts'
import type { NamedTables } from './values.ts'

const SHOWN = 30
const MOST_YEARS = 10_000
/** So many sources at most are told of where ranks are summed from them: OpenSearch gives no more buckets. */
const MOST_SOURCES = 60_000
/** Of several shards each tells of so many values, that those of all are right. */
const OF_A_SHARD = 1_000

interface Counting {
  filters: Filter[]
  facets: FacetName[]
  all_sources: boolean
  several: boolean
}

/** Counts of everything that is wanted of some records: facets without their own filters, and what filters keep out. */
export function countingAggs(counting: Counting, matching: Matching): Record<string, object> {
  const { filters, facets } = counting
  const queries = filters.map(({ plan }) => matchQuery(plan, matching))
  const without = (left: (at: number) => boolean) => allOf(queries.filter((_, at) => !left(at)))
  const aggs: Record<string, object> = {}
  for (const facet of facets) {
    const filter = without((at) => filters[at]?.facet === facet)
    aggs[facet] = { filter, aggs: { values: { terms: termsOf(facet, counting) } } }
  }
  if (filters.length > 0) aggs.passed = { filter: allOf(queries) }
  queries.forEach((query, at) => {
    const others = queries.filter((_, other) => other !== at)
    aggs[`kept_out_${at}`] = { filter: { bool: { filter: others, must_not: [query] } } satisfies Query }
  })
  return aggs
}

function fieldOf(facet: FacetName): string {
  if (facet === 'year') return 'year'
  if (facet === 'resource_type') return 'type'
  return facet === 'is_oa' ? 'oa' : VALUE_FIELDS[facet]
}

function termsOf(facet: FacetName, { all_sources, several }: Counting): object {
  const field = fieldOf(facet)
  if (facet === 'year') return { field, size: MOST_YEARS }
  if (facet === 'source' && all_sources) return { field, size: MOST_SOURCES }
  // One more than is shown tells whether there are more.
  return { field, size: SHOWN + 1, ...(several && { shard_size: OF_A_SHARD }) }
}

/** Records that pass all filters. */
export const passedOf = ({ total, aggregations }: Found): number => aggregations.passed?.doc_count ?? total

export const leftOutOf = ({ aggregations }: Found, filters: Filter[]): number[] =>
  filters.map((_, at) => aggregations[`kept_out_${at}`]?.doc_count ?? 0)

/** The facets that were counted, with numbers for their values. */
export function facetsOf(
  { aggregations }: Found,
  { facets, all_sources }: Counting,
  tables: NamedTables,
): IndexAnswer['facets'] {
  return Object.fromEntries(
    facets.map((facet) => {
      const found = aggregations[facet]?.values ?? {}
      const isWhole = facet === 'year' || (facet === 'source' && all_sources)
      const counts = countsOf(facet, found, tables)
      const shown = isWhole ? counts : counts.slice(0, SHOWN)
      const approximate =
        (found.doc_count_error_upper_bound ?? 0) > 0 || (isWhole && (found.sum_other_doc_count ?? 0) > 0)
      return [facet, { counts: shown, more: counts.length > shown.length, approximate }]
    }),
  )
}

function countsOf(facet: FacetName, { buckets = [] }: Aggregation, tables: NamedTables): Counts {
  const isNumber = facet === 'year' || facet === 'resource_type' || facet === 'is_oa'
  return buckets.map(({ key, doc_count }) => [
    isNumber ? Number(key) : tables[facet].numbered(String(key)),
    doc_count,
  ])
}
