import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

/** The tab of the paper drawer; without one, the record is shown. */
export type PaperTab = 'references' | 'cited' | 'related'

/**
 * Returns the paper that is open over the screen, as the address names it (`?paper=` with `?paper_tab=` and the
 * `?quote=` to highlight; null where absent), and the functions that change it.
 */
export function usePaperAddress() {
  const [params, setParams] = useSearchParams()

  /** Returns the query of the present address with a paper opened, for links. */
  const searchOf = useCallback((id: string, tab?: PaperTab) => `?${withPaper(params, id, tab)}`, [params])
  const open = useCallback(
    (id: string, tab?: PaperTab, quote?: string) => setParams((before) => withPaper(before, id, tab, quote)),
    [setParams],
  )
  /** Replaces the open paper; the back button leads to where the first one was opened. */
  const step = useCallback(
    (id: string) => setParams((before) => withPaper(before, id), { replace: true }),
    [setParams],
  )
  const close = useCallback(() => setParams((before) => withPaper(before, '')), [setParams])

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

/** Returns a copy of the query with a paper opened; with the id `''`, without any. */
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

/**
 * Returns the address of the results for a text in the query language. A filter has one value or a list of values;
 * undefined ones are left out.
 */
export function searchAddress(query: string, filters: Readonly<Record<string, unknown>> = {}): string {
  const params = new URLSearchParams({ q: query })
  for (const [name, values] of Object.entries(filters))
    for (const value of [values].flat()) if (value !== undefined) params.append(name, String(value))
  return `/home/searchResult?${params}`
}

/** Returns a query for exactly these words in one field, without their quotes: `KY:"graph neural network"`. */
export function fieldQuery(field: string, words: string): string {
  return `${field}:"${words.replaceAll('"', ' ').trim()}"`
}

/** A document of a dataset, or a paper with an open-access file. */
type ReadableId = { document_id: string } | { paper_id: string }

/** Where in a text the reading screen opens. */
interface ReadingLocation {
  /** Counted from 1. */
  page?: number | null
  /** The passage to highlight. */
  quote?: string
  /** The list it was opened from, whose other documents are listed too. */
  dataset_id?: string
  folder_id?: string
}

/**
 * Returns the reader's address of a document or paper, at a location in it; empty parts of the location are left out.
 */
export function readingAddress(readable: ReadableId, location: ReadingLocation = {}): string {
  const params = new URLSearchParams({ ...readable })
  for (const [name, value] of Object.entries(location)) if (value) params.set(name, String(value))
  return `/readDetailMore?${params}`
}

/** Returns the address that opens several papers in the reader, starting with the first. */
export function readingListAddress(paper_ids: readonly string[]): string {
  const params = new URLSearchParams()
  for (const id of paper_ids) params.append('paper_id_list', id)
  return `/readDetailMore?${params}`
}
