import { ANY_MASK, FLAGS, type Segment, type ValueTable } from '../segment/layout.ts'
import { findTerm, prefixRange, termAt } from '../segment/terms.ts'
import { andWith, type Bits, giveBack, orWith, setBit, setFirst, takeBits, without } from './bits.ts'
import { matchNear, matchPhrase } from './match-places.ts'
import type { NumberColumn, Plan, PrefixPlan } from './plan.ts'

/** What a search needs besides the segment. */
export interface Weights {
  /** How much a part of a weak AND weighs. */
  idfOf: (plan: Plan) => number
}

/** The papers of a segment that a plan finds, those that are gone left out. Give the set back. */
export function findHits(segment: Segment, plan: Plan, weights: Weights): Bits {
  const bits = match(segment, plan, weights)
  without(bits, segment.deleted)
  return bits
}

/** The same with those that are gone. */
function match(segment: Segment, plan: Plan, weights: Weights): Bits {
  switch (plan.op) {
    case 'and':
      return matchAll(segment, plan.parts, weights)
    case 'or':
      return matchAny(segment, plan.parts, weights)
    case 'weak':
      return matchWeak(segment, plan.parts, plan.share, weights)
    case 'boost':
      return match(segment, plan.part, weights)
    case 'not': {
      const bits = everything(segment)
      const left = match(segment, plan.part, weights)
      without(bits, left)
      giveBack(left)
      return bits
    }
    default:
      return matchLeaf(segment, plan)
  }
}

type Leaf = Exclude<Plan, { op: 'and' | 'or' | 'weak' | 'not' | 'boost' }>

function matchLeaf(segment: Segment, plan: Leaf): Bits {
  const bits = takeBits()
  switch (plan.op) {
    case 'none':
      break
    case 'all':
      setFirst(bits, segment.head.doc_count)
      break
    case 'term':
      addPostings(segment, findTerm(segment, plan.term), plan.mask, bits)
      break
    case 'phrase':
      matchPhrase(segment, plan, bits)
      break
    case 'near':
      matchNear(segment, plan, bits)
      break
    case 'prefix':
      for (const term of termsWith(segment, plan)) addPostings(segment, term, plan.mask, bits)
      break
    default:
      matchColumn(segment, plan, bits)
  }
  return bits
}

function everything(segment: Segment): Bits {
  const bits = takeBits()
  setFirst(bits, segment.head.doc_count)
  return bits
}

function matchAll(segment: Segment, parts: Plan[], weights: Weights): Bits {
  const bits = everything(segment)
  for (const part of parts) {
    const found = match(segment, part, weights)
    andWith(bits, found)
    giveBack(found)
  }
  return bits
}

function matchAny(segment: Segment, parts: Plan[], weights: Weights): Bits {
  const bits = takeBits()
  for (const part of parts) {
    const found = match(segment, part, weights)
    orWith(bits, found)
    giveBack(found)
  }
  return bits
}

function matchWeak(segment: Segment, parts: Plan[], share: number, weights: Weights): Bits {
  const mass = new Float32Array(segment.head.doc_count)
  let whole = 0
  for (const part of parts) {
    const idf = weights.idfOf(part)
    whole += idf
    const found = match(segment, part, weights)
    addMass(found, idf, mass)
    giveBack(found)
  }
  const bits = takeBits()
  // A little less, because sums of floats differ in their last places.
  const least = whole * share - 1e-3
  for (let doc = 0; doc < mass.length; doc += 1) if ((mass[doc] ?? 0) >= least) setBit(bits, doc)
  return bits
}

function addMass(bits: Bits, idf: number, mass: Float32Array): void {
  for (let at = 0; at < bits.length; at += 1) {
    let word = bits[at] ?? 0
    while (word !== 0) {
      const low = word & -word
      const doc = (at << 5) + 31 - Math.clz32(low)
      mass[doc] = (mass[doc] ?? 0) + idf
      word ^= low
    }
  }
}

function addPostings(segment: Segment, term: number, mask: number, bits: Bits): void {
  if (term < 0) return
  const { docs, masks } = segment
  const to = segment.posting_starts[term + 1] ?? 0
  const any = (mask & ANY_MASK) === ANY_MASK
  for (let at = segment.posting_starts[term] ?? 0; at < to; at += 1) {
    if (!any && ((masks[at] ?? 0) & mask) === 0) continue
    const doc = docs[at] ?? 0
    bits[doc >>> 5] = (bits[doc >>> 5] ?? 0) | (1 << (doc & 31))
  }
}

/** Numbers of the terms a prefix or a wildcard stands for. */
export function termsWith(segment: Segment, { prefix, pattern }: PrefixPlan): number[] {
  const [from, to] = prefixRange(segment, prefix)
  const whole = pattern === null ? null : new RegExp(pattern, 'u')
  const terms: number[] = []
  for (let term = from; term < to; term += 1)
    if (!whole || whole.test(termAt(segment, term))) terms.push(term)
  return terms
}

type ColumnPlan = Extract<Plan, { op: 'range' | 'values' | 'flag' | 'degree' | 'types' }>

function matchColumn(segment: Segment, plan: ColumnPlan, bits: Bits): void {
  const test = columnTest(segment, plan)
  for (let doc = 0; doc < segment.head.doc_count; doc += 1) if (test(doc)) setBit(bits, doc)
}

/** Whether one paper has what a filter or a field asks for. */
export function columnTest(segment: Segment, plan: ColumnPlan): (doc: number) => boolean {
  if (plan.op === 'range') {
    const { from, to } = plan
    const column = segment[plan.column satisfies NumberColumn]
    return (doc) => (column[doc] ?? 0) >= from && (column[doc] ?? 0) <= to
  }
  if (plan.op === 'values') return valueTest(segment, plan.column, new Set(plan.numbers))
  const { flags, type } = segment
  if (plan.op === 'types') {
    const types = new Set(plan.types)
    return (doc) => types.has(type[doc] ?? 0)
  }
  if (plan.op === 'flag') return (doc) => (((flags[doc] ?? 0) & FLAGS.oa) !== 0) === plan.set
  const degrees = new Set(plan.degrees)
  return (doc) => degrees.has(((flags[doc] ?? 0) >>> FLAGS.degree_shift) & FLAGS.degree_mask)
}

function valueTest(segment: Segment, table: ValueTable, numbers: Set<number>): (doc: number) => boolean {
  if (table === 'source' || table === 'language') {
    const column = segment[table]
    return (doc) => numbers.has(column[doc] ?? 0)
  }
  const starts = segment[`${table}_starts`]
  const values = segment[table]
  return (doc) => {
    for (let at = starts[doc] ?? 0; at < (starts[doc + 1] ?? 0); at += 1)
      if (numbers.has(values[at] ?? 0)) return true
    return false
  }
}
