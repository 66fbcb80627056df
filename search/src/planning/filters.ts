import { authorKey, keywordKey, sourceKey } from '../index/document.ts'
import { passageValues } from '../index/schema.ts'
import type { AllValues } from '../index/values.ts'
import { hasOnlySigns } from '../query/characters.ts'
import { parseQuery } from '../query/parse.ts'
import { fieldPlan, rangePlan } from './field-plans.ts'
import { lowerQuery } from './lower-query.ts'
import type { Plan } from './plan.ts'
import { createLowering, type LoweringContext } from './query-units.ts'
import type { IndexFilter } from './term-index.ts'
import { languageKey, numbersWithPrefix, type Vocabulary } from './vocabulary.ts'

/** Filters of a search for papers. Values of one list are alternatives; an empty list does not filter. */
export interface PaperFilters {
  year_from?: number | undefined
  year_to?: number | undefined
  resource_type?: number[]
  source?: string[]
  /** Codes of disciplines, each including all below it. */
  subject_code?: string[]
  language?: string[]
  author?: string[]
  keyword?: string[]
  is_oa?: boolean | undefined
  /** Ranks such as `CSSCI:2025` or `CAS:2025:1`. */
  rank?: string[]
  degree?: (keyof typeof DEGREE_NUMBERS)[]
  fund?: string | undefined
  /** A query that is searched within the results. */
  within?: string | undefined
}

/** Degrees as numbered in the flags of a paper (`FLAGS` of index/layout.ts). */
const DEGREE_NUMBERS = { bachelor: 1, master: 2, doctor: 3 } as const

/** A filter with its name in `PaperFilters` or `PassageFilters`, for reporting how many papers it excludes. */
export type NamedFilter = IndexFilter & { name: string }

/** Plans the filters that are given, with their facets. `fund` and `within` become parts of the query instead. */
function planFilters(filters: PaperFilters, values: AllValues, vocabulary: Vocabulary): NamedFilter[] {
  const sourcePlan = (list: string[]) =>
    valuesPlan(
      'source',
      list.flatMap((name) => [sourceKey(name), ...vocabulary.source(name)]),
      values,
    )
  const subjectPlan = (list: string[]): FilterPlan => ({
    op: 'values',
    column: 'subject',
    numbers: list.flatMap((code) => numbersWithPrefix(values.subject, vocabulary.subject(code))),
  })
  const named = [
    yearFilter(filters),
    listFilter('resource_type', 'resource_type', filters.resource_type, typesPlan),
    listFilter('source', 'source', filters.source, sourcePlan),
    listFilter('subject', 'subject_code', filters.subject_code, subjectPlan),
    listFilter('language', 'language', filters.language, (list) =>
      valuesPlan('language', list.map(languageKey), values),
    ),
    listFilter('author', 'author', filters.author, (list) =>
      valuesPlan('author', list.map(authorKey), values),
    ),
    listFilter('keyword', 'keyword', filters.keyword, (list) =>
      valuesPlan('keyword', list.map(keywordKey), values),
    ),
    listFilter(null, 'rank', filters.rank, (list) =>
      valuesPlan('source', list.flatMap(vocabulary.sourcesWithRank), values),
    ),
    listFilter(null, 'degree', filters.degree, (list) => ({
      op: 'degree',
      degrees: list.map((degree) => DEGREE_NUMBERS[degree]),
    })),
    openAccessFilter(filters),
  ]
  return named.filter((filter) => filter !== null)
}

/** The plan of a filter. */
type FilterPlan = IndexFilter['plan']

/** Returns a filter by a list of values, null when the list is missing or empty. */
function listFilter<Value>(
  facet: IndexFilter['facet'],
  name: string,
  list: Value[] | undefined,
  plan: (list: Value[]) => FilterPlan,
): NamedFilter | null {
  return list && list.length > 0 ? { facet, name, plan: plan(list) } : null
}

