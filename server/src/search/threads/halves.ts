import { finishedHits } from '../engine/rank.ts'
import type { EngineRequest, FacetName } from '../engine/request.ts'
import type { SearcherAnswer, SearcherQuestion } from './messages.ts'

type SideQuestion = Extract<SearcherQuestion, { ask: 'side' }>

/** What the first thread counts; it takes about as long as the others together. */
const FIRST: readonly FacetName[] = ['author', 'year', 'resource_type', 'language', 'is_oa']

/**
 * A search as two questions for two threads that have nothing else to do: each ranks the hits of half of the segments
 * and counts some of the facets. Both find all hits, which costs less than it saves. Null where less than two facets are
 * counted, as for a suggestion.
 */
export function halvesOf(question: SearcherQuestion): [SideQuestion, SideQuestion] | null {
  if (question.ask !== 'search' || question.request.facets.length < 2) return null
  const { id, request, sizes } = question
  const half = (side: 0 | 1): SideQuestion => {
    const facets = request.facets.filter((facet) => FIRST.includes(facet) === (side === 0))
    return { ask: 'side', id, sizes, side, request: { ...request, facets } }
  }
  return [half(0), half(1)]
}

/** The answer of both halves; the failure of either. */
export function joined(
  first: SearcherAnswer,
  second: SearcherAnswer,
  request: EngineRequest,
): SearcherAnswer {
  if (!('side' in first) || !('side' in second)) return 'error' in first ? first : second
  const { hits, facets, took_ms, ...answer } = first.side
  return {
    id: first.id,
    answer: {
      ...answer,
      hits: finishedHits([...hits, ...second.side.hits], request),
      facets: { ...facets, ...second.side.facets },
      took_ms: Math.max(took_ms, second.side.took_ms),
    },
  }
}
