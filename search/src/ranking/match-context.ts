import type { Plan } from '../planning/plan.ts'
import type { Bits } from '../sets/bits.ts'
import type { SegmentView } from './view.ts'

/** What a search needs besides the segment. */
export interface PlanWeights {
  /** How much a part of a minimum-should-match weighs. */
  idfOf: (plan: Plan) => number
}

/** What a plan is matched with. */
export interface MatchContext {
  view: SegmentView
  weights: PlanWeights
  /** Papers of which it is asked whether the plan finds them: whether it finds others need not be right. Null for all. */
  among: Bits | null
}
