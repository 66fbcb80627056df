import type { EngineId } from '@scinav/contract'
import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type Filters, RESULTS_PATH, readSearch, type Search, writeSearch } from './search.ts'

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
      change({ filters: compactFilters({ ...readSearch(params).filters, ...to }) }),
    [change, params],
  )
  return { search, change, filter }
}

/** Filters that are not set are left out, and so are empty lists. */
function compactFilters(filters: { [Name in keyof Filters]: Filters[Name] | undefined }): Filters {
  const set = Object.entries(filters).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  // The same entries under the same names, less those without a value.
  return Object.fromEntries(set) as Filters
}

/**
 * The address' query, and the way to other results. It leads to the results whatever the address is by then: this
 * screen can still be seen, and typed into, while the next one is fetched. They are drawn at once: a box shows its
 * tick, and the next change begins from this one.
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

/** Where a federated search can look, by the calls' names. */
const engineIds: readonly EngineId[] = [
  'local',
  'openalex',
  'crossref',
  'arxiv',
  'semantic_scholar',
  'pubmed',
]

/** Whether a word names a place where papers can be looked for. */
export const isEngine = (id: string): id is EngineId => engineIds.some((engine) => engine === id)

/**
 * Where the words of the address are looked for: in this library, or everywhere (`?scope=all`), and there by which
 * engines (`?engines=`); without any it is all of them.
 */
export function useSearchScope() {
  const { params, go } = useResultsAddress()
  const look = useCallback(
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
    everywhere: params.get('scope') === 'all',
    engines: [...new Set(params.getAll('engines').filter(isEngine))],
    /** Looks in the library alone, or everywhere. */
    setEverywhere: (on: boolean) => look(on, []),
    /** Looks in these places; none is all. */
    setEngines: (engines: readonly EngineId[]) => look(true, engines),
  }
}