/** Returns the filter for the years, both bounds inclusive; null without bounds and when one is no number. */
function yearFilter({ year_from, year_to }: PaperFilters): NamedFilter | null {
  if (year_from === undefined && year_to === undefined) return null
  const plan = rangePlan('year', year_from ?? null, year_to ?? null)
  return plan.op === 'range' ? { name: 'year', facet: 'year', plan } : null
}

/** Returns the filter for open access, null where the request has none. */
function openAccessFilter({ is_oa }: PaperFilters): NamedFilter | null {
  if (is_oa === undefined) return null
  return { name: 'is_oa', facet: 'is_oa', plan: { op: 'flag', flag: 'oa', set: is_oa } }
}

/** Selected types need not be contiguous, so they are a list instead of a range. */
function typesPlan(list: number[]): FilterPlan {
  return { op: 'types', types: list }
}

/** Returns a plan of papers with one of the values; values that the index does not have are left out. */
function valuesPlan(
  column: 'source' | 'language' | 'author' | 'keyword',
  keys: string[],
  values: AllValues,
): FilterPlan {
  return { op: 'values', column, numbers: keys.flatMap((key) => values[column].numberOf(key) ?? []) }
}

/** Filters of a search over passages. Values of one list are alternatives. */
export interface PassageFilters {
  /** Datasets that may be read; with an empty list nothing is found. */
  dataset_ids: readonly string[]
  /** Restricts the search to these documents; by default every document of the datasets is searched. */
  document_ids?: readonly string[] | undefined
}

/** Plans the filters. An empty list matches nothing: a user without any readable dataset must not see everything. */
function planPassageFilters({ dataset_ids, document_ids }: PassageFilters, values: AllValues): NamedFilter[] {
  // Datasets and documents of passages are stored in the column of subjects: see `passageValues`.
  const planForKeys = (keys: string[]): FilterPlan => ({
    op: 'values',
    column: 'subject',
    numbers: keys.flatMap((key) => values.subject.numberOf(key) ?? []),
  })
  const datasets: NamedFilter = {
    name: 'dataset_ids',
    facet: null,
    plan: planForKeys(dataset_ids.map(passageValues.dataset)),
  }
  if (!document_ids) return [datasets]
  return [
    datasets,
    { name: 'document_ids', facet: null, plan: planForKeys(document_ids.map(passageValues.document)) },
  ]
}

/** Filters lowered to terms and numbers. */
export interface NarrowingPlan {
  /** Applied to the hits of the query; each reports how many papers it excludes. */
  filters: NamedFilter[]
  /** Joined to the plan of the query, all of them by AND. */
  parts: Plan[]
  /** Whether records are named by their titles: a heading does not name any of its passages. */
  named_by_title: boolean
}

/** Plans the filters of one kind of index; `filters` is undefined when none are given. */
export type NarrowingPlanner<Filters> = (
  filters: Filters | undefined,
  values: AllValues,
  vocabulary: Vocabulary,
  lowering?: LoweringContext,
) => NarrowingPlan

/** Plans filters of papers. Funds have no column: a filter by fund becomes a part of the query, as does `within`. */
export const narrowPapers: NarrowingPlanner<PaperFilters> = (
  filters = {},
  values,
  vocabulary,
  lowering = createLowering({}, values, vocabulary),
) => ({
  filters: planFilters(filters, values, vocabulary),
  parts: [
    filters.within ? withinPlan(filters.within, lowering) : null,
    filters.fund ? fieldPlan('fund', filters.fund, lowering.lookup) : null,
  ].filter((plan) => plan !== null),
  named_by_title: true,
})

/** Returns the plan of a query within the results; one of signs only matches nothing. */
const withinPlan = (query: string, lowering: LoweringContext): Plan =>
  hasOnlySigns(query) ? { op: 'none' } : lowerQuery(parseQuery(query), lowering).plan

/** Plans filters of passages; without filters nothing may be read, so nothing matches. */
export const narrowPassages: NarrowingPlanner<PassageFilters> = (filters, values) => ({
  filters: planPassageFilters(filters ?? { dataset_ids: [] }, values),
  parts: [],
  named_by_title: false,
})
