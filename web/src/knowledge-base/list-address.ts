import { useCallback, useMemo } from 'react'
import { useAddressQuery } from '../ui/use-address-query.ts'

export const sorts = [
  { value: 'added', label: '最近加入' },
  { value: 'title', label: '题名' },
  { value: 'year', label: '年份' },
  { value: 'citations', label: '被引' },
] as const

export type Sort = (typeof sorts)[number]['value']

/** What the address says about the list on the screen. Empty texts stand for "not chosen". */
export interface ListAddress {
  dataset_id: string
  folder_id: string
  keyword: string
  sort: Sort
  page: number
}

/** What stays when another part of the address is chosen: a new folder begins at its first page. */
const forgottenWith: Record<keyof ListAddress, readonly string[]> = {
  dataset_id: ['folder_id', 'keyword', 'page'],
  folder_id: ['keyword', 'page'],
  keyword: ['page'],
  sort: ['page'],
  page: [],
}

const standards: Record<string, unknown> = { sort: 'added', page: 1 }

/** Reads the address of a list from a query. */
export function readListAddress(params: URLSearchParams): ListAddress {
  const sort = sorts.find(({ value }) => value === params.get('sort'))?.value ?? 'added'
  const page = Number(params.get('page'))
  return {
    dataset_id: params.get('dataset_id') ?? '',
    folder_id: params.get('folder_id') ?? '',
    keyword: params.get('keyword') ?? '',
    sort,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** The query with one or more parts of the address changed; empty ones and defaults leave it. */
export function withListAddress(params: URLSearchParams, to: Partial<ListAddress>): URLSearchParams {
  const next = new URLSearchParams(params)
  // A paper that stands over the list belongs to what was shown.
  for (const name of ['paper', 'paper_tab']) next.delete(name)
  for (const name of Object.keys(to) as (keyof ListAddress)[])
    for (const forgotten of forgottenWith[name]) next.delete(forgotten)
  for (const [name, value] of Object.entries(to)) {
    if (value === '' || value === standards[name]) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** The list that the address names, and how to go to another. */
export function useListAddress() {
  const [params, setParams] = useAddressQuery()
  const address = useMemo(() => readListAddress(params), [params])
  const go = useCallback(
    (to: Partial<ListAddress>) => setParams((now) => withListAddress(now, to)),
    [setParams],
  )
  /** The query of a neighbouring address: for links. */
  const searchOf = useCallback((to: Partial<ListAddress>) => `?${withListAddress(params, to)}`, [params])
  return { address, go, searchOf }
}
