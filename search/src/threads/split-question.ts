import type { CountedFacet, IndexRequest } from '../planning/term-index.ts'
import { finishHits } from '../ranking/rerank.ts'
import { failBoard, prepareBoard, type SearchSide } from '../ranking/split-search.ts'
import type { SearcherQuestion, SearcherResponse, SideQuestion } from './messages.ts'

/** A search that has not been split. */
type WholeQuestion = Extract<SearcherQuestion, { ask: 'search' }>

/**
 * Returns whether a search is worth two threads: one that counts fewer than two facets, as for a suggestion, is not.
 */
export function isWorthSplitting(question: SearcherQuestion): question is WholeQuestion {
  return question.ask === 'search' && question.request.facets.length > 1
}

/** One of the threads that answer questions. */
interface AnsweringThread {
  answer: (question: SearcherQuestion) => Promise<SearcherResponse>
}

/**
 * Lets the first two threads answer searches together, one search at a time; returns null when there is only one
 * thread.
 *
 * @returns a function to be called only while both threads are idle, with the number of segments they have.
 */
export function createThreadPair([first, second]: AnsweringThread[]) {
  if (!first || !second) return null
  let previousBoard: SharedArrayBuffer | null = null
  return async (question: WholeQuestion, segments: number): Promise<SearcherResponse> => {
    const board = prepareBoard(previousBoard, segments, question.request.filters.length)
    previousBoard = board
    const answerSide = async (thread: AnsweringThread, half: SideQuestion) => {
      const answer = await thread.answer(half)
      // Otherwise the other thread would wait forever.
      if ('error' in answer) failBoard(board)
      return answer
    }
    const [firstHalf, secondHalf] = splitQuestion(question, board)
    const answers = await Promise.all([answerSide(first, firstHalf), answerSide(second, secondHalf)])
    return joinAnswers(...answers, question.request)
  }
}

/** Facets that the first thread counts, the second one counts the others; both take about the same time. */
const FIRST_FACETS: readonly CountedFacet[] = ['author', 'year', 'resource_type', 'language', 'is_oa']

/**
 * Splits a search into two questions for two idle threads: each finds and ranks the hits of half of the segments and
 * counts some of the facets over all segments.
 */
function splitQuestion(
  { id, request, sizes }: WholeQuestion,
  board: SharedArrayBuffer,
): [SideQuestion, SideQuestion] {
  const sideQuestion = (side: SearchSide): SideQuestion => {
    const isFirst = side === 0
    const facets = request.facets.filter((facet) => FIRST_FACETS.includes(facet) === isFirst)
    return { ask: 'side', id, sizes, side, board, request: { ...request, facets } }
  }
  return [sideQuestion(0), sideQuestion(1)]
}

/** Combines the answers to both halves; returns the failure when either has failed, the first one of two. */
function joinAnswers(
  first: SearcherResponse,
  second: SearcherResponse,
  request: IndexRequest,
): SearcherResponse {
  if (!('side' in first) || !('side' in second)) return 'error' in first ? first : second
  // Totals are the same in both answers, as each side reads the counts of the other.
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
