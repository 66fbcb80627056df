import { ANY_MASK } from '../index/layout.ts'
import { andWith, type Bits, giveBack, orWith, takeBits } from '../sets/bits.ts'
import { denseOf, type Term } from '../sets/dense.ts'
import { addTerm } from './postings.ts'
import type { ScoredTerm, Scoring } from './score.ts'
import { postingsOf, type View } from './view.ts'

/** A term of the search in one segment, or in some of its fields, with what it adds to a score at most. */
interface Bounded {
  /** Null for a set of papers that have something together. */
  term: Term | null
  /** The papers, where they are known. */
  bits: Bits | null
  mask: number
  most: number
  /** The most where its impact is not high; the same as `most` where that is not known. */
  low: number
}

/** Sets that may be made for one segment: each is a pass over 8 KB. */
const MOST_SETS = 64
/** Of so many terms the fields are bounded apart: of more there would be more sets than are worth their passes. */
const FEW_TERMS = 2
/** Scores are sums of 32-bit floats: a bound this much below counts as reached. */
const ROUNDING = 1e-3

interface Choosing {
  view: View
  terms: Bounded[]
  /** By place in `terms`: what it and all behind it add at most. */
  rest: number[]
  /** Sets of terms that have none ready. */
  made: Map<Bounded, Bits>
  sets_left: number
}

/**
 * The papers of a segment that may score `least`: those whose terms reach it together, each counted with its greatest
 * impact among the papers where it is high, and among the others. The idea is MaxScore's (Turtle and Flood 1995), done
 * for all papers at once on sets. Null where nothing is known of them.
 */
export function candidates(
  view: View,
  { terms, prefixes }: Scoring,
  covering: { bits: Bits; weight: number }[],
  least: number,
): Bits | null {
  if (prefixes.length > 0) return null
  const bounded = terms.flatMap((term) => boundedIn(view, term, terms.length <= FEW_TERMS))
  for (const { bits, weight } of covering)
    bounded.push({ term: null, bits, mask: ANY_MASK, most: weight, low: weight })
  bounded.sort((a, b) => b.most - a.most)
  const rest = bounded.map(() => 0)
  for (let at = bounded.length - 1; at >= 0; at -= 1)
    rest[at] = (rest[at + 1] ?? 0) + (bounded[at]?.most ?? 0)
  const choosing: Choosing = { view, terms: bounded, rest, made: new Map(), sets_left: MOST_SETS }
  const found = reaching(choosing, 0, least - ROUNDING)
  for (const bits of choosing.made.values()) giveBack(bits)
  return found === 'all' ? null : (found ?? takeBits())
}

function boundedIn(view: View, { term, always, within, mask }: ScoredTerm, apart: boolean): Bounded[] {
  const postings = postingsOf(view, term)
  if (!postings) return []
  const dense = denseOf(view.segment, postings)
  const [most, cut] = dense ? [dense.most / 255, dense.cut / 255] : [1, 1]
  const bound = (share: number): Bounded => {
    return { term: postings, bits: null, mask: ANY_MASK, most: share * most, low: share * cut }
  }
  if (!apart) return [bound(always + within)]
  // Few of its papers have it in the fields that count more.
  const inFields: Bounded = {
    ...{ term: postings, bits: null, mask },
    ...{ most: within * most, low: within * most },
  }
  return [bound(always), inFields].filter((each) => each.most > 0)
}

/** Papers that the terms from `at` on may bring `need`: a set to be given back, all of them, or null for none. */
function reaching(choosing: Choosing, at: number, need: number): Bits | 'all' | null {
  if (need <= 0) return 'all'
  if ((choosing.rest[at] ?? 0) < need) return null
  const bounded = choosing.terms[at]
  // What is not looked at may be anything.
  if (!bounded || choosing.sets_left <= 0) return 'all'
  choosing.sets_left -= 1
  const { term, most, low } = bounded
  const found = reaching(choosing, at + 1, need)
  if (found === 'all') return 'all'
  const into = found ?? takeBits()
  const dense = term && low < most ? denseOf(choosing.view.segment, term) : null
  if (dense) addBoth(into, dense.high, reaching(choosing, at + 1, need - most))
  addBoth(into, setOf(choosing, bounded), reaching(choosing, at + 1, need - low))
  return into
}

/** Adds what is in a set and in another, which is given back. */
function addBoth(into: Bits, set: Bits, other: Bits | 'all' | null): void {
  if (other === null) return
  if (other === 'all') {
    orWith(into, set)
    return
  }
  andWith(other, set)
  orWith(into, other)
  giveBack(other)
}

function setOf({ view, made }: Choosing, bounded: Bounded): Bits {
  const { term, mask } = bounded
  if (bounded.bits || !term) return bounded.bits ?? takeBits()
  const dense = mask === ANY_MASK ? denseOf(view.segment, term) : null
  if (dense) return dense.bits
  const known = made.get(bounded)
  if (known) return known
  const bits = takeBits()
  addTerm(view.segment, term, mask, bits)
  made.set(bounded, bits)
  return bits
}
