import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type Filters, readSearch, type Search, writeSearch } from './search.ts'

/** The search in the address, and how to change it: every change but the page's begins at page one. */
export function useSearch() {
  const [params, setParams] = useSearchParams()
  const search = useMemo(() => readSearch(params), [params])

  const change = useCallback(
    (to: Partial<Search>) => setParams((now) => writeSearch({ ...readSearch(now), page: 1, ...to }, now)),
    [setParams],
  )
  const filter = useCallback(
    (to: { [Name in keyof Filters]: Filters[Name] | undefined }) =>
      setParams((now) => {
        const before = readSearch(now)
        return writeSearch({ ...before, page: 1, filters: withoutGaps({ ...before.filters, ...to }) }, now)
      }),
    [setParams],
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
