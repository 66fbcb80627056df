import type { Segment } from '../index/layout.ts'
import type { IndexRequest } from '../planning/term-index.ts'
import type { PlanWeights } from './match-context.ts'
import type { DocumentFrequencies } from './score.ts'
import type { SplitSearch } from './split-search.ts'
import type { SegmentView } from './view.ts'

/** Data of a running search. */
export interface SearchRun {
  request: IndexRequest
  segments: Segment[]
  views: SegmentView[]
  papers: number
  frequencies: DocumentFrequencies
  weights: PlanWeights
  /** The other thread that this search is shared with. */
  split: SplitSearch | null
}
