import type { api, ParsedInputOf, Work } from '@scinav/contract'
import { yearOf } from '@scinav/search'

/** The filters of a search in the library and in outside engines. */
export type SearchFilters = ParsedInputOf<typeof api.combine.search>['filters']

/** Returns whether filters are set that only the library's index can apply. */
export function hasLibraryFilters(filters: SearchFilters): boolean {
  const { source, subject_code, author, keyword, rank, degree, engine, fund, within: narrower } = filters
  const lists = [source, subject_code, author, keyword, rank, degree, engine]
  return lists.some((list) => list.length > 0) || Boolean(fund) || Boolean(narrower)
}

/**
 * Returns whether a work matches the filters. Engines apply years only roughly and other filters not at all, so their
 * works are checked again.
 */
export function matchesFilters(work: Work, filters: SearchFilters | null): boolean {
  if (!filters) return true
  const { year_from, year_to, resource_type, language, is_oa } = filters
  const hasYearFilter = year_from !== undefined || year_to !== undefined
  if (hasYearFilter && !isYearWithin(yearOf(work.publish_date), year_from, year_to)) return false
  if (resource_type.length > 0 && !resource_type.includes(work.resource_type)) return false
  if (language.length > 0 && !language.includes(work.language ?? '')) return false
  return is_oa === undefined || work.is_oa === is_oa
}

/** Returns whether a year is within bounds. An unknown one is 0, which every `from` excludes but no `to`. */
const isYearWithin = (year: number, from = 0, to = 9999): boolean => year >= from && year <= to
