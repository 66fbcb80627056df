import type { ReactNode } from 'react'
import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import { EmptyView } from '../ui/views/state-view.tsx'
import styles from './history.module.css'
import {
  dayName,
  findIdsOfDay,
  groupByDay,
  type HistoryQuery,
  type HistoryRemoval,
  type HistoryRow,
} from './history.ts'
import { isRemoved, useRemovals } from './removals.state.ts'

interface Props<Entry> {
  /** The searches or views of one page of the history, newest first. */
  entries: readonly Entry[]
  /** Returns the id of an entry and its time, ISO 8601. */
  rowOf: (entry: Entry) => HistoryRow
  /** The filter and page that `entries` were read with. */
  query: HistoryQuery
  remove: HistoryRemoval
  /** Rendered when the history has no entry and no keyword narrows it. */
  empty: ReactNode
  /** Renders one entry; the element needs a React key. */
  children: (entry: Entry) => ReactNode
}

/**
 * Renders a page of the history by local day; a whole day can be deleted. Entries whose deletion can still be undone
 * are hidden.
 */
export function HistoryDays<Entry>({ entries, rowOf, query, remove, empty, children }: Props<Entry>) {
  const { kind } = query
  const pending = useRemovals((state) => state.pending)
  const isVisible = (entry: Entry) => {
    const { id, at } = rowOf(entry)
    return !isRemoved(pending, kind, id, at)
  }
  const visible = entries.filter(isVisible)
  const now = new Date()
  /**
   * Deletes a day, with its entries on the pages before and after this one: their ids are read first, and a page that
   * cannot be read is left out. The deletion itself waits until its toast has disappeared, and can be undone there.
   */
  const removeDay = async (day: string) => {
    const ids = await findIdsOfDay(query, day, visible.map(rowOf))
    remove.rows(kind, ids)
  }
  if (visible.length === 0)
    return query.keyword ? <EmptyView title="没有符合的历史" note="换一个词试试" /> : empty
  return groupByDay(visible, (entry) => rowOf(entry).at).map(({ day, rows: ofDay }) => (
    <section key={day} className={styles.day} aria-labelledby={`day-${day}`}>
      <div className={styles.head}>
        <h2 id={`day-${day}`}>{dayName(day, now)}</h2>
        <QuietButton label={`删除这一天：${dayName(day, now)}`} onPress={() => void removeDay(day)}>
          删除这一天
        </QuietButton>
      </div>
      {ofDay.map(children)}
    </section>
  ))
}
