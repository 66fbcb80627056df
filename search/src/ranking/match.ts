import { ANY_MASK } from '../index/layout.ts'
import type { Plan } from '../planning/plan.ts'
import {
  andWith,
  type Bits,
  countBits,
  createDocs,
  giveBack,
  listBits,
  orWith,
  setBit,
  setFirst,
  takeBits,
  without,
  withoutGone,
} from '../sets/bits.ts'
import { denseOf } from '../sets/dense.ts'
import { checkDeadline } from './deadline.ts'
import { matchColumn } from './match-columns.ts'
import { matchNear, matchPhrase } from './match-places.ts'
import { addPostings, addTerm, keepTerm } from './postings.ts'
import { postingsOf, postingsWith, type View } from './view.ts'

/** What a search needs besides the segment. */
export interface Weights {
  /** How much a part of a minimum-should-match weighs. */
  idfOf: (plan: Plan) => number
}

/** The papers of a segment that a plan finds, those that are gone left out. Give the set back. */
export function findHits(view: View, plan: Plan, weights: Weights): Bits {
  const bits = match(view, plan, weights)
  withoutGone(bits, view.segment)
  return bits
}

/** The same with those that are gone. */
function match(view: View, plan: Plan, weights: Weights): Bits {
  checkDeadline()
  switch (plan.op) {
    case 'and':
      return matchAll(view, plan.parts, weights)
    case 'or':
      return matchAny(view, plan.parts, weights)
    case 'min_should_match':
      return matchMinimum(view, plan.parts, plan.share, weights)
    case 'boost':
      return match(view, plan.part, weights)
    case 'some':
      return matchAny(view, [...plan.parts, ...plan.extra], weights)
    case 'not':
      return matchOthers(view, plan.part, weights)
    default:
      return matchLeaf(view, plan)
  }
}

type Leaf = Exclude<Plan, { op: 'and' | 'or' | 'some' | 'min_should_match' | 'not' | 'boost' }>

function matchLeaf(view: View, plan: Leaf): Bits {
  const bits = takeBits()
  switch (plan.op) {
    case 'none':
      break
    case 'all':
      setFirst(bits, view.segment.head.doc_count)
      break
    case 'term': {
      const postings = postingsOf(view, plan.term)
      if (postings) addTerm(view.segment, postings, plan.mask, bits)
      break
    }
    case 'phrase':
      matchPhrase(view, plan, bits)
      break
    case 'near':
      matchNear(view, plan, bits)
      break
    case 'prefix':
      for (const postings of postingsWith(view, plan)) addPostings(view.segment, postings, plan.mask, bits)
      break
    default:
      matchColumn(view.segment, plan, bits)
  }
  return bits
}

function everything({ segment }: View): Bits {
  const bits = takeBits()
  setFirst(bits, segment.head.doc_count)
  return bits
}

function matchOthers(view: View, part: Plan, weights: Weights): Bits {
  const bits = everything(view)
  const left = match(view, part, weights)
  without(bits, left)
  giveBack(left)
  return bits
}

/** The part that fewest papers have comes first; where few are left, the others are looked up paper by paper. */
function matchAll(view: View, parts: Plan[], weights: Weights): Bits {
  const sized = parts.map((part) => ({ part, size: sizeOf(view, part) })).sort((a, b) => a.size - b.size)
  if (sized[0]?.size === 0) return takeBits()
  const [first, ...others] = sized.map(({ part }) => part)
  const bits = first ? match(view, first, weights) : everything(view)
  for (const part of others) {
    const sets = denseIn(view, part)
    if (sets) {
      andWith(bits, sets)
      continue
    }
    const count = countBits(bits)
    if (count === 0) break
    narrow(view, part, weights, bits, count)
  }
  return bits
}

/** The papers a plan finds where they are a set already; null where they are to be looked for. */
function denseIn(view: View, plan: Plan): Bits | null {
  if (plan.op === 'boost') return denseIn(view, plan.part)
  const anywhere = plan.op === 'term' && (plan.mask & ANY_MASK) === ANY_MASK
  const postings = anywhere ? postingsOf(view, plan.term) : null
  return postings && (denseOf(view.segment, postings)?.bits ?? null)
}

/** About how many papers of the segment a plan finds; too many rather than too few. */
function sizeOf(view: View, plan: Plan): number {
  const sizes = () =>
    'parts' in plan && plan.op !== 'phrase' ? plan.parts.map((part) => sizeOf(view, part)) : []
  switch (plan.op) {
    case 'none':
      return 0
    case 'term':
      return papersWith(view, plan.term)
    case 'phrase':
      return Math.min(...plan.parts.map(({ term }) => papersWith(view, term)))
    case 'boost':
      return sizeOf(view, plan.part)
    case 'and':
      return Math.min(...sizes())
    case 'or':
      return sizes().reduce((sum, size) => sum + size, 0)
    default:
      return view.segment.head.doc_count
  }
}

function papersWith(view: View, term: string): number {
  const postings = postingsOf(view, term)
  return postings ? postings.to - postings.from : 0
}

/** Leaves in a set of `count` papers those that a plan finds. */
function narrow(view: View, plan: Plan, weights: Weights, bits: Bits, count: number): void {
  if (plan.op === 'boost') {
    narrow(view, plan.part, weights, bits, count)
    return
  }
  const postings = plan.op === 'term' ? postingsOf(view, plan.term) : null
  if (plan.op === 'term' && postings) {
    keepTerm(view.segment, postings, plan.mask, bits, count)
    return
  }
  const found = match(view, plan, weights)
  andWith(bits, found)
  giveBack(found)
}

function matchAny(view: View, parts: Plan[], weights: Weights): Bits {
  const bits = takeBits()
  for (const part of parts) widen(view, part, weights, bits)
  return bits
}

/** Adds to a set the papers that a plan finds. */
function widen(view: View, plan: Plan, weights: Weights, bits: Bits): void {
  if (sizeOf(view, plan) === 0) return
  if (plan.op === 'boost') {
    widen(view, plan.part, weights, bits)
    return
  }
  const postings = plan.op === 'term' ? postingsOf(view, plan.term) : null
  if (plan.op === 'term' && postings) {
    addTerm(view.segment, postings, plan.mask, bits)
    return
  }
  const found = match(view, plan, weights)
  orWith(bits, found)
  giveBack(found)
}

const mass = new Float32Array(65_536)

function matchMinimum(view: View, parts: Plan[], share: number, weights: Weights): Bits {
  const { doc_count } = view.segment.head
  mass.fill(0, 0, doc_count)
  let whole = 0
  for (const part of parts) {
    const weight = weights.idfOf(part)
    whole += weight
    addMass(view, part, weight, weights)
  }
  const bits = takeBits()
  // A little less, because sums of floats differ in their last places.
  const least = whole * share - 1e-3
  for (let doc = 0; doc < doc_count; doc += 1) if ((mass[doc] ?? 0) >= least) setBit(bits, doc)
  return bits
}

const list = createDocs()

/** Adds a part's weight to the papers it finds. A minimum-should-match has none within. */
function addMass(view: View, part: Plan, weight: number, weights: Weights): void {
  const found = match(view, part, weights)
  const count = listBits(found, list)
  for (let at = 0; at < count; at += 1) mass[list[at] ?? 0] = (mass[list[at] ?? 0] ?? 0) + weight
  giveBack(found)
}
