import type { api, OutputOf } from '@scinav/contract'
import { languageName } from '@scinav/contract/language-name'
import { fieldQuery } from '../paper/addresses.ts'
import { degreeName, typeName } from '../paper/paper.ts'
import { type Filters, type ListFilter, listFilters, type Search } from './search.ts'

/** The result of a search in the library. */
export type SearchResult = OutputOf<typeof api.papers.search>
/** For each facet of a result, the values with their numbers of papers. */
export type Facets = NonNullable<SearchResult['facets']>

/** Labels of the filters. */
export const filterNames: Readonly<Record<ListFilter, string>> = {
  resource_type: '类型',
  language: '语种',
  source: '来源',
  rank: '级别',
  subject_code: '学科',
  author: '作者',
  keyword: '关键词',
  degree: '学位',
}

/** The facet that counts the values of each filter. */
export const facetByFilter: Partial<Record<ListFilter, keyof Facets>> = {
  resource_type: 'resource_type',
  language: 'language',
  source: 'source',
  rank: 'rank',
  subject_code: 'subject',
  author: 'author',
  keyword: 'keyword',
}

/** Returns the label of one value of a filter: that of the facet where it was counted, otherwise one of our own. */
export function valueLabel(filter: ListFilter, value: string, facets?: Facets | null): string {
  const facet = facetByFilter[filter]
  const label = facet && facets?.[facet].list.find((counted) => counted.value === value)?.label
  if (label) return label
  if (filter === 'resource_type') return typeName(Number(value))
  if (filter === 'language') return languageName(value)
  if (filter === 'degree') return degreeName(value)
  return filter === 'rank' ? value.replaceAll(':', ' ') : value
}

/** Formats the years of a filter, of which at least one is given: `2020 年起`, `2020–2024 年`. */
function yearsLabel(from: number | undefined, to: number | undefined): string {
  if (from !== undefined && from === to) return `${from} 年`
  if (to === undefined) return `${from} 年起`
  return from === undefined ? `${to} 年止` : `${from}–${to} 年`
}

/** One active filter, and the change that removes it. */
export interface ActiveFilter {
  /** Distinguishes it from the other active filters. */
  id: string
  /** Filter and value in words: `来源 Nature`. */
  label: string
  /** The change that removes it. */
  off: { [Name in keyof Filters]: Filters[Name] | undefined }
}

/** Returns all active filters of a search, in the order of the facet columns. */
export function activeFilters(filters: Filters, facets?: Facets | null): ActiveFilter[] {
  const { year_from, year_to, is_oa, fund, within } = filters
  const active: ActiveFilter[] = []
  if (year_from !== undefined || year_to !== undefined)
    active.push({
      id: 'years',
      label: yearsLabel(year_from, year_to),
      off: { year_from: undefined, year_to: undefined },
    })
  for (const name of listFilters)
    for (const value of filters[name] ?? [])
      active.push({
        id: `${name}:${value}`,
        label: `${filterNames[name]} ${valueLabel(name, value, facets)}`,
        off: { [name]: filters[name]?.filter((other) => other !== value) },
      })
  if (is_oa) active.push({ id: 'is_oa', label: '有开放全文', off: { is_oa: undefined } })
  if (fund) active.push({ id: 'fund', label: `基金 ${fund}`, off: { fund: undefined } })
  if (within) active.push({ id: 'within', label: `结果中含 ${within}`, off: { within: undefined } })
  return active
}

/**
 * Returns the label of the filter that a hint of the server proposes to remove, and the change that removes it.
 *
 * @param filter name of a filter or of its facet; any unknown one counts as `within`
 */
export function relaxation(filter: string): { name: string; off: ActiveFilter['off'] } {
  if (filter.startsWith('year'))
    return { name: '年份限制', off: { year_from: undefined, year_to: undefined } }
  const list = listFilters.find((name) => name === filter || facetByFilter[name] === filter)
  if (list) return { name: `${filterNames[list]}限制`, off: { [list]: undefined } }
  if (filter === 'is_oa') return { name: '「有开放全文」', off: { is_oa: undefined } }
  if (filter === 'fund') return { name: '基金限制', off: { fund: undefined } }
  return { name: '「在结果中检索」', off: { within: undefined } }
}

/** The field of the query language that corresponds to each filter. */
const fieldCodes: Readonly<Record<ListFilter, string>> = {
  resource_type: 'TYPE',
  source: 'JN',
  subject_code: 'SC',
  language: 'LANG',
  author: 'AU',
  keyword: 'KY',
  rank: 'RANK',
  degree: 'DEGREE',
}

/**
 * Formats a search with all its filters as one text in the query language, as a subscription stores it:
 * `(graph neural network) AND LANG:"zh" AND PY>=2020`; '' for a search without words and filters.
 */
export function queryWithFilters({ q, filters }: Search): string {
  const { year_from, year_to, is_oa, fund, within } = filters
  const parts = [
    ...listFilters.map((name) =>
      anyOf((filters[name] ?? []).map((value) => fieldQuery(fieldCodes[name], value))),
    ),
    yearsQuery(year_from, year_to),
    is_oa && 'OA:1',
    fund && fieldQuery('FU', fund),
    within && `(${within})`,
  ].filter(Boolean)
  const words = q.trim() && (parts.length > 0 && /\s/.test(q.trim()) ? `(${q.trim()})` : q.trim())
  return [words, ...parts].filter(Boolean).join(' AND ')
}

/** Joins queries of which a paper has to match one; `''` for none. */
function anyOf(queries: string[]): string {
  return queries.length > 1 ? `(${queries.join(' OR ')})` : (queries[0] ?? '')
}

/** Returns the query for a range of years, such as `PY:2019..2023`; '' without bounds. */
function yearsQuery(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return to === undefined ? '' : `PY<=${to}`
  return to === undefined ? `PY>=${from}` : `PY:${from}..${to}`
}
