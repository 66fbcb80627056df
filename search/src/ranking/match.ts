import { ANY_MASK, MAX_DOCS } from '../index/layout.ts'
import { clearNumbers, ownKernels } from '../kernels/kernels.ts'
import { allocateOwn, byteAddress, type OwnArray } from '../kernels/own.ts'
import type { Plan } from '../planning/plan.ts'
import {
  andWith,
  type Bits,
  countBits,
  createDocs,
  listBits,
  orWith,
  releaseBits,
  setBit,
  setFirst,
  subtractBits,
  subtractDeleted,
  takeBits,
} from '../sets/bits.ts'
import { denseTerm } from '../sets/dense.ts'
import { checkDeadline } from './deadline.ts'
import { matchColumn } from './match-columns.ts'
import { matchNear } from './match-near.ts'
import { matchPhrase } from './match-positions.ts'
import { addPostings, addTermPapers, keepTermPapers } from './postings.ts'
import type { MatchContext, PlanWeights } from './search-run.ts'
import { lookUpPrefix, lookUpTerm, type SegmentView } from './view.ts'

/**
 * Returns the papers of a segment that match a plan, without deleted ones. The caller releases the set.
 *
 * @param among restricts the result to these papers; expensive tests are then done for these alone.
 */
export function findHits(
  view: SegmentView,
  plan: Plan,
  weights: PlanWeights,
  among: Bits | null = null,
): Bits {
  const bits = matchPlan({ view, weights, among }, plan)
  subtractDeleted(bits, view.segment)
  if (among) andWith(bits, among)
  return bits
}

/**
 * Returns the papers that match a plan, including deleted ones. Outside of `among` the result may be wrong, see
 * `MatchContext`.
 */
function matchPlan(matching: MatchContext, plan: Plan): Bits {
  checkDeadline()
  switch (plan.op) {
    case 'and':
      return matchAll(matching, plan.parts)
    case 'or':
      return matchAny(matching, plan.parts)
    case 'min_should_match':
      return matchMinimum(matching, plan)
    case 'boost':
      return matchPlan(matching, plan.part)
    case 'some':
      return matchAny(matching, [...plan.parts, ...plan.extra])
    case 'not':
      return matchOthers(matching, plan.part)
    default:
      return matchLeaf(matching, plan)
  }
}

/** Intersects the parts, smallest estimate first; when few papers remain, the others are tested paper by paper. */
function matchAll(matching: MatchContext, parts: Plan[]): Bits {
  const { view } = matching
  const sized = parts
    .map((part) => ({ part, size: estimateSize(view, part) }))
    .sort((a, b) => a.size - b.size)
  if (sized[0]?.size === 0) return takeBits()
  const [first, ...others] = sized.map(({ part }) => part)
  const bits = first ? matchPlan(matching, first) : matchEverything(view)
  for (const part of others) {
    const set = denseBits(view, part)
    if (set) {
      andWith(bits, set)
      continue
    }
    const count = countBits(bits)
    if (count === 0) break
    narrowBits(matching, part, bits, count)
  }
  return bits
}

/** Estimates the number of papers of the segment that match a plan, erring towards too many. */
export function estimateSize(view: SegmentView, plan: Plan): number {
  const sizes = () =>
    'parts' in plan && plan.op !== 'phrase' ? plan.parts.map((part) => estimateSize(view, part)) : []
  switch (plan.op) {
    case 'none':
      return 0
    case 'term':
      return countPapersWith(view, plan.term)
    case 'phrase':
      return Math.min(...plan.parts.map(({ term }) => countPapersWith(view, term)))
    case 'boost':
      return estimateSize(view, plan.part)
    case 'and':
      return Math.min(...sizes())
    case 'or':
      return sizes().reduce((sum, size) => sum + size, 0)
    default:
      return view.segment.head.doc_count
  }
}

/** Returns the number of papers of the segment that contain a term in any field. */
function countPapersWith(view: SegmentView, term: string): number {
  const postings = lookUpTerm(view, term)
  return postings ? postings.to - postings.from : 0
}

/** Returns all papers of a segment. */
function matchEverything({ segment }: SegmentView): Bits {
  const bits = takeBits()
  setFirst(bits, segment.head.doc_count)
  return bits
}

/** Returns the papers that match a plan when a dense term provides them as a set; null when they have to be matched. */
function denseBits(view: SegmentView, plan: Plan): Bits | null {
  if (plan.op === 'boost') return denseBits(view, plan.part)
  const anywhere = plan.op === 'term' && (plan.mask & ANY_MASK) === ANY_MASK
  const postings = anywhere ? lookUpTerm(view, plan.term) : null
  return postings && (denseTerm(view.segment, postings)?.bits ?? null)
}

/** Removes the papers that do not match a plan from a set of `count` papers. */
function narrowBits(matching: MatchContext, plan: Plan, bits: Bits, count: number): void {
  if (plan.op === 'boost') {
    narrowBits(matching, plan.part, bits, count)
    return
  }
  const { view } = matching
  const postings = plan.op === 'term' ? lookUpTerm(view, plan.term) : null
  if (plan.op === 'term' && postings) {
    keepTermPapers(view.segment, postings, plan.mask, bits, count)
    return
  }
  const matched = matchPlan({ ...matching, among: bits }, plan)
  andWith(bits, matched)
  releaseBits(matched)
}

