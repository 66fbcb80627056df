import type { api, OutputOf } from '@scinav/contract'
import type { AllValues, EngineAnswer, FacetName } from '@scinav/search'
import { disciplineName } from '../dictionaries/discipline.service.ts'
import { literatureTypeName } from '../dictionaries/literature-type.service.ts'
import { venueName } from '../dictionaries/venue.service.ts'
import type { RankTable } from './rank-table.service.ts'

export type Facets = NonNullable<OutputOf<typeof api.papers.search>['facets']>
type Facet = Facets['year']

const EMPTY: Facet = { list: [], more: false }

const LANGUAGES: Record<string, string> = {
  zh: '中文',
  en: '英文',
  ja: '日文',
  ko: '韩文',
  de: '德文',
  fr: '法文',
  ru: '俄文',
  es: '西班牙文',
  it: '意大利文',
  la: '拉丁文',
  pt: '葡萄牙文',
}

/** Counts with the values a filter takes and the labels a person reads. */
export function facetsOf(answer: EngineAnswer, values: AllValues, ranks: RankTable): Facets {
  const facet = (name: FacetName) => facetOf(name, answer.facets[name], values)
  return {
    year: facet('year'),
    resource_type: facet('resource_type'),
    source: facet('source'),
    subject: facet('subject'),
    language: facet('language'),
    author: facet('author'),
    keyword: facet('keyword'),
    is_oa: facet('is_oa'),
    rank: rankFacet(answer, values, ranks),
  }
}

const SHOWN = 30

function facetOf(name: FacetName, found: EngineAnswer['facets'][FacetName], values: AllValues): Facet {
  if (!found) return EMPTY
  const shown = name === 'year' ? found.counts.toSorted(([a], [b]) => b - a) : found.counts.slice(0, SHOWN)
  const list = shown.map(([number, count]) => ({ ...shownValue(name, number, values), count }))
  return { list, more: found.more || found.counts.length > list.length }
}

function shownValue(name: FacetName, number: number, values: AllValues): { value: string; label: string } {
  switch (name) {
    case 'year':
      return { value: String(number), label: String(number) }
    case 'resource_type':
      return { value: String(number), label: literatureTypeName(number) }
    case 'is_oa':
      return { value: number === 1 ? 'true' : 'false', label: number === 1 ? '开放获取' : '非开放获取' }
    default: {
      const value = values[name].keyOf(number)
      return { value, label: labelOf(name, value, values[name].labelOf(number)) }
    }
  }
}

function labelOf(name: FacetName, value: string, label: string): string {
  if (name === 'subject') return disciplineName(value) ?? value
  if (name === 'source') return venueName(label) ?? label
  return name === 'language' ? (LANGUAGES[value] ?? value) : label
}

/** Ranks belong to journals, so their counts are sums over the journals. */
function rankFacet({ facets }: EngineAnswer, { source }: AllValues, ranks: RankTable): Facet {
  if (ranks.size === 0 || !facets.source) return EMPTY
  const bySource = new Map(facets.source.counts.map(([number, count]) => [source.keyOf(number), count]))
  const list = [...ranks].flatMap(([rank, journals]) => {
    let count = 0
    for (const journal of journals) count += bySource.get(journal) ?? 0
    return count > 0 && rank.includes(':') ? [{ value: rank, label: rank.replaceAll(':', ' '), count }] : []
  })
  list.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
  return { list: list.slice(0, SHOWN), more: list.length > SHOWN }
}
