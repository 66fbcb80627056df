import type { EngineId } from '@scinav/contract'
import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type Filters, RESULTS_PATH, readSearch, type Search, writeSearch } from './search.ts'

/**
 * Returns the search in the address and its setters: `change` replaces some of its fields, `filter` some of its filters.
 * Every change except of the page starts at page one.
 */
export function useSearch() {
  const { params, go } = useResultsAddress()
  const search = useMemo(() => readSearch(params), [params])

  const change = useCallback(
    (to: Partial<Search>) => go(writeSearch({ ...readSearch(params), page: 1, ...to }, params)),
    [go, params],
  )
  const filter = useCallback(
    (to: { [Name in keyof Filters]: Filters[Name] | undefined }) =>
      change({ filters: compactFilters({ ...readSearch(params).filters, ...to }) }),
    [change, params],
  )
  return { search, change, filter }
}

/** Omits filters that are not set, and empty lists. */
function compactFilters(filters: { [Name in keyof Filters]: Filters[Name] | undefined }): Filters {
  const set = Object.entries(filters).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  // The entries are the same, minus those without a value.
  return Object.fromEntries(set) as Filters
}

/**
 * Returns the query of the address and a function that opens other results. It always navigates to the results path,
 * because this screen is still visible and usable while the next one is being loaded. Changes render synchronously, so
 * that a checkbox shows its tick and the next change starts from this one.
 */
function useResultsAddress() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const go = useCallback(
    (to: URLSearchParams) =>
      void navigate({ pathname: RESULTS_PATH, search: String(to) }, { flushSync: true }),
    [navigate],
  )
  return { params, go }
}

/** The sources of a federated search, named as in the calls. */
const engineIds: readonly EngineId[] = [
  'local',
  'openalex',
  'crossref',
  'arxiv',
  'semantic_scholar',
  'pubmed',
]

/** Whether an id is a known engine. */
export const isEngine = (id: string): id is EngineId => engineIds.some((engine) => engine === id)

/** Whether the address asks for a search in all sources. */
export const isEverywhere = (params: URLSearchParams): boolean => params.get('scope') === 'all'

/**
 * Returns the sources of the search in the address: this library, or everywhere (`?scope=all`) with the given engines
 * (`?engines=`); no engines means all of them.
 */
export function useSearchScope() {
  const { params, go } = useResultsAddress()
  const setScope = useCallback(
    (everywhere: boolean, engines: readonly EngineId[]) => {
      const next = writeSearch({ ...readSearch(params), page: 1 }, params)
      next.delete('scope')
      next.delete('engines')
      if (everywhere) next.set('scope', 'all')
      for (const engine of engines) next.append('engines', engine)
      go(next)
    },
    [go, params],
  )
  return {
    everywhere: isEverywhere(params),
    engines: [...new Set(params.getAll('engines').filter(isEngine))],
    /** Searches only the library, or everywhere. */
    setEverywhere: (on: boolean) => setScope(on, []),
    /** Searches with these engines; none means all. */
    setEngines: (engines: readonly EngineId[]) => setScope(true, engines),
  }
}