/** Returns the papers that match any of the parts. */
function matchAny(matching: MatchContext, parts: Plan[]): Bits {
  const bits = takeBits()
  for (const part of parts) widenBits(matching, part, bits)
  return bits
}

/** Adds the papers that match a plan to a set. */
function widenBits(matching: MatchContext, plan: Plan, bits: Bits): void {
  const { view } = matching
  if (estimateSize(view, plan) === 0) return
  if (plan.op === 'boost') {
    widenBits(matching, plan.part, bits)
    return
  }
  const postings = plan.op === 'term' ? lookUpTerm(view, plan.term) : null
  if (plan.op === 'term' && postings) {
    addTermPapers(view.segment, postings, plan.mask, bits)
    return
  }
  const matched = matchPlan(matching, plan)
  orWith(bits, matched)
  releaseBits(matched)
}

type MinimumPlan = Extract<Plan, { op: 'min_should_match' }>

/** Sum of the weights of matched parts, by paper of the segment. */
type PartWeights = OwnArray<Float32Array>

/** Buffers for reuse; nested minimum-should-match plans use one each. */
const freeWeights: PartWeights[] = []
/** Subtracted from the required weight because float sums differ in their last digits. */
const ROUNDING_TOLERANCE = 1e-3

/**
 * Returns the papers whose matched parts have at least the required `share` of the weight of all parts. The heaviest
 * parts come first: as soon as the remaining ones cannot reach the minimum by themselves, papers that match none of the
 * previous parts are no longer considered (MaxScore, Turtle and Flood 1995).
 */
function matchMinimum(matching: MatchContext, { parts, share }: MinimumPlan): Bits {
  const { idfOf } = matching.weights
  const weighed = parts
    .map((part) => ({ part, weight: idfOf(part) }))
    .sort((left, right) => right.weight - left.weight)
  let restWeight = weighed.reduce((sum, { weight }) => sum + weight, 0)
  const minWeight = restWeight * share - ROUNDING_TOLERANCE
  const sums = freeWeights.pop() ?? allocateOwn(Float32Array, MAX_DOCS)
  ownKernels.fill(byteAddress(sums), matching.view.segment.head.doc_count * sums.BYTES_PER_ELEMENT, 0)
  const candidates = takeBits()
  for (const { part, weight } of weighed) {
    const among = restWeight < minWeight ? candidates : matching.among
    const matched = matchPlan({ ...matching, among }, part)
    if (among) andWith(matched, among)
    orWith(candidates, matched)
    addWeight(matched, weight, sums)
    releaseBits(matched)
    restWeight -= weight
  }
  keepHeavy(candidates, sums, minWeight)
  freeWeights.push(sums)
  return candidates
}

/** Holds the papers whose sums are read or changed. */
const docBuffer = createDocs()

/** Adds a weight to the sums of some papers. */
function addWeight(papers: Bits, weight: number, sums: PartWeights): void {
  const count = listBits(papers, docBuffer)
  ownKernels.add_weight(byteAddress(docBuffer), byteAddress(docBuffer, count), weight, byteAddress(sums))
}

/** Keeps the papers of a set whose sum is at least `minWeight`. */
function keepHeavy(papers: Bits, sums: PartWeights, minWeight: number): void {
  const count = listBits(papers, docBuffer)
  clearNumbers(papers)
  const [start, end] = [byteAddress(docBuffer), byteAddress(docBuffer, count)]
  const next = (address: number) => ownKernels.next_score(address, end, byteAddress(sums), minWeight)
  for (let address = next(start); address < end; address = next(address + docBuffer.BYTES_PER_ELEMENT))
    setBit(papers, docBuffer[(address - start) / docBuffer.BYTES_PER_ELEMENT] ?? 0)
}

/** Returns the papers that do not match a plan. */
function matchOthers(matching: MatchContext, part: Plan): Bits {
  const bits = matchEverything(matching.view)
  const excluded = matchPlan(matching, part)
  subtractBits(bits, excluded)
  releaseBits(excluded)
  return bits
}

type PlanLeaf = Exclude<Plan, { op: 'and' | 'or' | 'some' | 'min_should_match' | 'not' | 'boost' }>

/** Returns the papers that match a plan without parts. */
function matchLeaf({ view, among }: MatchContext, plan: PlanLeaf): Bits {
  const bits = takeBits()
  switch (plan.op) {
    case 'none':
      break
    case 'all':
      setFirst(bits, view.segment.head.doc_count)
      break
    case 'term': {
      const postings = lookUpTerm(view, plan.term)
      if (postings) addTermPapers(view.segment, postings, plan.mask, bits)
      break
    }
    case 'phrase':
      matchPhrase(view, plan, among, bits)
      break
    case 'near':
      matchNear(view, plan, bits)
      break
    case 'prefix':
      for (const postings of lookUpPrefix(view, plan)) addPostings(view.segment, postings, plan.mask, bits)
      break
    default:
      matchColumn(view.segment, plan, bits)
  }
  return bits
}
