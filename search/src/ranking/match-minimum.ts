import { MOST_DOCS } from '../index/layout.ts'
import { clear, ownKernels } from '../kernels/kernels.ts'
import { addressOf, type Own, own } from '../kernels/own.ts'
import type { Plan } from '../planning/plan.ts'
import { andWith, type Bits, createDocs, giveBack, listBits, orWith, setBit, takeBits } from '../sets/bits.ts'
import type { Matching } from './matching.ts'

type MinimumPlan = Extract<Plan, { op: 'min_should_match' }>

/** By paper: what the parts weigh that it has. A minimum within another has one of its own. */
type Masses = Own<Float32Array>
const free: Masses[] = []
const list = createDocs()
/** Sums of floats differ in their last places: so much less is enough. */
const ROUNDING = 1e-3

/**
 * The papers of which the parts that they have weigh enough. The heaviest parts come first: as soon as what follows weighs
 * too little by itself, papers that have none of those before are looked at no more (MaxScore, Turtle and Flood 1995).
 *
 * @param match finds what a part asks for.
 */
export function matchMinimum(
  matching: Matching,
  { parts, share }: MinimumPlan,
  match: (matching: Matching, plan: Plan) => Bits,
): Bits {
  const { idfOf } = matching.weights
  const weighed = parts
    .map((part) => ({ part, weight: idfOf(part) }))
    .sort((left, right) => right.weight - left.weight)
  let rest = weighed.reduce((sum, { weight }) => sum + weight, 0)
  const least = rest * share - ROUNDING
  const masses = free.pop() ?? own(Float32Array, MOST_DOCS)
  ownKernels.fill(addressOf(masses), matching.view.segment.head.doc_count * masses.BYTES_PER_ELEMENT, 0)
  const reaching = takeBits()
  for (const { part, weight } of weighed) {
    const among = rest < least ? reaching : matching.among
    const found = match({ ...matching, among }, part)
    if (among) andWith(found, among)
    orWith(reaching, found)
    addWeight(found, weight, masses)
    giveBack(found)
    rest -= weight
  }
  keepHeavy(reaching, masses, least)
  free.push(masses)
  return reaching
}

function addWeight(papers: Bits, weight: number, masses: Masses): void {
  const count = listBits(papers, list)
  ownKernels.add_weight(addressOf(list), addressOf(list, count), weight, addressOf(masses))
}

/** Leaves the papers of a set that weigh at least so much. */
function keepHeavy(papers: Bits, masses: Masses, least: number): void {
  const count = listBits(papers, list)
  clear(papers)
  const [start, end] = [addressOf(list), addressOf(list, count)]
  const next = (at: number) => ownKernels.next_score(at, end, addressOf(masses), least)
  for (let at = next(start); at < end; at = next(at + list.BYTES_PER_ELEMENT))
    setBit(papers, list[(at - start) / list.BYTES_PER_ELEMENT] ?? 0)
}
