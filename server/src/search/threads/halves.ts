import type { FacetName } from '../engine/request.ts'
import type { SearcherAnswer, SearcherQuestion } from './messages.ts'

type SearchQuestion = Extract<SearcherQuestion, { ask: 'search' }>

/** Facets whose many values take as long to count as all the rest of a search. */
const LONG: readonly FacetName[] = ['author', 'keyword']

/**
 * A search as two questions for two threads that have nothing else to do: one ranks the hits and counts the short
 * facets, the other counts the long ones. Both find the hits, which costs less than it saves. Null where a search
 * has no long facets.
 */
export function halvesOf(question: SearcherQuestion): [SearchQuestion, SearchQuestion] | null {
  if (question.ask !== 'search') return null
  const { request } = question
  const long = request.facets.filter((facet) => LONG.includes(facet))
  if (long.length === 0 || (request.top === 0 && long.length === request.facets.length)) return null
  const short = request.facets.filter((facet) => !LONG.includes(facet))
  return [
    { ...question, request: { ...request, facets: short } },
    { ...question, request: { ...request, facets: long, top: 0, pairs: [] } },
  ]
}

/** The answer of both halves; the failure of either. */
export function joined(first: SearcherAnswer, second: SearcherAnswer): SearcherAnswer {
  if (!('answer' in first) || !('answer' in second)) return 'error' in first ? first : second
  const { answer } = first
  const facets = { ...answer.facets, ...second.answer.facets }
  const took_ms = Math.max(answer.took_ms, second.answer.took_ms)
  return { id: first.id, answer: { ...answer, facets, took_ms } }
}
