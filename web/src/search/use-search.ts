import { useCallback, useMemo } from 'react'
import { type Filters, readSearch, type Search, writeSearch } from './search.ts'
import { useResultsAddress } from './use-results-address.ts'

/** The search in the address, and how to change it: every change but the page's begins at page one. */
export function useSearch() {
  const { params, go } = useResultsAddress()
  const search = useMemo(() => readSearch(params), [params])

  const change = useCallback(
    (to: Partial<Search>) => go(writeSearch({ ...readSearch(params), page: 1, ...to }, params)),
    [go, params],
  )
  const filter = useCallback(
    (to: { [Name in keyof Filters]: Filters[Name] | undefined }) =>
      change({ filters: withoutGaps({ ...readSearch(params).filters, ...to }) }),
    [change, params],
  )
  return { search, change, filter }
}

/** Filters that are not set are left out, and so are empty lists. */
function withoutGaps(filters: { [Name in keyof Filters]: Filters[Name] | undefined }): Filters {
  const set = Object.entries(filters).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  // The same entries under the same names, less those without a value.
  return Object.fromEntries(set) as Filters
}
