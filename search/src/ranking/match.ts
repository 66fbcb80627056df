import { ANY_MASK } from '../index/layout.ts'
import type { Plan } from '../planning/plan.ts'
import {
  andWith,
  type Bits,
  countBits,
  giveBack,
  orWith,
  setFirst,
  takeBits,
  without,
  withoutGone,
} from '../sets/bits.ts'
import { denseOf } from '../sets/dense.ts'
import { checkDeadline } from './deadline.ts'
import { matchColumn } from './match-columns.ts'
import { matchMinimum } from './match-minimum.ts'
import { matchNear, matchPhrase } from './match-places.ts'
import type { Matching, Weights } from './matching.ts'
import { addPostings, addTerm, keepTerm } from './postings.ts'
import { postingsOf, postingsWith, type View } from './view.ts'

/**
 * The papers of a segment that a plan finds, those that are gone left out. Give the set back.
 *
 * @param among leaves out all others too; what takes long is then done for these alone.
 */
export function findHits(view: View, plan: Plan, weights: Weights, among: Bits | null = null): Bits {
  const bits = match({ view, weights, among }, plan)
  withoutGone(bits, view.segment)
  if (among) andWith(bits, among)
  return bits
}

/** The same with those that are gone. */
function match(matching: Matching, plan: Plan): Bits {
  checkDeadline()
  switch (plan.op) {
    case 'and':
      return matchAll(matching, plan.parts)
    case 'or':
      return matchAny(matching, plan.parts)
    case 'min_should_match':
      return matchMinimum(matching, plan, match)
    case 'boost':
      return match(matching, plan.part)
    case 'some':
      return matchAny(matching, [...plan.parts, ...plan.extra])
    case 'not':
      return matchOthers(matching, plan.part)
    default:
      return matchLeaf(matching, plan)
  }
}

type Leaf = Exclude<Plan, { op: 'and' | 'or' | 'some' | 'min_should_match' | 'not' | 'boost' }>

function matchLeaf({ view, among }: Matching, plan: Leaf): Bits {
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
      matchPhrase(view, plan, among, bits)
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

function matchOthers(matching: Matching, part: Plan): Bits {
  const bits = everything(matching.view)
  const left = match(matching, part)
  without(bits, left)
  giveBack(left)
  return bits
}

/** The part that fewest papers have comes first; where few are left, the others are looked up paper by paper. */
function matchAll(matching: Matching, parts: Plan[]): Bits {
  const { view } = matching
  const sized = parts.map((part) => ({ part, size: sizeOf(view, part) })).sort((a, b) => a.size - b.size)
  if (sized[0]?.size === 0) return takeBits()
  const [first, ...others] = sized.map(({ part }) => part)
  const bits = first ? match(matching, first) : everything(view)
  for (const part of others) {
    const sets = denseIn(view, part)
    if (sets) {
      andWith(bits, sets)
      continue
    }
    const count = countBits(bits)
    if (count === 0) break
    narrow(matching, part, bits, count)
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
export function sizeOf(view: View, plan: Plan): number {
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
function narrow(matching: Matching, plan: Plan, bits: Bits, count: number): void {
  if (plan.op === 'boost') {
    narrow(matching, plan.part, bits, count)
    return
  }
  const { view } = matching
  const postings = plan.op === 'term' ? postingsOf(view, plan.term) : null
  if (plan.op === 'term' && postings) {
    keepTerm(view.segment, postings, plan.mask, bits, count)
    return
  }
  const found = match({ ...matching, among: bits }, plan)
  andWith(bits, found)
  giveBack(found)
}

function matchAny(matching: Matching, parts: Plan[]): Bits {
  const bits = takeBits()
  for (const part of parts) widen(matching, part, bits)
  return bits
}

/** Adds to a set the papers that a plan finds. */
function widen(matching: Matching, plan: Plan, bits: Bits): void {
  const { view } = matching
  if (sizeOf(view, plan) === 0) return
  if (plan.op === 'boost') {
    widen(matching, plan.part, bits)
    return
  }
  const postings = plan.op === 'term' ? postingsOf(view, plan.term) : null
  if (plan.op === 'term' && postings) {
    addTerm(view.segment, postings, plan.mask, bits)
    return
  }
  const found = match(matching, plan)
  orWith(bits, found)
  giveBack(found)
}
