import { useMemo } from 'react'
import { useAddressQuery } from '../../ui/use-address-query.ts'
import { isSame, type ReadingTarget } from './target.ts'

export const sides = ['insight', 'translation', 'notes', 'figures', 'references', 'related', 'chat'] as const
export type ReadingSide = (typeof sides)[number]
export type ReadingView = 'pages' | 'text'

/** Maximum number of texts in the reading list. */
export const MAX_TEXTS = 50

/** The state that the address of the reading screen encodes. */
export interface ReadingAddress {
  /** The listed texts, in order. */
  list: ReadingTarget[]
  /** The open text; undefined when the address names none. */
  current: ReadingTarget | undefined
  /** The dataset whose documents are listed in addition. */
  dataset_id: string | undefined
  folder_id: string | undefined
  page: number | undefined
  /** The quote to highlight. */
  quote: string | undefined
  /** The annotation to select. */
  annotation_id: string | undefined
  view: ReadingView | undefined
  side: ReadingSide
  /** Shows the list as a comparison table by aspect. */
  compares: boolean
}

const isSide = (name: string | null): name is ReadingSide => sides.some((side) => side === name)

/** Reads an address. `paper_id_list` and `document_id_list` are the list, `paper_id` or `document_id` the open text. */
export function readAddress(query: URLSearchParams): ReadingAddress {
  const named = parseTargets(query, 'document_id', 'paper_id')
  const list: ReadingTarget[] = []
  for (const one of [...parseTargets(query, 'document_id_list', 'paper_id_list'), ...named])
    if (!list.some((other) => isSame(one, other)) && list.length < MAX_TEXTS) list.push(one)
  const [side, view] = [query.get('side'), query.get('view')]
  return {
    list,
    current: named[0] ?? list[0],
    dataset_id: query.get('dataset_id') ?? undefined,
    folder_id: query.get('folder_id') ?? undefined,
    page: parsePage(query),
    quote: query.get('quote') || undefined,
    annotation_id: query.get('annotation_id') ?? undefined,
    view: view === 'pages' || view === 'text' ? view : undefined,
    side: isSide(side) ? side : 'insight',
    compares: query.get('compare') === '1',
  }
}

function parseTargets(query: URLSearchParams, documents: string, papers: string): ReadingTarget[] {
  return [
    ...query.getAll(documents).map((document_id) => ({ document_id })),
    ...query.getAll(papers).map((paper_id) => ({ paper_id })),
  ]
}

function parsePage(query: URLSearchParams): number | undefined {
  const page = Number(query.get('page'))
  return Number.isInteger(page) && page > 0 ? page : undefined
}

/** Returns the address with another text open, without the location and quote of the previous one. */
export function withCurrent(query: URLSearchParams, target: ReadingTarget): URLSearchParams {
  const next = withList(query, readAddress(query).list)
  for (const name of ['document_id', 'paper_id', 'page', 'quote', 'annotation_id', 'compare'])
    next.delete(name)
  if (target.document_id !== undefined) next.set('document_id', target.document_id)
  else next.set('paper_id', target.paper_id)
  return next
}

function withList(query: URLSearchParams, list: readonly ReadingTarget[]): URLSearchParams {
  const next = new URLSearchParams(query)
  next.delete('document_id_list')
  next.delete('paper_id_list')
  for (const { document_id, paper_id } of list) {
    if (document_id !== undefined) next.append('document_id_list', document_id)
    else next.append('paper_id_list', paper_id)
  }
  return next
}

function withoutTarget(query: URLSearchParams, target: ReadingTarget): URLSearchParams {
  const { list, current } = readAddress(query)
  const rest = list.filter((one) => !isSame(one, target))
  const [first] = rest
  const next = withList(query, rest)
  if (!first || !current) return new URLSearchParams()
  return isSame(current, target) ? withCurrent(next, first) : next
}

const withParam = (query: URLSearchParams, name: string, value: string): URLSearchParams => {
  const next = new URLSearchParams(query)
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}

/** Returns the state in the address of the reading screen, and the functions that change it. */
export function useReadingAddress() {
  const [query, change] = useAddressQuery()
  const address = useMemo(() => readAddress(query), [query])
  return useMemo(
    () => ({
      address,
      open: (target: ReadingTarget) => change((now) => withCurrent(now, target)),
      add: (targets: readonly ReadingTarget[]) =>
        change((now) => withList(now, [...readAddress(now).list, ...targets].slice(0, MAX_TEXTS))),
      remove: (target: ReadingTarget) => change((now) => withoutTarget(now, target)),
      see: (side: ReadingSide) => change((now) => withParam(now, 'side', side === 'insight' ? '' : side)),
      view: (view: ReadingView) => change((now) => withParam(now, 'view', view)),
      compare: (on: boolean) => change((now) => withParam(now, 'compare', on ? '1' : '')),
    }),
    [address, change],
  )
}
