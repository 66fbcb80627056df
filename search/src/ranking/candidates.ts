import { ANY_MASK } from '../index/layout.ts'
import { andWith, type Bits, orWith, releaseBits, takeBits } from '../sets/bits.ts'
import { denseTerm, type IndexedTerm } from '../sets/dense.ts'
import { addTermPapers } from './postings.ts'
import type { ScoredTerm, Scoring } from './score.ts'
import { lookUpTerm, type SegmentView } from './view.ts'

/**
 * A term of the search in one segment, or in some of its fields, with the upper bound of its contribution to a score.
 */
interface BoundedTerm {
  /** Null for a set of papers that is not given by a term. */
  term: IndexedTerm | null
  /** The papers, when they are known already. */
  bits: Bits | null
  mask: number
  most: number
  /** Upper bound where the impact is not high; equals `most` when that is unknown. */
  low: number
}

/** Maximum number of sets computed for one segment; each takes a pass over 8 KB. */
const MAX_SETS = 64
/**
 * Up to this number of terms the fields are bounded separately; with more, the additional sets would cost more than
 * they save.
 */
const MAX_TERMS_BY_FIELD = 2
/** Scores are sums of 32-bit floats: a bound this much below the required score counts as reached. */
const ROUNDING_TOLERANCE = 1e-3

interface CandidateSearch {
  view: SegmentView
  terms: BoundedTerm[]
  /** For each index into `terms`, the upper bound of it and all later terms together. */
  rest: number[]
  /** Sets computed for terms that are not dense. */
  made: Map<BoundedTerm, Bits>
  sets_left: number
}

/**
 * Returns the papers of a segment that may score at least `least`: those whose terms reach it together, each term
 * bounded by its greatest impact among the papers where it is high, and among the others. This is MaxScore (Turtle and
 * Flood 1995), done for all papers at once on sets. Returns null when nothing can be excluded.
 */
export function findCandidates(
  view: SegmentView,
  { terms, prefixes }: Scoring,
  covering: { bits: Bits; weight: number }[],
  least: number,
): Bits | null {
  if (prefixes.length > 0) return null
  const bounded = terms.flatMap((term) => boundScores(view, term, terms.length <= MAX_TERMS_BY_FIELD))
  for (const { bits, weight } of covering)
    bounded.push({ term: null, bits, mask: ANY_MASK, most: weight, low: weight })
  bounded.sort((a, b) => b.most - a.most)
  const rest = bounded.map(() => 0)
  for (let at = bounded.length - 1; at >= 0; at -= 1)
    rest[at] = (rest[at + 1] ?? 0) + (bounded[at]?.most ?? 0)
  const choosing: CandidateSearch = { view, terms: bounded, rest, made: new Map(), sets_left: MAX_SETS }
  const found = findReaching(choosing, 0, least - ROUNDING_TOLERANCE)
  for (const bits of choosing.made.values()) releaseBits(bits)
  return found === 'all' ? null : (found ?? takeBits())
}

function boundScores(
  view: SegmentView,
  { term, always, within, mask }: ScoredTerm,
  apart: boolean,
): BoundedTerm[] {
  const postings = lookUpTerm(view, term)
  if (!postings) return []
  const dense = denseTerm(view.segment, postings)
  const [most, cut] = dense ? [dense.most / 255, dense.cut / 255] : [1, 1]
  const bound = (share: number): BoundedTerm => {
    return { term: postings, bits: null, mask: ANY_MASK, most: share * most, low: share * cut }
  }
  if (!apart) return [bound(always + within)]
  // Few of its papers have it in the fields that count more.
  const inFields: BoundedTerm = {
    ...{ term: postings, bits: null, mask },
    ...{ most: within * most, low: within * most },
  }
  return [bound(always), inFields].filter((each) => each.most > 0)
}

/**
 * Returns the papers that can gain `need` from the terms from `at` on: a set to be released, `'all'`, or null for none.
 */
function findReaching(choosing: CandidateSearch, at: number, need: number): Bits | 'all' | null {
  if (need <= 0) return 'all'
  if ((choosing.rest[at] ?? 0) < need) return null
  const bounded = choosing.terms[at]
  // Without a budget for further sets nothing can be excluded.
  if (!bounded || choosing.sets_left <= 0) return 'all'
  choosing.sets_left -= 1
  const { term, most, low } = bounded
  const found = findReaching(choosing, at + 1, need)
  if (found === 'all') return 'all'
  const into = found ?? takeBits()
  const dense = term && low < most ? denseTerm(choosing.view.segment, term) : null
  if (dense) addBoth(into, dense.high, findReaching(choosing, at + 1, need - most))
  addBoth(into, termSet(choosing, bounded), findReaching(choosing, at + 1, need - low))
  return into
}

/** Adds the intersection of a set and another one, which is released. */
function addBoth(into: Bits, set: Bits, other: Bits | 'all' | null): void {
  if (other === null) return
  if (other === 'all') {
    orWith(into, set)
    return
  }
  andWith(other, set)
  orWith(into, other)
  releaseBits(other)
}

function termSet({ view, made }: CandidateSearch, bounded: BoundedTerm): Bits {
  const { term, mask } = bounded
  if (bounded.bits || !term) return bounded.bits ?? takeBits()
  const dense = mask === ANY_MASK ? denseTerm(view.segment, term) : null
  if (dense) return dense.bits
  const known = made.get(bounded)
  if (known) return known
  const bits = takeBits()
  addTermPapers(view.segment, term, mask, bits)
  made.set(bounded, bits)
  return bits
}
