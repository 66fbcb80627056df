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
  frequencies: DocumentFrequencies
  weights: PlanWeights
  /** Set when two threads share this search: the board between them; null for one thread. */
  split: SplitSearch | null
}

/** Collection statistics that matching needs. */
export interface PlanWeights {
  /** Returns the weight of a part of a plan: see `planWeight`. */
  idfOf: (plan: Plan) => number
}

/** Inputs of matching a plan in one segment. */
export interface MatchContext {
  view: SegmentView
  weights: PlanWeights
  /**
   * Papers for which the result must be correct; other papers may be wrongly included or missing. Null means all
   * papers.
   */
  among: Bits | null
}
