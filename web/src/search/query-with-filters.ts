import { fieldQuery } from '../paper/search-address.ts'
import { type ListFilter, listFilters, type Search } from './search.ts'

const codes: Readonly<Record<ListFilter, string>> = {
  resource_type: 'TYPE',
  source: 'JN',
  subject_code: 'SC',
  language: 'LANG',
  author: 'AU',
  keyword: 'KY',
  rank: 'RANK',
  degree: 'DEGREE',
}

/** Writes a search with all its filters as one text in the query language: what a subscription keeps. */
export function queryWithFilters({ q, filters }: Search): string {
  const { year_from, year_to, is_oa, fund, within } = filters
  const parts = [
    ...listFilters.map((name) => anyOf((filters[name] ?? []).map((value) => fieldQuery(codes[name], value)))),
    yearsQuery(year_from, year_to),
    is_oa && 'OA:1',
    fund && fieldQuery('FU', fund),
    within && `(${within})`,
  ].filter(Boolean)
  const words = q.trim() && (parts.length > 0 && /\s/.test(q.trim()) ? `(${q.trim()})` : q.trim())
  return [words, ...parts].filter(Boolean).join(' AND ')
}

function anyOf(queries: string[]): string {
  return queries.length > 1 ? `(${queries.join(' OR ')})` : (queries[0] ?? '')
}

function yearsQuery(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return to === undefined ? '' : `PY<=${to}`
  return to === undefined ? `PY>=${from}` : `PY:${from}..${to}`
}
