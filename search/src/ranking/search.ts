import type { Segment } from '../index/layout.ts'
import type { IndexRequest } from '../planning/request.ts'
import type { Weights } from './matching.ts'
import type { Frequencies } from './score.ts'
import type { SplitSearch } from './split-search.ts'
import type { View } from './view.ts'

/** A search while it runs. */
export interface Search {
  request: IndexRequest
  segments: Segment[]
  views: View[]
  papers: number
  frequencies: Frequencies
  weights: Weights
  /** The other thread that this search is shared with. */
  split: SplitSearch | null
}
