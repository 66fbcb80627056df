import type { api, EngineId, OutputOf, Work } from '@scinav/contract'
import { groupSameWorks } from '../../library/works/index.ts'
import { rankScore } from '../../platform/foundation/rank-fusion.ts'

/** A hit of the library's own search. */
export type LocalHit = OutputOf<typeof api.papers.search>['list'][number]

/** A work at its place in one engine's list. */
export interface RankedWork {
  work: Work
  engine: EngineId
  /** From 1, within its block. */
  rank: number
  /** From 1: blocks are asked one after the other, and what was shown stays where it was. */
  block: number
  paper: LocalHit | null
}

export interface FusedWork {
  work: Work
  marks: Omit<RankedWork, 'work'>[]
  /** Reciprocal rank fusion, of the block in which the work first came. */
  score: number
}

/**
 * One list of many: duplicates merged, ranks fused. A block never changes the order of the blocks before it, so that
 * turning pages neither repeats nor skips a work.
 */
export function fuseHits(found: RankedWork[]): FusedWork[] {
  const marked = found.map(({ work, ...mark }) => ({ work, mark, fixed: mark.paper !== null }))
  const place = new Map(marked.map(({ mark }, at) => [mark, at]))
  const groups = groupSameWorks(marked).map(({ work, marks }) => ({
    work,
    marks: marks.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0)),
    block: firstBlockOf(marks),
    score: fusedScore(marks),
  }))
  groups.sort((a, b) => a.block - b.block || b.score - a.score)
  return groups.map(({ work, marks, score }) => ({ work, marks, score }))
}

const firstBlockOf = (marks: { block: number }[]) => Math.min(...marks.map(({ block }) => block))

/** An engine that has a work twice counts once. */
function fusedScore(marks: Omit<RankedWork, 'work'>[]): number {
  const block = firstBlockOf(marks)
  const best = new Map<string, number>()
  for (const { engine, rank, block: own } of marks)
    if (own === block) best.set(engine, Math.min(rank, best.get(engine) ?? rank))
  return [...best.values()].reduce((sum, rank) => sum + rankScore(rank), 0)
}
