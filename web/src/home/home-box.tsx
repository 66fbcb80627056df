import type { EngineId } from '@scinav/contract'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useAsk, useCite, useResearch } from '../chat/start/use-start.ts'
import { type Filters, resultsAddress, searchFor } from '../search/search.ts'
import { SearchBox } from '../search/search-box.tsx'
import { SearchSources } from '../search/search-sources.tsx'
import { Icon, type IconName } from '../ui/icons/icon.tsx'
import { handleTabKeys } from '../ui/tab-keys.ts'
import { HomeFilters } from './home-filters.tsx'
import styles from './home-screen.module.css'

/** The sources that are searched at first: the library alone. */
const LIBRARY_ENGINES: readonly EngineId[] = ['local']

/** The heading of each mode. */
const headings: Readonly<Record<HomeMode, string>> = {
  search: '检索学术文献',
  ask: '向文献提问',
  research: '做一次深度研究',
  cite: '给文字配引文',
}

/**
 * Renders the home screen's box with the choice of what its text is for (a search, a question, deep research,
 * citations) and of the sources to search. Each purpose opens another screen.
 */
export function HomeBox() {
  const navigate = useNavigate()
  /** What each mode but the search does with the text; undefined where the operator has disabled it. */
  const actions = { ask: useAsk(), research: useResearch(), cite: useCite() }
  const [chosen, setMode] = useMode()
  const [filters, setFilters] = useState<Filters>({})
  const [engines, setEngines] = useState<readonly EngineId[]>(LIBRARY_ENGINES)
  const available = (['search', 'ask', 'research', 'cite'] as const).filter(
    (mode) => mode === 'search' || actions[mode],
  )
  const mode = available.includes(chosen) ? chosen : 'search'
  const search = (q: string) => void navigate(resultsAddress(searchFor(q, filters), scopeParams(engines)))
  const action = mode === 'search' ? undefined : actions[mode]
  return (
    <div>
      <h1 className={styles.heading}>{headings[mode]}</h1>
      {available.length > 1 && <HomeModes mode={mode} available={available} onMode={setMode} />}
      <SearchBox
        large
        value=""
        purpose={mode}
        onSubmit={(text) => (action ? action({ question: text, engines }) : search(text))}
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

/** What the text in the box is for. */
type HomeMode = 'search' | 'ask' | 'research' | 'cite'

/** The modes in the order of their tabs. */
const modes: readonly { mode: HomeMode; name: string; icon: IconName }[] = [
  { mode: 'search', name: '检索', icon: 'search' },
  { mode: 'ask', name: '提问', icon: 'chat' },
  { mode: 'research', name: '深度研究', icon: 'compass' },
  { mode: 'cite', name: 'AI 引文', icon: 'quote' },
]

/** Returns the purpose of the home screen's box, from `?mode=`, and its setter. */
function useMode(): [HomeMode, (mode: HomeMode) => void] {
  const [params, setParams] = useSearchParams()
  const mode = modes.find((option) => option.mode === params.get('mode'))?.mode ?? 'search'
  const set = (to: HomeMode) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (to === 'search') next.delete('mode')
        else next.set('mode', to)
        return next
      },
      { replace: true },
    )
  return [mode, set]
}

interface HomeModesProps {
  mode: HomeMode
  /** The modes to choose from: those that the operator has not disabled. */
  available: readonly HomeMode[]
  onMode: (mode: HomeMode) => void
}

/** Renders the choice of the box's purpose. */
function HomeModes({ mode, available, onMode }: HomeModesProps) {
  const shown = modes.filter((option) => available.includes(option.mode))
  return (
    <div
      className={styles.modes}
      role="tablist"
      aria-label={shown.map(({ name }) => name).join('、')}
      onKeyDown={handleTabKeys}
    >
      {shown.map(({ mode: option, name, icon }) => (
        <button
          key={option}
          type="button"
          role="tab"
          aria-selected={option === mode}
          tabIndex={option === mode ? 0 : -1}
          onClick={() => onMode(option)}
        >
          <Icon name={icon} size={16} />
          {name}
        </button>
      ))}
    </div>
  )
}
