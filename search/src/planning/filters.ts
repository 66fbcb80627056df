import { authorKey, keywordKey, sourceKey } from '../index/document.ts'
import type { AllValues } from '../index/values.ts'
import { rangePlan } from './field-plans.ts'
import { languageKey, numbersWithPrefix } from './lookup.ts'
import type { IndexFilter } from './request.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Filters of a search. Values of one list are alternatives; an empty list does not filter. */
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

const DEGREE_NUMBERS = { bachelor: 1, master: 2, doctor: 3 } as const

/** A filter with its name in `Filters`, for reporting how many papers it excludes. */
export type NamedFilter = IndexFilter & { name: string }

/** Plans the filters with their facets. `fund` and `within` become parts of the query instead. */
export function planFilters(filters: PaperFilters, values: AllValues, vocabulary: Vocabulary): NamedFilter[] {
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
      valuesPlan('source', list.flatMap(vocabulary.ranked), values),
    ),
    listFilter(null, 'degree', filters.degree, (list) => ({
      op: 'degree',
      degrees: list.map((each) => DEGREE_NUMBERS[each]),
    })),
    openAccessFilter(filters),
  ]
  return named.filter((filter) => filter !== null)
}

type FilterPlan = IndexFilter['plan']

function listFilter<Value>(
  facet: IndexFilter['facet'],
  name: string,
  list: Value[] | undefined,
  plan: (list: Value[]) => FilterPlan,
): NamedFilter | null {
  return list && list.length > 0 ? { facet, name, plan: plan(list) } : null
}

function yearFilter({ year_from, year_to }: PaperFilters): NamedFilter | null {
  if (year_from === undefined && year_to === undefined) return null
  const plan = rangePlan('year', year_from ?? null, year_to ?? null)
  return plan.op === 'range' ? { name: 'year', facet: 'year', plan } : null
}

function openAccessFilter({ is_oa }: PaperFilters): NamedFilter | null {
  if (is_oa === undefined) return null
  return { name: 'is_oa', facet: 'is_oa', plan: { op: 'flag', flag: 'oa', set: is_oa } }
}

/** Selected types need not be contiguous, so they are a list instead of a range. */
function typesPlan(list: number[]): FilterPlan {
  return { op: 'types', types: list }
}

function valuesPlan(
  column: 'source' | 'language' | 'author' | 'keyword',
  keys: string[],
  values: AllValues,
): FilterPlan {
  return { op: 'values', column, numbers: keys.flatMap((key) => values[column].numberOf(key) ?? []) }
}
