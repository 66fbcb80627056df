import { type api, type OutputOf, type Work, work as workShape } from '@scinav/contract'
import { languageName } from '@scinav/contract/language-name'
import type { Facet as CountedFacet, FacetName, SearchAnswer } from '@scinav/search'
import { disciplineName, fullSourceName, literatureTypeName } from '../../library/dictionaries/index.ts'
import type { StoredPaper } from '../../library/papers/index.ts'

type SearchHit = OutputOf<typeof api.papers.search>['list'][number]

/**
 * Returns a hit as two JSON texts: the stored record, and an object with the fields that follow it.
 *
 * Records make up most of a response, and printing a parsed record yields the text that is stored, so the stored text
 * is passed through. A record of another shape, or with another citation count, is parsed and printed again.
 */
export function hitJson(
  { row, work, derived }: StoredPaper,
  { score, highlights }: Pick<SearchHit, 'score' | 'highlights'>,
): string[] {
  const isSame = hasCurrentShape(work) && work.citation_count === row.citation_count
  const record = isSame ? row.record : recordJson({ ...work, citation_count: row.citation_count })
  return [record, JSON.stringify({ ...derived, score, highlights })]
}

const recordJson = (work: Work) => JSON.stringify(workShape.parse(work))

const WORK_FIELDS = Object.keys(workShape.shape)

/** Returns whether a record has exactly the fields of the current contract, in its order. */
function hasCurrentShape(work: Work): boolean {
  let at = 0
  for (const field in work) {
    if (field !== WORK_FIELDS[at]) return false
    at += 1
  }
  return at === WORK_FIELDS.length && work.creators.every(({ role, affiliations }) => role && affiliations)
}

/** The facets of a search as returned by the API. */
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

/** Returns the text shown for a value of a facet. */
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
