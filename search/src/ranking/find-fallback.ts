// Adds partial matches to the hits of a segment.
import type { Plan } from '../planning/plan.ts'
import { type Bits, countBits, countBoth, orWith, releaseBits, subtractBits, takeBits } from '../sets/bits.ts'
import { type CoveringPart, keepNewer, restrictToPlan, type SegmentFindings, splitByFilters } from './find.ts'
import { findHits } from './match.ts'
import type { SearchRun } from './search-run.ts'
import type { SegmentView } from './view.ts'

/** Score of a partial match for each word that it contains, however often, as a share of the word's weight. */
export const PRESENCE_SHARE = 1

/**
 * Returns the findings of a segment with partial matches added; sets that the result replaces are released.
 *
 * @param fallback plan of partial matches.
 * @param areCounted whether partial matches count like hits; otherwise they are only listed after them.
 */
export function findFallback(
  { request, weights }: SearchRun,
  findings: SegmentFindings,
  fallback: Plan,
  areCounted: boolean,
): SegmentFindings {
  const { view, strict } = findings
  const { segment } = view
  const covering = coveringParts(fallback).map((part) => ({
    bits: findHits(view, part, weights),
    weight: PRESENCE_SHARE * weights.idfOf(part),
  }))
  const following = findPartialMatches(view, fallback, covering, weights)
  keepNewer(segment, following, request.after_seq)
  if (!areCounted) {
    subtractBits(following, strict)
    for (const { plan } of request.filters) restrictToPlan(segment, plan, following)
    return { ...findings, following, covering, partial: countBits(following) }
  }
  // Counted partial matches are split by filters together with the complete hits.
  const replaced = new Set([findings.passed, ...findings.failed.map((excluded) => excluded.bits)])
  for (const bits of replaced) if (bits !== strict) releaseBits(bits)
  orWith(following, strict)
  const { passed, failed } = splitByFilters(segment, following, request.filters)
  const total = countBoth(strict, passed)
  const partialOnly = takeBits()
  orWith(partialOnly, passed)
  subtractBits(partialOnly, strict)
  if (passed !== following) releaseBits(following)
  const partial = countBits(passed) - total
  return { ...findings, passed, failed, following: partialOnly, covering, total, partial }
}

/**
 * Returns the parts of the plan of partial matches of which any suffices, without the conditions that every match
 * fulfils.
 */
export function coveringParts(fallback: Plan): Plan[] {
  const plans = fallback.op === 'and' ? fallback.parts : [fallback]
  return plans.flatMap((plan) => (plan.op === 'some' ? plan.parts : []))
}

/**
 * Returns the papers that match the plan of partial matches, as a new set; complete hits may be among them. The parts
 * of a `some` plan need not be matched again: their sets are in `covering`.
 */
function findPartialMatches(
  view: SegmentView,
  fallback: Plan,
  covering: CoveringPart[],
  weights: SearchRun['weights'],
): Bits {
  if (fallback.op !== 'some') return findHits(view, fallback, weights)
  const matches = takeBits()
  for (const { bits } of covering) orWith(matches, bits)
  const extra = findHits(view, { op: 'or', parts: fallback.extra }, weights)
  orWith(matches, extra)
  releaseBits(extra)
  return matches
}

/** Returns all sets of the findings, each once: several of them may be the same set. */
export function distinctSets({
  strict,
  passed,
  failed,
  following,
  covering,
  named,
}: SegmentFindings): Set<Bits> {
  const sets = [strict, passed, following, ...named, ...failed.map(({ bits }) => bits)]
  return new Set([...sets.filter((bits) => bits !== null), ...covering.map(({ bits }) => bits)])
}
