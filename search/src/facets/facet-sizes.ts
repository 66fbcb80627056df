// The sizes of the tables in which the values of facets are counted.
import type { AllValues } from '../index/values.ts'
import type { CountedFacet } from '../planning/term-index.ts'

/** Sizes of the facets' tables of values: see `facetSizes`. */
export type FacetSizes = Record<CountedFacet, number>

/** Years have up to four digits. */
const YEAR_COUNT = 10_000
/** Resource types are stored as bytes. */
const TYPE_COUNT = 256

/** Returns the size of the table of each facet: one more than its largest value number. */
export function facetSizes(values: AllValues): FacetSizes {
  const size = (table: keyof AllValues) => values[table].count + 1
  return {
    year: YEAR_COUNT,
    resource_type: TYPE_COUNT,
    is_oa: 2,
    source: size('source'),
    subject: size('subject'),
    language: size('language'),
    author: size('author'),
    keyword: size('keyword'),
  }
}
