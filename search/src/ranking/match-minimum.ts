import { MAX_DOCS } from '../index/layout.ts'
import { clearNumbers, ownKernels } from '../kernels/kernels.ts'
import { allocateOwn, byteAddress, type OwnArray } from '../kernels/own.ts'
import type { Plan } from '../planning/plan.ts'
import {
  andWith,
  type Bits,
  createDocs,
  listBits,
  orWith,
  releaseBits,
  setBit,
  takeBits,
} from '../sets/bits.ts'
import type { MatchContext } from './match-context.ts'

type MinimumPlan = Extract<Plan, { op: 'min_should_match' }>

/** Sum of the weights of matched parts by paper. Nested minimum-should-match plans use separate buffers. */
type PartWeights = OwnArray<Float32Array>
const freeWeights: PartWeights[] = []
const docBuffer = createDocs()
/** Subtracted from the required weight because float sums differ in their last digits. */
const ROUNDING_TOLERANCE = 1e-3

/**
 * Returns the papers whose matched parts have enough weight. The heaviest parts come first: as soon as the remaining
 * ones cannot reach the minimum by themselves, papers that match none of the previous parts are no longer considered
 * (MaxScore, Turtle and Flood 1995).
 *
 * @param match finds the papers that match a part.
 */
export function matchMinimum(
  matching: MatchContext,
  { parts, share }: MinimumPlan,
  match: (matching: MatchContext, plan: Plan) => Bits,
): Bits {
  const { idfOf } = matching.weights
  const weighed = parts
    .map((part) => ({ part, weight: idfOf(part) }))
    .sort((left, right) => right.weight - left.weight)
  let rest = weighed.reduce((sum, { weight }) => sum + weight, 0)
  const least = rest * share - ROUNDING_TOLERANCE
  const masses = freeWeights.pop() ?? allocateOwn(Float32Array, MAX_DOCS)
  ownKernels.fill(byteAddress(masses), matching.view.segment.head.doc_count * masses.BYTES_PER_ELEMENT, 0)
  const reaching = takeBits()
  for (const { part, weight } of weighed) {
    const among = rest < least ? reaching : matching.among
    const found = match({ ...matching, among }, part)
    if (among) andWith(found, among)
    orWith(reaching, found)
    addWeight(found, weight, masses)
    releaseBits(found)
    rest -= weight
  }
  keepHeavy(reaching, masses, least)
  freeWeights.push(masses)
  return reaching
}

function addWeight(papers: Bits, weight: number, masses: PartWeights): void {
  const count = listBits(papers, docBuffer)
  ownKernels.add_weight(byteAddress(docBuffer), byteAddress(docBuffer, count), weight, byteAddress(masses))
}

/** Keeps the papers of a set that have at least a weight. */
function keepHeavy(papers: Bits, masses: PartWeights, least: number): void {
  const count = listBits(papers, docBuffer)
  clearNumbers(papers)
  const [start, end] = [byteAddress(docBuffer), byteAddress(docBuffer, count)]
  const next = (at: number) => ownKernels.next_score(at, end, byteAddress(masses), least)
  for (let at = next(start); at < end; at = next(at + docBuffer.BYTES_PER_ELEMENT))
    setBit(papers, docBuffer[(at - start) / docBuffer.BYTES_PER_ELEMENT] ?? 0)
}
