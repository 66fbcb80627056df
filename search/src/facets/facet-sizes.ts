import type { AllValues } from '../index/values.ts'
import type { FacetSizes } from './facets.ts'

const YEAR_COUNT = 10_000

/** Returns the table size of each facet, indexed by value number. */
export function facetSizes(values: AllValues): FacetSizes {
  const size = (table: keyof AllValues) => values[table].count + 1
  return {
    year: YEAR_COUNT,
    resource_type: 256,
    is_oa: 2,
    source: size('source'),
    subject: size('subject'),
    language: size('language'),
    author: size('author'),
    keyword: size('keyword'),
  }
}
