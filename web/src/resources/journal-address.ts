import { useCallback, useMemo } from 'react'
import { useAddressQuery } from '../ui/use-address-query.ts'

export const journalSorts = [
  { value: 'papers', label: '文献最多' },
  { value: 'citations', label: '篇均被引' },
  { value: 'title', label: '刊名' },
] as const
export type JournalSort = (typeof journalSorts)[number]['value']

/** The classifications, by the prefix of their class codes. */
export const schemes = ['jyb', 'esi', 'clc'] as const
export type Scheme = (typeof schemes)[number]

/** The state that the address encodes for the shown journals. An empty string stands for "not chosen". */
export interface JournalAddress {
  query: string
  scheme: Scheme
  /** Class code such as `jyb:0812`. */
  class_code: string
  /** `A`–`Z` or `#`. */
  letter: string
  sort: JournalSort
  page: number
}

const defaults: Record<string, unknown> = { sort: 'papers', scheme: 'jyb', page: 1 }

/** Reads the address; a chosen class also determines the shown classification. */
export function readJournalAddress(params: URLSearchParams): JournalAddress {
  const class_code = params.get('class_code') ?? ''
  const scheme = params.get('scheme') ?? class_code.split(':', 1)[0]
  const letter = params.get('letter')?.toUpperCase() ?? ''
  const page = Number(params.get('page'))
  return {
    query: params.get('query') ?? '',
    scheme: schemes.find((one) => one === scheme) ?? 'jyb',
    class_code,
    letter: /^[A-Z#]$/.test(letter) ? letter : '',
    sort: journalSorts.find(({ value }) => value === params.get('sort'))?.value ?? 'papers',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** Returns the query with fields of the address changed; every filter starts at the first page. */
export function withJournalAddress(params: URLSearchParams, to: Partial<JournalAddress>): URLSearchParams {
  const next = new URLSearchParams(params)
  if (!('page' in to) && !('scheme' in to)) next.delete('page')
  for (const [name, value] of Object.entries(to))
    if (value === '' || value === defaults[name]) next.delete(name)
    else next.set(name, String(value))
  // Without this parameter, a chosen class of another scheme would determine the scheme.
  if (to.scheme && next.has('class_code')) next.set('scheme', to.scheme)
  return next
}

/** Returns the filters of the journals in the address, and the function that changes them. */
export function useJournalAddress() {
  const [params, setParams] = useAddressQuery()
  const address = useMemo(() => readJournalAddress(params), [params])
  const go = useCallback(
    (to: Partial<JournalAddress>) => setParams((now) => withJournalAddress(now, to)),
    [setParams],
  )
  return { address, go }
}
