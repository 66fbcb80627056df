import { ANY_MASK, MAX_IMPACT } from '../index/layout.ts'
import { andWith, type Bits, orWith, releaseBits, takeBits } from '../sets/bits.ts'
import { denseTerm, type IndexedTerm } from '../sets/dense.ts'
import { addTermPapers } from './postings.ts'
import type { ScoredTerm, Scoring } from './score.ts'
import { lookUpTerm, type SegmentView } from './view.ts'

/**
 * A term of the search in one segment, or in some of its fields, with upper bounds of what it contributes to a score.
 */
interface BoundedTerm {
  /** Null for a set of papers that is not given by a term. */
  term: IndexedTerm | null
  /** The papers, when they are known already. */
  bits: Bits | null
  /** The fields in which the term counts here; `ANY_MASK` for all. */
  mask: number
  /** Upper bound in any paper. */
  max_score: number
  /** Upper bound in papers outside the set of high impacts (`DenseTerm.high`); `max_score` without such a set. */
  max_low_score: number
}

/** Maximum number of steps of the search in one segment; each combines a few sets of 8 KB. */
const MAX_STEPS = 64
/** Maximum number of terms whose fields are bounded separately; with more, the additional sets do not pay off. */
const MAX_TERMS_BY_FIELD = 2
/** Subtracted from the required score because sums of 32-bit floats differ in their last digits. */
const ROUNDING_TOLERANCE = 1e-3

/** State of the search for candidates in one segment. */
interface CandidateSearch {
  view: SegmentView
  /** In descending order of `max_score`. */
  terms: BoundedTerm[]
  /** For each term, the sum of its upper bound and those of all later terms. */
  rest_scores: number[]
  /** Sets computed for terms that are not dense; released at the end. */
  computed: Map<BoundedTerm, Bits>
  /** Number of steps, calls of `findReaching` that combine sets, that may still be taken. */
  steps_left: number
}

/**
 * Returns the papers of a segment that may score at least `minScore`: those where the upper bounds of the terms add up
 * to it. A term has two upper bounds, one for papers in its set of high impacts and one for all others. This is
 * MaxScore (Turtle and Flood 1995), done for all papers at once on sets. Returns null when nothing can be excluded;
 * otherwise the caller releases the set.
 *
 * @param covering sets of papers whose scores have a constant added.
 */
export function findCandidates(
  view: SegmentView,
  { terms, prefixes }: Scoring,
  covering: { bits: Bits; weight: number }[],
  minScore: number,
): Bits | null {
  if (prefixes.length > 0) return null
  const bounded = terms.flatMap((term) => boundScores(view, term, terms.length <= MAX_TERMS_BY_FIELD))
  for (const { bits, weight } of covering)
    bounded.push({ term: null, bits, mask: ANY_MASK, max_score: weight, max_low_score: weight })
  bounded.sort((a, b) => b.max_score - a.max_score)
  const rest_scores = bounded.map(() => 0)
  for (let at = bounded.length - 1; at >= 0; at -= 1)
    rest_scores[at] = (rest_scores[at + 1] ?? 0) + (bounded[at]?.max_score ?? 0)
  const search: CandidateSearch = {
    view,
    terms: bounded,
    rest_scores,
    computed: new Map(),
    steps_left: MAX_STEPS,
  }
  const found = findReaching(search, 0, minScore - ROUNDING_TOLERANCE)
  for (const bits of search.computed.values()) releaseBits(bits)
  if (found === 'all') return null
  return found === 'none' ? takeBits() : found
}

/**
 * Returns the bounds of a term in a segment; none when no paper contains it. The term scores `always` wherever it
 * occurs and `within` more where it occurs in a field of `mask`. By field, these are two bounds, whose sum applies to
 * papers in both sets. Otherwise one bound covers both, which is looser for papers that have the term in other fields
 * only.
 *
 * @param byField whether the fields of `mask` are bounded separately.
 */
function boundScores(
  view: SegmentView,
  { term, always, within, mask }: ScoredTerm,
  byField: boolean,
): BoundedTerm[] {
  const postings = lookUpTerm(view, term)
  if (!postings) return []
  const dense = denseTerm(view.segment, postings)
  // Greatest impacts as shares of `MAX_IMPACT`: of all papers, and of those with a low impact.
  const [max, maxLow] = dense ? [dense.max_impact / MAX_IMPACT, dense.high_impact / MAX_IMPACT] : [1, 1]
  const bound = (score: number): BoundedTerm => {
    return {
      term: postings,
      bits: null,
      mask: ANY_MASK,
      max_score: score * max,
      max_low_score: score * maxLow,
    }
  }
  if (!byField) return [bound(always + within)]
  // Few of its papers have it in the fields of `mask`. Their set is not divided by impact.
  const inFields: BoundedTerm = {
    term: postings,
    bits: null,
    mask,
    max_score: within * max,
    max_low_score: within * max,
  }
  return [bound(always), inFields].filter((candidate) => candidate.max_score > 0)
}

/**
 * Returns the papers whose scores for the terms from index `at` on may add up to `need`: a set that the caller
 * releases, 'all' or 'none'. It calls itself for the remaining terms, with what they still need with and without this
 * term.
 */
function findReaching(search: CandidateSearch, at: number, need: number): Bits | 'all' | 'none' {
  if (need <= 0) return 'all'
  if ((search.rest_scores[at] ?? 0) < need) return 'none'
  const bounded = search.terms[at]
  // Where no further step may be taken, nothing can be excluded.
  if (!bounded || search.steps_left <= 0) return 'all'
  search.steps_left -= 1
  const { term, max_score, max_low_score } = bounded
  // Papers that reach it without this term.
  const withoutTerm = findReaching(search, at + 1, need)
  if (withoutTerm === 'all') return 'all'
  const reaching = withoutTerm === 'none' ? takeBits() : withoutTerm
  // Those that reach it with a high impact of this term.
  const dense = term && max_low_score < max_score ? denseTerm(search.view.segment, term) : null
  if (dense) addBoth(reaching, dense.high, findReaching(search, at + 1, need - max_score))
  // Those that reach it with any impact of this term.
  addBoth(reaching, termSet(search, bounded), findReaching(search, at + 1, need - max_low_score))
  return reaching
}

/** Adds the intersection of two sets to `target`; the second one is released. */
function addBoth(target: Bits, set: Bits, other: Bits | 'all' | 'none'): void {
  if (other === 'none') return
  if (other === 'all') {
    orWith(target, set)
    return
  }
  andWith(other, set)
  orWith(target, other)
  releaseBits(other)
}

/** Returns the papers of a bounded term; a set that has to be computed is kept in `computed`. */
function termSet({ view, computed }: CandidateSearch, bounded: BoundedTerm): Bits {
  const { term, mask } = bounded
  if (bounded.bits || !term) return bounded.bits ?? takeBits()
  const dense = mask === ANY_MASK ? denseTerm(view.segment, term) : null
  if (dense) return dense.bits
  const earlier = computed.get(bounded)
  if (earlier) return earlier
  const bits = takeBits()
  addTermPapers(view.segment, term, mask, bits)
  computed.set(bounded, bits)
  return bits
}
