import type { EngineId } from '@scinav/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAsk } from '../chat/agent-start.ts'
import { type Filters, resultsAddress, searchFor } from '../search/search.ts'
import { SearchBox } from '../search/search-box.tsx'
import { HomeFilters } from './home-filters.tsx'
import { HomeModes, useMode } from './home-modes.tsx'
import styles from './home-screen.module.css'
import { HomeSources } from './home-sources.tsx'

const LIBRARY: readonly EngineId[] = ['local']

/** One box to search with or to ask, with where to look. */
export function HomeBox() {
  const navigate = useNavigate()
  const ask = useAsk()
  const [chosen, setMode] = useMode()
  const [filters, setFilters] = useState<Filters>({})
  const [engines, setEngines] = useState<readonly EngineId[]>(LIBRARY)
  const mode = ask ? chosen : 'search'
  const search = (q: string) => void navigate(resultsAddress(searchFor(q, filters), scopeOf(engines)))
  return (
    <div>
      <h1 className={styles.heading}>{mode === 'ask' ? '向文献提问' : '检索学术文献'}</h1>
      {ask && <HomeModes mode={mode} onMode={setMode} />}
      <SearchBox
        large
        value=""
        onSearch={search}
        {...(ask && mode === 'ask' && { onAsk: (question: string) => ask({ question, engines }) })}
      >
        <div className={styles.filters}>
          <HomeSources chosen={engines} onChange={setEngines} />
          {mode === 'search' && <HomeFilters filters={filters} onChange={setFilters} />}
        </div>
      </SearchBox>
    </div>
  )
}

/** Where a search looks, as the address of the results says it; the library alone is said by nothing. */
function scopeOf(engines: readonly EngineId[]): URLSearchParams {
  const query = new URLSearchParams()
  if (engines.every((engine) => engine === 'local')) return query
  query.set('scope', 'all')
  for (const engine of engines) query.append('engines', engine)
  return query
}
