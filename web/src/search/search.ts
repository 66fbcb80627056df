import type { api, InputOf } from '@scinav/contract'

/** Filters that take several alternatives, by the contract's names. */
export const listFilters = [
  'resource_type',
  'source',
  'subject_code',
  'language',
  'author',
  'keyword',
  'rank',
  'degree',
] as const
/** A filter that takes several alternatives. */
export type ListFilter = (typeof listFilters)[number]

/** All filters of a search; a filter that is not set is omitted. */
export type Filters = Partial<Record<ListFilter, string[]>> & {
  year_from?: number
  year_to?: number
  is_oa?: true
  /** Words of a fund or grant number. */
  fund?: string
  /** A query that is searched within the results. */
  within?: string
}

/** The order of the results; `date` and `citations` are descending. */
export type SearchSort = 'relevance' | 'date' | 'citations'

/** A search as the address encodes it. */
export interface Search {
  q: string
  filters: Filters
  sort: SearchSort
  /** Whether words match as written, without stemming and translation. */
  exact: boolean
  /** Whether terms are expanded with their Chinese or English equivalents. */
  expand: boolean
  /** Whether the text is searched as written although a correction is known. */
  as_written: boolean
  /** Counted from 1. */
  page: number
  /** Whether titles are shown without authors and abstracts. */
  compact: boolean
}

/** Number of results on a page. */
export const PAGE_SIZE = 20
/** The last page that the server returns. */
const MAX_PAGE = 500
/** The last year that the server accepts in a filter. */
const MAX_YEAR = 9999
/** The orders of the results. */
const searchSorts: readonly SearchSort[] = ['relevance', 'date', 'citations']

/** Reads a search from an address; parameters that are not understood count as not set. */
export function readSearch(params: URLSearchParams): Search {
  return {
    q: params.get('q') ?? '',
    filters: readFilters(params),
    sort: searchSorts.find((sort) => sort === params.get('sort')) ?? 'relevance',
    exact: params.get('exact') === '1',
    expand: params.get('expand') !== '0',
    as_written: params.get('as_written') === '1',
    page: readNumber(params, 'page', MAX_PAGE) ?? 1,
    compact: params.get('view') === 'compact',
  }
}

/** Reads the filters of an address; repeated values count once, and invalid ones are left out. */
function readFilters(params: URLSearchParams): Filters {
  const filters: Filters = {}
  for (const name of listFilters) {
    const values = params.getAll(name).filter(Boolean)
    if (values.length > 0) filters[name] = [...new Set(values)]
  }
  for (const name of ['year_from', 'year_to'] as const) {
    const year = readNumber(params, name, MAX_YEAR)
    if (year !== undefined) filters[name] = year
  }
  for (const name of ['fund', 'within'] as const) {
    const text = params.get(name)?.trim()
    if (text) filters[name] = text
  }
  if (params.get('is_oa') === '1') filters.is_oa = true
  return filters
}

/** Returns a parameter as a whole number from 1 to `max`; undefined when it is missing or anything else. */
function readNumber(params: URLSearchParams, name: string, max: number): number | undefined {
  const text = params.get(name) ?? ''
  const number = Number(text)
  return /^\d{1,4}$/.test(text) && number >= 1 && number <= max ? number : undefined
}

/**
 * Writes the search into an address query. Other parameters in `params` are kept, except for an open paper or panel.
 */
export function writeSearch(search: Search, params = new URLSearchParams()): URLSearchParams {
  const next = new URLSearchParams(params)
  const pairs = searchParamPairs(search)
  const names = pairs.map(([name]) => name)
  for (const name of [...names, ...listFilters, 'paper', 'paper_tab', 'panel', 'tab']) next.delete(name)
  for (const [name, value] of pairs) if (value) next.append(name, String(value))
  return next
}

/**
 * Returns the parameters of a search with their values. A falsy value (false, empty, undefined) is a default or not
 * set, and is not written into the address; a zero to be written is therefore the string '0'.
 */
function searchParamPairs(search: Search): [name: string, value: string | number | false | undefined][] {
  const { year_from, year_to, is_oa, fund, within, ...lists } = search.filters
  return [
    ['q', search.q],
    ...listFilters.flatMap((name) => (lists[name] ?? []).map((value): [string, string] => [name, value])),
    ['year_from', year_from],
    ['year_to', year_to],
    ['is_oa', is_oa && 1],
    ['fund', fund],
    ['within', within],
    ['sort', search.sort !== 'relevance' && search.sort],
    ['exact', search.exact && 1],
    ['expand', !search.expand && '0'],
    ['as_written', search.as_written && 1],
    ['page', search.page > 1 && search.page],
    ['view', search.compact && 'compact'],
  ]
}

/** Returns the search for a text with default settings. */
export const searchFor = (q: string, filters: Filters = {}): Search => ({
  q,
  filters,
  sort: 'relevance',
  exact: false,
  expand: true,
  as_written: false,
  page: 1,
  compact: false,
})

/** The path of the results screen. */
export const RESULTS_PATH = '/home/searchResult'

/** Returns the address of a search's results. */
export function resultsAddress(search: Search, params?: URLSearchParams): string {
  const query = String(writeSearch(search, params))
  return `${RESULTS_PATH}${query && `?${query}`}`
}

/** Converts the filters to the input of the calls: types are numbers there, and an empty list is a filter not set. */
export function toFilterInput(filters: Filters) {
  const { resource_type = [], degree = [], ...rest } = filters
  return { ...rest, resource_type: resource_type.map(Number), degree }
}

/** Converts the search to the input of the call. */
export function toSearchInput({
  q,
  filters,
  sort,
  exact,
  expand,
  as_written,
  page,
}: Search): InputOf<typeof api.papers.search> {
  return {
    query: q,
    filters: toFilterInput(filters),
    sort,
    exact,
    expand,
    as_written,
    page_num: page,
    page_size: PAGE_SIZE,
    facets: true,
  }
}

/** Converts the filters that the search history has stored to filters; what is not understood is left out. */
export function readLoggedFilters(logged: Readonly<Record<string, unknown>>): Filters {
  const pairs = Object.entries(logged).flatMap(([name, value]) =>
    [value].flat().map((single) => [name, single === true ? '1' : String(single)]),
  )
  return readFilters(new URLSearchParams(pairs))
}
