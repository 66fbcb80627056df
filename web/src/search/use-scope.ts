import type { EngineId } from '@scinav/contract'
import { useCallback } from 'react'
import { readSearch, writeSearch } from './search.ts'
import { useResultsAddress } from './use-results-address.ts'

/** Where a combined search can look, by the calls' names. */
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
export function useScope() {
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
