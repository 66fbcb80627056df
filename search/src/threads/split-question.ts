import type { FacetName, IndexRequest } from '../planning/request.ts'
import { finishedHits } from '../ranking/rerank.ts'
import { emptyBoard, failBoard } from '../ranking/split-search.ts'
import type { SearcherAnswer, SearcherQuestion, SideQuestion } from './messages.ts'

/** What the first thread counts; it takes about as long as the others together. */
const FIRST: readonly FacetName[] = ['author', 'year', 'resource_type', 'language', 'is_oa']

type WholeQuestion = Extract<SearcherQuestion, { ask: 'search' }>

/** Whether a search is worth two threads: one that counts less than two facets, as for a suggestion, is not. */
export function isWorthTwo(question: SearcherQuestion): question is WholeQuestion {
  return question.ask === 'search' && question.request.facets.length > 1
}

/**
 * A search as two questions for two threads that have nothing else to do: each finds and ranks the hits of half of the
 * segments and counts some of the facets over all.
 */
function partsOf(
  { id, request, sizes }: WholeQuestion,
  board: SharedArrayBuffer,
): [SideQuestion, SideQuestion] {
  const part = (side: 0 | 1): SideQuestion => {
    const facets = request.facets.filter((facet) => FIRST.includes(facet) === (side === 0))
    return { ask: 'side', id, sizes, side, board, request: { ...request, facets } }
  }
  return [part(0), part(1)]
}

/** The answer of both halves; the failure of either. */
function joined(first: SearcherAnswer, second: SearcherAnswer, request: IndexRequest): SearcherAnswer {
  if (!('side' in first) || !('side' in second)) return 'error' in first ? first : second
  const { hits, facets, took_ms, ...answer } = first.side
  return {
    id: first.id,
    answer: {
      ...answer,
      hits: finishedHits([...hits, ...second.side.hits], answer, request),
      facets: { ...facets, ...second.side.facets },
      took_ms: Math.max(took_ms, second.side.took_ms),
    },
  }
}

type Ask = (question: SearcherQuestion) => Promise<SearcherAnswer>

/**
 * Lets the first two threads answer searches together, one at a time; null where there is one thread only.
 *
 * @returns to be asked while both have nothing else to do, with how many segments they have.
 */
export function createPair([first, second]: { ask: Ask }[]) {
  if (!first || !second) return null
  let board: SharedArrayBuffer | null = null
  return async (question: WholeQuestion, segments: number): Promise<SearcherAnswer> => {
    const shared = emptyBoard(board, segments, question.request.filters.length)
    board = shared
    // Else the other would wait for ever.
    const ask = async (thread: { ask: Ask }, part: SideQuestion) => {
      const answer = await thread.ask(part)
      if ('error' in answer) failBoard(shared)
      return answer
    }
    const [one, other] = partsOf(question, shared)
    const answers = await Promise.all([ask(first, one), ask(second, other)])
    return joined(...answers, question.request)
  }
}
