import type { Concept } from '@scinav/search'
import type { Constraints } from '../language/question/constraints.ts'
import type { Negation } from '../language/question/negation.ts'
import type { Question } from '../language/question/question.ts'
import type { EmbeddingModel, RerankModel } from '../platform/providers/models/port.ts'
import type { AnswerCriteria } from './answer-criteria.ts'
import type { Evidence, FoundPaper } from './evidence/evidence.ts'
import type { EngineStates } from './outside-works.ts'
import type { AnswerScope } from './scope.ts'

/** A question, where to look for evidence, and with which models. */
export interface RetrievalRequest {
  question: string
  /** The earlier questions, oldest first; one of them may name what "it" refers to. */
  earlier: string[]
  scope: AnswerScope
  /** Bounds on the papers of the library; papers chosen by a person are not narrowed. */
  constraints?: Constraints
  /** The exclusions of the question. */
  negated?: Negation[]
  /** The least share of the question that a source must state, 0–1; by default as much as may answer it. */
  min_share?: number
  /** A further query whose papers are considered too. */
  further_query?: string
  /** Further works to consider, best first: works of the library by their ids, others by keys of their own. */
  given_works?: FoundPaper[]
  embedding: EmbeddingModel | null
  rerank: RerankModel | null
  /**
   * Ranks by words alone and puts passages that are near only by meaning last: extractive answers can rely on words
   * only.
   */
  words_rank?: boolean
  /** Whether the evidence is sent to an external model. */
  outside?: boolean
  /** Maximum number of passages to return, not counting up to as many that are near by meaning only. */
  most: number
  /** Maximum number of tokens of all passages together; by default the budget of an answer. */
  most_tokens?: number
  /** Runs a CPU-bound step when its turn comes; by default at once. */
  inTurn?: TaskRunner
}

/** Runs work, at once or when its turn comes. */
export type TaskRunner = <Result>(work: () => Promise<Result>) => Promise<Result>

/** The evidence for a question, and how it was found. */
export interface Retrieval {
  question: Question
  /** The query that was searched. */
  query: string
  concepts: Concept[]
  /** The excluded concepts, in the order of the question; they are part of `concepts` too. */
  absent: Concept[]
  /** The concepts of the excluded things themselves, in the same order. */
  excluded: Concept[][]
  /** The criteria by which sentences are chosen. */
  criteria: AnswerCriteria
  /** Whether the sources were chosen by a person, so that they count as being about the question. */
  scoped: boolean
  /** Best first, within the budget; the passages of one source are limited by `maxPassagesPerSource`. */
  evidence: Evidence[]
  /** Whether a dataset of the scope keeps its texts from external models. */
  closed: boolean
  /** Notes for the reader, in Chinese, about what was left out. */
  notes: string[]
  /** The outcome of each external engine that was searched. */
  states: EngineStates
}
