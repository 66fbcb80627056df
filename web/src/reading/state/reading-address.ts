import { useMemo } from 'react'
import { useAddressQuery } from '../../ui/use-address-query.ts'
import { isSame, type ReadingTarget } from './target.ts'

/** The panels next to the text, named as in the address. */
export const sides = ['insight', 'translation', 'notes', 'figures', 'references', 'related', 'chat'] as const
/** A panel next to the text. */
export type ReadingSide = (typeof sides)[number]
/** How a text is shown: as its original pages, or as text. */
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
  /** The folder of the dataset that the listed documents are limited to. */
  folder_id: string | undefined
  /** Counted from 1. */
  page: number | undefined
  /** The quote to highlight. */
  quote: string | undefined
  /** The annotation to select. */
  annotation_id: string | undefined
  view: ReadingView | undefined
  side: ReadingSide
  /** Whether the listed texts are compared in a table by aspect, instead of showing one of them. */
  compares: boolean
}

const isSide = (name: string | null): name is ReadingSide => sides.some((side) => side === name)

/**
 * Reads an address. The list is in `paper_id_list` and `document_id_list`, the open text in `paper_id` or `document_id`;
 * it belongs to the list even when it is not repeated there.
 */
export function readAddress(query: URLSearchParams): ReadingAddress {
  const openTargets = parseTargets(query, 'document_id', 'paper_id')
  const list: ReadingTarget[] = []
  for (const target of [...parseTargets(query, 'document_id_list', 'paper_id_list'), ...openTargets])
    if (!list.some((other) => isSame(target, other)) && list.length < MAX_TEXTS) list.push(target)
  const side = query.get('side')
  const view = query.get('view')
  return {
    list,
    current: openTargets[0] ?? list[0],
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

/** Reads the texts whose ids two parameters contain. */
function parseTargets(query: URLSearchParams, documentParam: string, paperParam: string): ReadingTarget[] {
  return [
    ...query.getAll(documentParam).map((document_id) => ({ document_id })),
    ...query.getAll(paperParam).map((paper_id) => ({ paper_id })),
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

/** Returns the address without a text; where it was open, the first of the others is. Empty when none is left. */
function withoutTarget(query: URLSearchParams, target: ReadingTarget): URLSearchParams {
  const { list, current } = readAddress(query)
  const rest = list.filter((other) => !isSame(other, target))
  const [first] = rest
  const next = withList(query, rest)
  if (!first || !current) return new URLSearchParams()
  return isSame(current, target) ? withCurrent(next, first) : next
}

/** Returns a copy of the query with a parameter set; `''` removes it. */
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
      open: (target: ReadingTarget) => change((before) => withCurrent(before, target)),
      add: (targets: readonly ReadingTarget[]) =>
        change((before) => withList(before, [...readAddress(before).list, ...targets].slice(0, MAX_TEXTS))),
      remove: (target: ReadingTarget) => change((before) => withoutTarget(before, target)),
      /** Shows a panel next to the text. */
      showPanel: (side: ReadingSide) =>
        change((before) => withParam(before, 'side', side === 'insight' ? '' : side)),
      setView: (view: ReadingView) => change((before) => withParam(before, 'view', view)),
      compare: (on: boolean) => change((before) => withParam(before, 'compare', on ? '1' : '')),
    }),
    [address, change],
  )
}
