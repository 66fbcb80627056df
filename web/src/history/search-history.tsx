import { api } from '@scinav/contract'
import { Link, useNavigate } from 'react-router'
import { useRead } from '../api/use-read.ts'
import { activeFilters } from '../search/filter-names.ts'
import { readLoggedFilters, resultsAddress, searchFor } from '../search/search.ts'
import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import { formatCount } from '../ui/figures.ts'
import { Pages } from '../ui/views/pages.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import { EmptyView } from '../ui/views/state-view.tsx'
import styles from './history.module.css'
import {
  HISTORY_PAGE_SIZE,
  type HistoryQuery,
  type HistoryRemoval,
  type LoggedSearch,
  searchRow,
  timeOfDay,
} from './history.ts'
import { HistoryDays } from './history-days.tsx'

interface Props {
  query: HistoryQuery
  remove: HistoryRemoval
  /** Called with the page to show, counted from 1. */
  onPage: (page: number) => void
}

/** Renders searches by day; pressing one runs it again. */
export function SearchHistory({ query, remove, onPage }: Props) {
  const { keyword, page } = query
  const navigate = useNavigate()
  const input = { keyword, page_num: page, page_size: HISTORY_PAGE_SIZE }
  const searches = useRead(api.papers.searches, input, { keepPrevious: true })
  const empty = (
    <EmptyView
      title="还没有检索过"
      note="检索过的词会记在这里，方便再查一次"
      action={{ name: '去检索', run: () => void navigate('/home') }}
    />
  )
  return (
    <ReadView of={searches} what="检索历史">
      {({ list, total }) => (
        <>
          <HistoryDays entries={list} rowOf={searchRow} query={query} remove={remove} empty={empty}>
            {(entry) => (
              <SearchLine key={entry.id} entry={entry} onRemove={() => remove.rows('searches', [entry.id])} />
            )}
          </HistoryDays>
          <Pages page={page} size={HISTORY_PAGE_SIZE} total={total} onPage={onPage} />
        </>
      )}
    </ReadView>
  )
}

/** Renders one search: its words and filters, the number of its results, and its time. */
function SearchLine({ entry, onRemove }: { entry: LoggedSearch; onRemove: () => void }) {
  const filters = readLoggedFilters(entry.filters)
  const filterLabels = activeFilters(filters).map(({ label }) => label)
  return (
    <div className={styles.line}>
      <Link className={styles.query} to={resultsAddress(searchFor(entry.query, filters))}>
        <span>{entry.query || '全部文献'}</span>
        {filterLabels.length > 0 && <span className={styles.quiet}>{filterLabels.join(' · ')}</span>}
      </Link>
      <span className={styles.quiet}>{formatCount(entry.total)} 篇</span>
      <time className={styles.quiet} dateTime={entry.created_at}>
        {timeOfDay(entry.created_at)}
      </time>
      <QuietButton icon="trash" label={`删除 ${entry.query || '全部文献'}`} onPress={onRemove} />
    </div>
  )
}
