import type { Plan } from '../planning/plan.ts'
import type { Bits } from '../sets/bits.ts'
import type { SegmentView } from './view.ts'

/** Collection statistics that matching needs. */
export interface PlanWeights {
  /** Returns the weight of a part of a minimum-should-match plan. */
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
