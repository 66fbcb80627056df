import { useCallback, useMemo } from 'react'
import { useAddressQuery } from '../ui/use-address-query.ts'

/** The orders of a list of journals, with their labels: most papers, most citations per paper, title. */
export const journalSorts = [
  { value: 'papers', label: '文献最多' },
  { value: 'citations', label: '篇均被引' },
  { value: 'title', label: '刊名' },
] as const
/** An order of a list of journals. */
export type JournalSort = (typeof journalSorts)[number]['value']

/**
 * The classifications, by the prefix of their class codes: `jyb` the disciplines of the Ministry of Education (教育部),
 * `esi` the fields of Essential Science Indicators, `clc` the Chinese Library Classification (中图法).
 */
export const schemes = ['jyb', 'esi', 'clc'] as const
/** A classification of journals. */
export type Scheme = (typeof schemes)[number]

/** The state that the address encodes for the shown journals. An empty string stands for "not chosen". */
export interface JournalAddress {
  /** Words of a title, or an ISSN. */
  query: string
  /** The classification whose classes are offered. It filters nothing: only `class_code` does. */
  scheme: Scheme
  /** Class code such as `jyb:0812`, not validated. */
  class_code: string
  /** The first letter of the title: `A`–`Z`, or `#` for the others. */
  letter: string
  sort: JournalSort
  /** Counted from 1. */
  page: number
}

/** The values that the address leaves out. */
const DEFAULTS: JournalAddress = {
  query: '',
  scheme: 'jyb',
  class_code: '',
  letter: '',
  sort: 'papers',
  page: 1,
}

/**
 * Reads the address. Missing and invalid values are the defaults; without `scheme`, that of the chosen class is shown.
 */
export function readJournalAddress(params: URLSearchParams): JournalAddress {
  const class_code = params.get('class_code') ?? DEFAULTS.class_code
  const classScheme = class_code.split(':', 1)[0]
  const scheme = params.get('scheme') ?? classScheme
  const letter = params.get('letter')?.toUpperCase() ?? DEFAULTS.letter
  const page = Number(params.get('page'))
  return {
    query: params.get('query') ?? DEFAULTS.query,
    scheme: schemes.find((known) => known === scheme) ?? DEFAULTS.scheme,
    class_code,
    letter: /^[A-Z#]$/.test(letter) ? letter : DEFAULTS.letter,
    sort: journalSorts.find(({ value }) => value === params.get('sort'))?.value ?? DEFAULTS.sort,
    page: Number.isInteger(page) && page > 0 ? page : DEFAULTS.page,
  }
}

/**
 * Returns a copy of the query with fields of the address changed; default values are left out. A changed filter or order
 * leads back to the first page. Another classification does not, because the listed journals stay the same.
 */
export function withJournalAddress(
  params: URLSearchParams,
  changes: Partial<JournalAddress>,
): URLSearchParams {
  const next = new URLSearchParams(params)
  const keepsPage = 'page' in changes || 'scheme' in changes
  if (!keepsPage) next.delete('page')
  for (const [name, value] of Object.entries(changes))
    if (value === DEFAULTS[name as keyof JournalAddress]) next.delete(name)
    else next.set(name, String(value))
  // Without this parameter, a chosen class of another scheme would determine the scheme.
  if (changes.scheme && next.has('class_code')) next.set('scheme', changes.scheme)
  return next
}

/** Returns the state of the journals in the address, and `go`, which changes some of its fields. */
export function useJournalAddress() {
  const [params, setParams] = useAddressQuery()
  const address = useMemo(() => readJournalAddress(params), [params])
  const go = useCallback(
    (changes: Partial<JournalAddress>) => setParams((before) => withJournalAddress(before, changes)),
    [setParams],
  )
  return { address, go }
}
