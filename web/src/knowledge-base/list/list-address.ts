import { useCallback, useMemo } from 'react'
import { useAddressQuery } from '../../ui/use-address-query.ts'

/** The sort orders of a list. */
export const listSorts = [
  { value: 'added', label: '最近加入' },
  { value: 'title', label: '题名' },
  { value: 'year', label: '年份' },
  { value: 'citations', label: '被引' },
] as const

/** A sort order of a list. */
export type ListSort = (typeof listSorts)[number]['value']

/** The state that the address encodes for the shown list. `''` stands for "not chosen". */
export interface ListAddress {
  dataset_id: string
  folder_id: string
  keyword: string
  state: string
  document_type: string
  /** Tag ids, separated by commas: documents that have all of them. */
  tags: string
  /** Values of the statistics filters. */
  year: string
  source: string
  author: string
  term: string
  resource_type: string
  sort: ListSort
  /** Counted from 1. */
  page: number
}

/** The selectable processing states. */
export const stateFilters = [
  { value: 'ready', label: '可检索' },
  { value: 'working', label: '处理中' },
  { value: 'failed', label: '失败' },
  { value: 'cancelled', label: '已取消' },
] as const

/** The selectable document types. */
export const documentTypes = [
  { value: 'paper', label: '文献记录' },
  { value: 'pdf', label: 'PDF' },
  { value: 'word', label: 'Word' },
  { value: 'slides', label: '幻灯片' },
  { value: 'sheet', label: '表格' },
  { value: 'book', label: '电子书' },
  { value: 'web', label: '网页' },
  { value: 'text', label: '文本' },
  { value: 'picture', label: '图片' },
  { value: 'other', label: '其他' },
] as const

/** The filters that the statistics set, named as in the address. */
export const statisticsFilters = ['year', 'resource_type', 'source', 'author', 'term'] as const

/** The filters of a list besides its keyword. */
const filters = ['state', 'document_type', 'tags', ...statisticsFilters] as const

/** An address change that removes all filters but the keyword. */
export const noFilters: Partial<ListAddress> = Object.fromEntries(filters.map((name) => [name, '']))

/** Whether any filter but the keyword is set. */
export const isFiltered = (address: ListAddress): boolean => filters.some((name) => address[name] !== '')

/** The longest filter values that the server accepts, in characters. */
const MAX_SOURCE_CHARS = 300
const MAX_AUTHOR_CHARS = 200
const MAX_TERM_CHARS = 200

/** Matches the number of a resource type, 1 to 10. */
const RESOURCE_TYPE = /^(?:[1-9]|10)$/

/** Converts the filters of an address to the input of the call; invalid values are left out, long ones cut. */
export function toDocumentFilters({ state, document_type, tags, year, resource_type, ...rest }: ListAddress) {
  const stateValue = stateFilters.find(({ value }) => value === state)?.value
  const typeValue = documentTypes.find(({ value }) => value === document_type)?.value
  return {
    ...(stateValue && { state: stateValue }),
    ...(typeValue && { document_type: typeValue }),
    ...(/^\d{1,4}$/.test(year) && { year: Number(year) }),
    ...(RESOURCE_TYPE.test(resource_type) && { resource_type: Number(resource_type) }),
    source: rest.source.slice(0, MAX_SOURCE_CHARS),
    author: rest.author.slice(0, MAX_AUTHOR_CHARS),
    term: rest.term.slice(0, MAX_TERM_CHARS),
    tag_ids: parseTags(tags),
  }
}

/** Maximum number of tags that a filter can combine. */
const MAX_TAGS = 50

/** Returns the first `MAX_TAGS` ids in the `tags` of an address. */
export const parseTags = (tags: string): string[] => tags.split(',').filter(Boolean).slice(0, MAX_TAGS)

/** The fields that a change of each field resets; a new folder, for example, starts at its first page. */
const resetFields: Record<keyof ListAddress, readonly string[]> = {
  dataset_id: ['folder_id', 'keyword', ...filters, 'page'],
  folder_id: ['keyword', 'page'],
  keyword: ['page'],
  state: ['page'],
  document_type: ['page'],
  tags: ['page'],
  year: ['page'],
  source: ['page'],
  author: ['page'],
  term: ['page'],
  resource_type: ['page'],
  sort: ['page'],
  page: [],
}

/** The values that the address leaves out. */
const defaults: Record<string, unknown> = { sort: 'added', page: 1 }

/** Reads the filters of an address; '' for those that are absent. */
function readFilters(params: URLSearchParams): Pick<ListAddress, (typeof filters)[number]> {
  const textOf = (name: string) => params.get(name) ?? ''
  return {
    state: textOf('state'),
    document_type: textOf('document_type'),
    tags: textOf('tags'),
    year: textOf('year'),
    source: textOf('source'),
    author: textOf('author'),
    term: textOf('term'),
    resource_type: textOf('resource_type'),
  }
}

/** Reads the address of a list from a query; an unknown order or page counts as the default. */
export function readListAddress(params: URLSearchParams): ListAddress {
  const sort = listSorts.find(({ value }) => value === params.get('sort'))?.value ?? 'added'
  const page = Number(params.get('page'))
  return {
    dataset_id: params.get('dataset_id') ?? '',
    folder_id: params.get('folder_id') ?? '',
    keyword: params.get('keyword') ?? '',
    ...readFilters(params),
    sort,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** Returns the query with fields of the address changed; empty values and defaults are removed. */
export function withListAddress(params: URLSearchParams, to: Partial<ListAddress>): URLSearchParams {
  const next = new URLSearchParams(params)
  // A paper that is open over the list belongs to the previous content.
  for (const name of ['paper', 'paper_tab']) next.delete(name)
  for (const name of Object.keys(to) as (keyof ListAddress)[])
    for (const field of resetFields[name]) next.delete(field)
  for (const [name, value] of Object.entries(to)) {
    if (value === '' || value === defaults[name]) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** Returns the list in the address, `go`, which changes fields of it, and `searchOf`, which does so for a link. */
export function useListAddress() {
  const [params, setParams] = useAddressQuery()
  const address = useMemo(() => readListAddress(params), [params])
  const go = useCallback(
    (to: Partial<ListAddress>) => setParams((before) => withListAddress(before, to)),
    [setParams],
  )
  /** Returns the query of a changed address, for links. */
  const searchOf = useCallback((to: Partial<ListAddress>) => `?${withListAddress(params, to)}`, [params])
  return { address, go, searchOf }
}
