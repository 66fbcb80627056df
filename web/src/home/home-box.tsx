import type { EngineId } from '@scinav/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAsk, useCite, useResearch } from '../chat/start/use-start.ts'
import { type Filters, resultsAddress, searchFor } from '../search/search.ts'
import { SearchBox } from '../search/search-box.tsx'
import { SearchSources } from '../search/search-sources.tsx'
import { HomeFilters } from './home-filters.tsx'
import { type HomeMode, HomeModes, useMode } from './home-modes.tsx'
import styles from './home-screen.module.css'

const LIBRARY_ENGINES: readonly EngineId[] = ['local']

const headings: Readonly<Record<HomeMode, string>> = {
  search: '检索学术文献',
  ask: '向文献提问',
  research: '做一次深度研究',
  cite: '给文字配引文',
}

/** Renders the home screen's box for a search, a question or a deep-research run, with the sources to search. */
export function HomeBox() {
  const navigate = useNavigate()
  const ways = { ask: useAsk(), research: useResearch(), cite: useCite() }
  const [chosen, setMode] = useMode()
  const [filters, setFilters] = useState<Filters>({})
  const [engines, setEngines] = useState<readonly EngineId[]>(LIBRARY_ENGINES)
  const open = (['search', 'ask', 'research', 'cite'] as const).filter(
    (mode) => mode === 'search' || ways[mode],
  )
  const mode = open.includes(chosen) ? chosen : 'search'
  const search = (q: string) => void navigate(resultsAddress(searchFor(q, filters), scopeParams(engines)))
  const way = mode === 'search' ? undefined : ways[mode]
  return (
    <div>
      <h1 className={styles.heading}>{headings[mode]}</h1>
      {open.length > 1 && <HomeModes mode={mode} open={open} onMode={setMode} />}
      <SearchBox
        large
        value=""
        onSearch={search}
        {...(mode !== 'search' && { purpose: mode })}
        {...(way && { onAsk: (question: string) => way({ question, engines }) })}
      >
        <div className={styles.filters}>
          <SearchSources chosen={engines} onChange={setEngines} />
          {mode === 'search' && <HomeFilters filters={filters} onChange={setFilters} />}
        </div>
      </SearchBox>
    </div>
  )
}

/** Returns the search scope as address parameters; none for the library alone. */
function scopeParams(engines: readonly EngineId[]): URLSearchParams {
  const query = new URLSearchParams()
  if (engines.every((engine) => engine === 'local')) return query
  query.set('scope', 'all')
  for (const engine of engines) query.append('engines', engine)
  return query
}
