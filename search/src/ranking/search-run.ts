import type { Segment } from '../index/layout.ts'
import type { Plan } from '../planning/plan.ts'
import type { IndexRequest } from '../planning/term-index.ts'
import type { Bits } from '../sets/bits.ts'
import type { DocumentFrequencies } from './score.ts'
import type { SplitSearch } from './split-search.ts'
import type { SegmentView } from './view.ts'

/** Data of a running search. */
export interface SearchRun {
  request: IndexRequest
  segments: Segment[]
  /** One view per segment. */
  views: SegmentView[]
  /** Number of papers in all segments, including deleted ones. */
  papers: number
  /** Document frequencies of the terms of the plan and of partial matches. */
  frequencies: DocumentFrequencies
  weights: PlanWeights
  /** The board between the two threads that share this search; null when one thread runs it alone. */
  split: SplitSearch | null
}

/** Weights of plans, from the document frequencies of the whole index. */
export interface PlanWeights {
  /** Returns the weight of a part of a plan: see `planWeight`. */
  idfOf: (plan: Plan) => number
}

/** Inputs of matching a plan in one segment, besides the plan. */
export interface MatchContext {
  view: SegmentView
  weights: PlanWeights
  /**
   * Papers for which the result must be correct; other papers may be wrongly included or missing. Null means all
   * papers.
   */
  among: Bits | null
}
