import { api, type OutputOf } from '@scinav/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../api/call.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import { removeLater } from './removals.state.ts'

/** The two histories: searches, and viewed papers and files. */
export type HistoryKind = 'searches' | 'papers'
/** A search as the server logged it. */
export type LoggedSearch = OutputOf<typeof api.papers.searches>['list'][number]
/** A paper or file that was viewed, with the last visit and the number of visits. */
export type LoggedView = OutputOf<typeof api.papers.views>['list'][number]

/** Rows per page. */
export const HISTORY_PAGE_SIZE = 50
/** Maximum number of rows deleted in one call. */
const MAX_DELETED_ROWS = 500

/** What both histories have in common. */
export interface HistoryRow {
  /** The id to delete it by. */
  id: string
  /** ISO 8601. */
  at: string
}

/** Returns the id and time of a search. */
export const searchRow = ({ id, created_at }: LoggedSearch): HistoryRow => ({ id, at: created_at })
/** Returns the id and time of a visit; the id is that of the paper or document. */
export const viewRow = ({ paper, document, viewed_at }: LoggedView): HistoryRow => ({
  id: paper?.id ?? document?.id ?? '',
  at: viewed_at,
})

/** Filter and page of the history. */
export interface HistoryQuery {
  kind: HistoryKind
  /** `''` for all rows. */
  keyword: string
  /** Counted from 1. */
  page: number
}

/** Fetches a page of a history; empty when that fails. */
async function fetchRows({ kind, keyword, page }: HistoryQuery): Promise<HistoryRow[]> {
  const input = { keyword, page_num: page, page_size: HISTORY_PAGE_SIZE }
  if (kind === 'searches') {
    const answer = await call(api.papers.searches, input)
    return answer.success ? answer.data.list.map(searchRow) : []
  }
  const answer = await call(api.papers.views, { ...input, files: true })
  return answer.success ? answer.data.list.map(viewRow) : []
}

/** Returns the ids of the rows of a day. */
const idsOfDay = (rows: readonly HistoryRow[], day: string): string[] =>
  rows.filter(({ at }) => localDay(at) === day).map(({ id }) => id)

/**
 * Finds the ids of all rows of a day, at most as many as one call can delete. `shownRows` are the rows of the present
 * page; the day may begin on earlier pages and continue on later ones.
 */
export async function findIdsOfDay(
  query: HistoryQuery,
  day: string,
  shownRows: readonly HistoryRow[],
): Promise<string[]> {
  const ids = idsOfDay(shownRows, day)
  for (const step of [-1, 1]) {
    // The first or last row of the page, next to the following page in this direction. While it is of that day, the
    // following page may have rows of the day too.
    const edgeIndex = step === 1 ? -1 : 0
    let edge = shownRows.at(edgeIndex)
    let page = query.page + step
    while (page >= 1 && edge && localDay(edge.at) === day && ids.length < MAX_DELETED_ROWS) {
      const rows = await fetchRows({ ...query, page })
      ids.push(...idsOfDay(rows, day))
      edge = rows.at(edgeIndex)
      page += step
    }
  }
  return ids.slice(0, MAX_DELETED_ROWS)
}

/**
 * Deletes rows (`what` has their ids), or all of a kind, and refreshes the lists; a toast reports a failure.
 * `isLeaving` is whether the page is unloading; then the request has to outlive it.
 */
async function removeFromHistory(
  cache: QueryClient,
  kind: HistoryKind,
  what: { ids: string[] } | { all: true },
  isLeaving: boolean,
): Promise<void> {
  const endpoint = kind === 'searches' ? api.papers.removeSearches : api.papers.removeViews
  const list = kind === 'searches' ? api.papers.searches : api.papers.views
  const answer = await call(endpoint, what, { keepalive: isLeaving })
  if (!answer.success) toast(`没有删除：${answer.message}`, { tone: 'bad' })
  await cache.invalidateQueries({ queryKey: [list.path] })
}

/** The characters of the days of the week, Sunday first. */
const WEEKDAYS = '日一二三四五六'

/** Returns the local day of a moment as a sortable key: `2026-11-21`. */
export function localDay(at: string): string {
  const moment = new Date(at)
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`
}

/** Formats the local time of day: `09:41`. */
export function timeOfDay(at: string): string {
  const moment = new Date(at)
  return [moment.getHours(), moment.getMinutes()].map((value) => String(value).padStart(2, '0')).join(':')
}

/** Formats a day in words: 今天, 昨天, 11月19日 星期四; with the year when it is not the present one. */
export function dayName(day: string, now: Date): string {
  const today = localDay(now.toISOString())
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (day === today) return '今天'
  if (day === localDay(yesterday.toISOString())) return '昨天'
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const weekday = WEEKDAYS[new Date(year, month - 1, date).getDay()]
  const withoutYear = `${month}月${date}日 星期${weekday}`
  return year === now.getFullYear() ? withoutYear : `${year}年${withoutYear}`
}

/** Groups rows by local day (see `localDay`), in their order; `at` returns the time of a row, ISO 8601. */
export function groupByDay<Row>(
  rows: readonly Row[],
  at: (row: Row) => string,
): { day: string; rows: Row[] }[] {
  const days = new Map<string, Row[]>()
  for (const row of rows) {
    const day = localDay(at(row))
    days.set(day, [...(days.get(day) ?? []), row])
  }
  return [...days].map(([day, list]) => ({ day, rows: list }))
}

/** The functions that delete from the history. */
export type HistoryRemoval = ReturnType<typeof useHistoryRemoval>

/**
 * Returns the functions that delete rows, or everything of a kind, from the history. They hide the rows at once and
 * show a toast that can undo it; the rows are deleted for good once that toast has disappeared. A failure shows the
 * rows again and is reported in a toast.
 */
export function useHistoryRemoval() {
  const cache = useQueryClient()
  return useMemo(
    () => ({
      rows: (kind: HistoryKind, ids: string[]) =>
        removeLater({ kind, ids }, `已删除 ${ids.length} 条`, (isLeaving) =>
          removeFromHistory(cache, kind, { ids }, isLeaving),
        ),
      all: (kind: HistoryKind) =>
        removeLater(
          { kind, ids: [], until: new Date().toISOString() },
          kind === 'searches' ? '已清空检索历史' : '已清空看过的文献',
          (isLeaving) => removeFromHistory(cache, kind, { all: true }, isLeaving),
        ),
    }),
    [cache],
  )
}
