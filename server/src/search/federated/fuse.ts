import type { api, EngineId, OutputOf, Work } from '@scinav/contract'
import { groupSameWorks } from '../../library/works/index.ts'
import { rankScore } from '../../platform/foundation/rank-fusion.ts'

/** A hit of the library's own search. */
export type LocalHit = OutputOf<typeof api.papers.search>['list'][number]

/** A work with its position in the list of one engine. */
export interface RankedWork {
  work: Work
  engine: EngineId
  /** Position from 1 within the block. */
  rank: number
  /** Block from 1. Blocks are fetched one after the other, and hits already shown keep their places. */
  block: number
  /** The paper, if the library's own search found it; null for hits from outside. */
  paper: LocalHit | null
}

/** A work with all its positions and its fused score. */
export interface FusedWork {
  work: Work
  /** Where it was found, in the order of `found`. */
  marks: Omit<RankedWork, 'work'>[]
  /** Reciprocal rank fusion score within the first block that contains the work. */
  score: number
}

/**
 * Merges the lists of several engines: duplicates are joined and ranks fused. A later block never changes the order
 * of earlier blocks, so turning pages neither repeats nor skips a work.
 */
export function fuseHits(found: RankedWork[]): FusedWork[] {
  // A hit of the library's own search is a paper of the library, and two of these are never merged.
  const marked = found.map(({ work, ...mark }) => ({ work, mark, fixed: mark.paper !== null }))
  // Grouping does not keep the order of the hits of one work.
  const order = new Map(marked.map(({ mark }, index) => [mark, index]))
  const groups = groupSameWorks(marked).map(({ work, marks }) => ({
    work,
    marks: marks.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)),
    block: firstBlockOf(marks),
    score: fusedScore(marks),
  }))
  groups.sort((a, b) => a.block - b.block || b.score - a.score)
  return groups.map(({ work, marks, score }) => ({ work, marks, score }))
}

const firstBlockOf = (marks: { block: number }[]) => Math.min(...marks.map(({ block }) => block))

/**
 * Returns Σ `rankScore(rank)` over the engines whose first block contains the work, by reciprocal rank fusion. An
 * engine that returns a work twice counts once, with its best rank.
 */
function fusedScore(marks: Omit<RankedWork, 'work'>[]): number {
  const block = firstBlockOf(marks)
  const best = new Map<string, number>()
  for (const { engine, rank, block: markBlock } of marks)
    if (markBlock === block) best.set(engine, Math.min(rank, best.get(engine) ?? rank))
  return [...best.values()].reduce((sum, rank) => sum + rankScore(rank), 0)
}
