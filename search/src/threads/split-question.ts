import type { CountedFacet, IndexRequest } from '../planning/request.ts'
import { finishHits } from '../ranking/rerank.ts'
import { failBoard, prepareBoard } from '../ranking/split-search.ts'
import type { SearcherQuestion, SearcherResponse, SideQuestion } from './messages.ts'

/** What the first thread counts; it takes about as long as the others together. */
const FIRST_FACETS: readonly CountedFacet[] = ['author', 'year', 'resource_type', 'language', 'is_oa']

type WholeQuestion = Extract<SearcherQuestion, { ask: 'search' }>

/** Whether a search is worth two threads: one that counts less than two facets, as for a suggestion, is not. */
export function isWorthSplitting(question: SearcherQuestion): question is WholeQuestion {
  return question.ask === 'search' && question.request.facets.length > 1
}

/**
 * A search as two questions for two threads that have nothing else to do: each finds and ranks the hits of half of the
 * segments and counts some of the facets over all.
 */
function splitQuestion(
  { id, request, sizes }: WholeQuestion,
  board: SharedArrayBuffer,
): [SideQuestion, SideQuestion] {
  const part = (side: 0 | 1): SideQuestion => {
    const facets = request.facets.filter((facet) => FIRST_FACETS.includes(facet) === (side === 0))
    return { ask: 'side', id, sizes, side, board, request: { ...request, facets } }
  }
  return [part(0), part(1)]
}

/** The answer of both halves; the failure of either. */
function joinAnswers(
  first: SearcherResponse,
  second: SearcherResponse,
  request: IndexRequest,
): SearcherResponse {
  if (!('side' in first) || !('side' in second)) return 'error' in first ? first : second
  const { hits, facets, took_ms, ...answer } = first.side
  return {
    id: first.id,
    answer: {
      ...answer,
      hits: finishHits([...hits, ...second.side.hits], answer, request),
      facets: { ...facets, ...second.side.facets },
      took_ms: Math.max(took_ms, second.side.took_ms),
    },
  }
}

type AskThread = (question: SearcherQuestion) => Promise<SearcherResponse>

/**
 * Lets the first two threads answer searches together, one at a time; null where there is one thread only.
 *
 * @returns to be asked while both have nothing else to do, with how many segments they have.
 */
export function createThreadPair([first, second]: { ask: AskThread }[]) {
  if (!first || !second) return null
  let board: SharedArrayBuffer | null = null
  return async (question: WholeQuestion, segments: number): Promise<SearcherResponse> => {
    const shared = prepareBoard(board, segments, question.request.filters.length)
    board = shared
    // Else the other would wait for ever.
    const ask = async (thread: { ask: AskThread }, part: SideQuestion) => {
      const answer = await thread.ask(part)
      if ('error' in answer) failBoard(shared)
      return answer
    }
    const [one, other] = splitQuestion(question, shared)
    const answers = await Promise.all([ask(first, one), ask(second, other)])
    return joinAnswers(...answers, question.request)
  }
}
