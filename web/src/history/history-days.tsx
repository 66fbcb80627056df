import type { ReactNode } from 'react'
import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import { EmptyView } from '../ui/views/state-view.tsx'
import styles from './history.module.css'
import { dayName, findIdsOfDay, groupByDay, type HistoryQuery, type HistoryRemoval } from './history.ts'
import { isRemoved, useRemovals } from './removals.state.ts'

interface Props<Row> {
  rows: readonly Row[]
  /** Returns a row's id and time. */
  of: (row: Row) => { id: string; at: string }
  query: HistoryQuery
  remove: HistoryRemoval
  empty: ReactNode
  children: (row: Row) => ReactNode
}

/** Renders the history by day; a whole day can be deleted. */
export function HistoryDays<Row>({ rows, of, query, remove, empty, children }: Props<Row>) {
  const { kind } = query
  const pending = useRemovals((state) => state.pending)
  const visible = rows.filter((row) => !isRemoved(pending, kind, of(row).id, of(row).at))
  const now = new Date()
  const removeDay = async (day: string) => remove.rows(kind, await findIdsOfDay(query, day, visible.map(of)))
  if (visible.length === 0)
    return query.keyword ? <EmptyView title="没有符合的历史" note="换一个词试试" /> : empty
  return groupByDay(visible, (row) => of(row).at).map(({ day, rows: list }) => (
    <section key={day} className={styles.day} aria-labelledby={`day-${day}`}>
      <div className={styles.head}>
        <h2 id={`day-${day}`}>{dayName(day, now)}</h2>
        <QuietButton label={`删除这一天：${dayName(day, now)}`} onPress={() => void removeDay(day)}>
          删除这一天
        </QuietButton>
      </div>
      {list.map(children)}
    </section>
  ))
}
