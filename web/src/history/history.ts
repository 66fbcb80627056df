import { api, type OutputOf } from '@scinav/contract'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import { dayOf } from './days.ts'

export type HistoryKind = 'searches' | 'papers'
export type LoggedSearch = OutputOf<typeof api.papers.searches>['list'][number]
export type LoggedView = OutputOf<typeof api.papers.views>['list'][number]

export const HISTORY_PAGE = 50
/** The most rows one call deletes. */
const MOST = 500

interface Row {
  id: string
  at: string
}

export const searchRow = ({ id, created_at }: LoggedSearch): Row => ({ id, at: created_at })
export const viewRow = ({ paper, viewed_at }: LoggedView): Row => ({ id: paper.id, at: viewed_at })

/** What the history is narrowed by, and where one is in it. */
export interface HistoryPlace {
  kind: HistoryKind
  keyword: string
  /** From 1. */
  page: number
}

async function rowsAt({ kind, keyword, page }: HistoryPlace): Promise<Row[]> {
  const input = { keyword, page_num: page, page_size: HISTORY_PAGE }
  if (kind === 'searches') {
    const answer = await call(api.papers.searches, input)
    return answer.success ? answer.data.list.map(searchRow) : []
  }
  const answer = await call(api.papers.views, input)
  return answer.success ? answer.data.list.map(viewRow) : []
}

/** Every row of a day, those on the pages before and after included. `here` are those of the present page. */
export async function idsOfDay(place: HistoryPlace, day: string, here: readonly Row[]): Promise<string[]> {
  const ids = here.filter(({ at }) => dayOf(at) === day).map(({ id }) => id)
  for (const step of [-1, 1]) {
    let edge = here.at(step === 1 ? -1 : 0)
    for (
      let page = place.page + step;
      page >= 1 && edge && dayOf(edge.at) === day && ids.length < MOST;
      page += step
    ) {
      const rows = await rowsAt({ ...place, page })
      ids.push(...rows.filter(({ at }) => dayOf(at) === day).map(({ id }) => id))
      edge = rows.at(step === 1 ? -1 : 0)
    }
  }
  return ids.slice(0, MOST)
}

/** Deletes rows, or all of a kind, and reads the lists again. Says so where that failed. */
export async function removeFromHistory(
  cache: QueryClient,
  kind: HistoryKind,
  what: { ids: string[] } | { all: true },
  leaving: boolean,
): Promise<void> {
  const endpoint = kind === 'searches' ? api.papers.removeSearches : api.papers.removeViews
  const list = kind === 'searches' ? api.papers.searches : api.papers.views
  const answer = await call(endpoint, what, { keepalive: leaving })
  if (!answer.success) toast(`没有删除：${answer.message}`, { tone: 'bad' })
  await cache.invalidateQueries({ queryKey: [list.path] })
}
