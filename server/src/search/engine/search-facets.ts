import type { api, OutputOf } from '@scinav/contract'
import { languageName } from '@scinav/contract/language-name'
import type { Facet as CountedFacet, FacetName, SearchAnswer } from '@scinav/search'
import { disciplineName, fullSourceName, literatureTypeName } from '../../library/dictionaries/index.ts'

export type SearchFacets = NonNullable<OutputOf<typeof api.papers.search>['facets']>
type SearchFacet = SearchFacets['year']

const EMPTY_FACET: SearchFacet = { list: [], more: false }

/** Converts the facets of an answer to those of the API: values as filters take them, with labels for display. */
export function toFacets({ facets }: SearchAnswer): SearchFacets {
  const facet = (name: FacetName) => toFacet(name, facets[name])
  return {
    year: facet('year'),
    resource_type: facet('resource_type'),
    source: facet('source'),
    subject: facet('subject'),
    language: facet('language'),
    author: facet('author'),
    keyword: facet('keyword'),
    is_oa: facet('is_oa'),
    rank: facet('rank'),
  }
}

function toFacet(name: FacetName, found: CountedFacet | undefined): SearchFacet {
  if (!found) return EMPTY_FACET
  const list = found.list.map(({ value, label, count }) => ({
    value,
    label: facetLabel(name, value, label),
    count,
  }))
  return { list, more: found.more }
}

function facetLabel(name: FacetName, value: string, label: string): string {
  switch (name) {
    case 'resource_type':
      return literatureTypeName(Number(value))
    case 'is_oa':
      return value === 'true' ? '开放获取' : '非开放获取'
    case 'subject':
      return disciplineName(value) ?? value
    case 'source':
      return fullSourceName(label) ?? label
    case 'language':
      return languageName(value)
    case 'rank':
      return value.replaceAll(':', ' ')
    default:
      return label
  }
}
