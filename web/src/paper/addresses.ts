import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

/** What the drawer shows of a paper; the record itself where nothing is named. */
export type PaperTab = 'references' | 'cited' | 'related'

/** Opens and closes the paper that stands over a screen, by `?paper=` and, inside it, `?paper_tab=` and the `?quote=` to light. */
export function usePaperAddress() {
  const [params, setParams] = useSearchParams()

  /** The query of the present address with a paper open: for links. */
  const searchOf = useCallback((id: string, tab?: PaperTab) => `?${withPaper(params, id, tab)}`, [params])
  const open = useCallback(
    (id: string, tab?: PaperTab, quote?: string) => setParams((now) => withPaper(now, id, tab, quote)),
    [setParams],
  )
  /** Another paper in the place of the open one: 后退 leads to where the first was opened. */
  const step = useCallback(
    (id: string) => setParams((now) => withPaper(now, id), { replace: true }),
    [setParams],
  )
  const close = useCallback(() => setParams((now) => withPaper(now, '')), [setParams])

  return useMemo(
    () => ({
      paper: params.get('paper'),
      tab: params.get('paper_tab'),
      quote: params.get('quote'),
      open,
      step,
      close,
      searchOf,
    }),
    [params, open, step, close, searchOf],
  )
}

function withPaper(params: URLSearchParams, id: string, tab?: PaperTab, quote?: string): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('paper')
  next.delete('paper_tab')
  next.delete('quote')
  if (id) next.set('paper', id)
  if (tab) next.set('paper_tab', tab)
  if (quote) next.set('quote', quote)
  return next
}

/** Where a query is searched: the address of the results for a text in the query language, narrowed by filters. */
export function searchAddress(query: string, filters: Readonly<Record<string, unknown>> = {}): string {
  const params = new URLSearchParams({ q: query })
  for (const [name, values] of Object.entries(filters))
    for (const value of [values].flat()) if (value !== undefined) params.append(name, String(value))
  return `/home/searchResult?${params}`
}

/** One field's query for exactly these words: `KY:"graph neural network"`. */
export function fieldQuery(field: string, words: string): string {
  return `${field}:"${words.replaceAll('"', ' ').trim()}"`
}

/** What is read: a document of a dataset, or a paper by its open-access file. */
type ReadableId = { document_id: string } | { paper_id: string }

interface ReadingLocation {
  page?: number | null
  /** Is lit. */
  quote?: string
  /** The list that it was opened from: its other documents stand beside it. */
  dataset_id?: string
  folder_id?: string
}

/** Where something is read, at a place of it. */
export function readingAddress(readable: ReadableId, place: ReadingLocation = {}): string {
  const params = new URLSearchParams({ ...readable })
  for (const [name, value] of Object.entries(place)) if (value) params.set(name, String(value))
  return `/readDetailMore?${params}`
}

/** Where papers are read beside each other; the first of them opens. */
export function readingListAddress(paper_ids: readonly string[]): string {
  const params = new URLSearchParams()
  for (const id of paper_ids) params.append('paper_id_list', id)
  return `/readDetailMore?${params}`
}
