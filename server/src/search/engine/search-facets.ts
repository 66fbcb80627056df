import type { api, OutputOf } from '@scinav/contract'
import { languageName } from '@scinav/contract/language-name'
import type { Facet as CountedFacet, FacetName, SearchAnswer } from '@scinav/search'
import { disciplineName, literatureTypeName, sourceNameOf } from '../../library/dictionaries/index.ts'

export type Facets = NonNullable<OutputOf<typeof api.papers.search>['facets']>
type Facet = Facets['year']

const EMPTY: Facet = { list: [], more: false }

/** Counts with the values a filter takes and the labels a person reads. */
export function facetsOf({ facets }: SearchAnswer): Facets {
  const facet = (name: FacetName) => facetOf(name, facets[name])
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

function facetOf(name: FacetName, found: CountedFacet | undefined): Facet {
  if (!found) return EMPTY
  const list = found.list.map(({ value, label, count }) => ({
    value,
    label: labelOf(name, value, label),
    count,
  }))
  return { list, more: found.more }
}

function labelOf(name: FacetName, value: string, label: string): string {
  switch (name) {
    case 'resource_type':
      return literatureTypeName(Number(value))
    case 'is_oa':
      return value === 'true' ? '开放获取' : '非开放获取'
    case 'subject':
      return disciplineName(value) ?? value
    case 'source':
      return sourceNameOf(label) ?? label
    case 'language':
      return languageName(value)
    case 'rank':
      return value.replaceAll(':', ' ')
    default:
      return label
  }
}
