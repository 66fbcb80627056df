import type { ResearchEvidence, ResearchState } from '@scinav/contract'
import { Fragment } from 'react'
import { Highlighted } from '../../paper/highlight/highlighted.tsx'
import { langOf } from '../../paper/paper.ts'
import { useEngineNames } from '../../search/use-engine-names.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import type { OpenSource } from '../state/use-open-source.tsx'
import styles from './process.module.css'

/** A search of a step. */
type Search = ResearchState['searches'][number]
/** A source that was read. */
type Source = ResearchState['read'][number]

interface Props {
  searches: readonly Search[]
  sources: readonly Source[]
  evidence: readonly ResearchEvidence[]
  /** Whether the research has ended. */
  isEnded: boolean
  onOpen: OpenSource
}

/** Renders the searches in order, each with the sources read because of it and the quotes taken from them. */
export function Activity({ searches, sources, evidence, isEnded, onOpen }: Props) {
  const nameOf = useEngineNames()
  const quotes = Map.groupBy(evidence, ({ source_id }) => source_id)
  // A source is listed under the search it was first quoted for; sources that were read but not quoted come last.
  const sourcesByQuery = Map.groupBy(sources, ({ source_id }) => quotes.get(source_id)?.[0]?.query)
  const queries = new Set(searches.map(({ query }) => query))
  const unquotedSources = sources.filter(
    ({ source_id }) => !queries.has(quotes.get(source_id)?.[0]?.query ?? ''),
  )
  const renderSource = (source: Source) => (
    <SourceRow
      key={source.source_id}
      source={source}
      quotes={quotes.get(source.source_id) ?? []}
      onOpen={onOpen}
    />
  )
  return (
    <ul className={styles.log}>
      {searches.map((search, at) => (
        <li key={search.call_id}>
          <SearchLine search={search} isEnded={isEnded} nameOf={nameOf} />
          {isFirstSearch(searches, at) && <ul>{sourcesByQuery.get(search.query)?.map(renderSource)}</ul>}
        </li>
      ))}
      {unquotedSources.length > 0 && (
        <li>
          {evidence.length > 0 && <p className={styles.note}>读过，没有取证据</p>}
          <ul>{unquotedSources.map(renderSource)}</ul>
        </li>
      )}
    </ul>
  )
}

/** Whether the search at an index is the first one with its query; sources are listed below that one only. */
const isFirstSearch = (searches: readonly Search[], at: number): boolean =>
  searches.findIndex(({ query }) => query === searches[at]?.query) === at

interface LineProps extends Pick<Props, 'isEnded'> {
  search: Search
  nameOf: (id: string) => string
}

/** Renders a search: its query, where it was searched, and how many hits it had (`found`; null while it runs). */
function SearchLine({ search, isEnded, nameOf }: LineProps) {
  const { name, query, engines, silent = [], found, error } = search
  const toolName = name === 'search' ? '本馆文献' : `工具 ${name}`
  const namesOf = (ids: readonly string[]) => ids.map(nameOf).join('、')
  const answered = engines.filter((id) => !silent.includes(id))
  const where = namesOf(answered) || namesOf(engines) || toolName
  const failures = answered.length > 0 && silent.length > 0 ? `，${namesOf(silent)} 没有答复` : ''
  const unfinishedText = isEnded ? `${where} 没有查完` : `正在查 ${where}`
  return (
    <div className={styles.search} data-failed={error !== null}>
      <Icon name={error === null ? 'search' : 'warning'} size={16} />
      <code lang={langOf(query)}>{query}</code>
      <span className={styles.found}>
        {found === null ? unfinishedText : `${where} ${found} 处${failures}`}
      </span>
      {error !== null && <p>{error}</p>}
    </div>
  )
}

interface RowProps {
  source: Source
  quotes: readonly ResearchEvidence[]
  onOpen: OpenSource
}

/** Renders a source with what was quoted from it. */
function SourceRow({ source, quotes, onOpen }: RowProps) {
  const { title, venue, year, language } = source
  return (
    <li className={styles.source}>
      <button type="button" className={styles.title} onClick={() => onOpen(source)}>
        <Icon name="file" size={16} />
        <span lang={langOf(title, language)}>
          <Highlighted text={title} />
        </span>
        <span className={styles.where}>
          {venue && (
            <span className={styles.venue} title={venue}>
              {venue}
            </span>
          )}{' '}
          {year}
        </span>
      </button>
      {quotes.map((evidence) => (
        <Fragment key={evidence.evidence_id}>
          <button
            type="button"
            className={styles.quote}
            lang={langOf(evidence.quote, language)}
            aria-label={`查看出处：${evidence.quote}`}
            onClick={() => onOpen({ ...evidence, url: source.url })}
          >
            {evidence.quote}
          </button>
          {evidence.note && <p className={styles.note}>模型笔记：{evidence.note}</p>}
        </Fragment>
      ))}
    </li>
  )
}
