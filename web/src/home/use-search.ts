import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type Filters, RESULTS_PATH, readSearch, type Search, writeSearch } from './search.ts'

/**
 * The search in the address, and how to change it: every change but the page's begins at page one. A change
 * leads to the results whatever the address is by then: this screen can still be seen, and typed into, while
 * the next one is fetched. It is drawn at once: a box shows its tick, and the next change begins from this one.
 */
export function useSearch() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const search = useMemo(() => readSearch(params), [params])

  const change = useCallback(
    (to: Partial<Search>) => {
      const next = writeSearch({ ...readSearch(params), page: 1, ...to }, params)
      void navigate({ pathname: RESULTS_PATH, search: String(next) }, { flushSync: true })
    },
    [navigate, params],
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
