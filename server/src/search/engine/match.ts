import { ANY_MASK, FLAGS, type Segment, type ValueTable } from '../segment/layout.ts'
import type { TermPostings } from '../segment/terms.ts'
import { andWith, type Bits, giveBack, orWith, setBit, setFirst, takeBits, without } from './bits.ts'
import { matchNear, matchPhrase } from './match-places.ts'
import type { NumberColumn, Plan } from './plan.ts'
import { postingsOf, postingsWith, type View } from './view.ts'

/** What a search needs besides the segment. */
export interface Weights {
  /** How much a part of a weak AND weighs. */
  idfOf: (plan: Plan) => number
}

/** The papers of a segment that a plan finds, those that are gone left out. Give the set back. */
export function findHits(view: View, plan: Plan, weights: Weights): Bits {
  const bits = match(view, plan, weights)
  without(bits, view.segment.deleted)
  return bits
}

/** The same with those that are gone. */
function match(view: View, plan: Plan, weights: Weights): Bits {
  switch (plan.op) {
    case 'and':
      return matchAll(view, plan.parts, weights)
    case 'or':
      return matchAny(view, plan.parts, weights)
    case 'weak':
      return matchWeak(view, plan.parts, plan.share, weights)
    case 'boost':
      return match(view, plan.part, weights)
    case 'not': {
      const bits = everything(view)
      const left = match(view, plan.part, weights)
      without(bits, left)
      giveBack(left)
      return bits
    }
    default:
      return matchLeaf(view, plan)
  }
}

type Leaf = Exclude<Plan, { op: 'and' | 'or' | 'weak' | 'not' | 'boost' }>

function matchLeaf(view: View, plan: Leaf): Bits {
  const bits = takeBits()
  switch (plan.op) {
    case 'none':
      break
    case 'all':
      setFirst(bits, view.segment.head.doc_count)
      break
    case 'term':
      addPostings(view.segment, postingsOf(view, plan.term), plan.mask, bits)
      break
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

function matchAll(view: View, parts: Plan[], weights: Weights): Bits {
  const bits = everything(view)
  for (const part of parts) {
    const found = match(view, part, weights)
    andWith(bits, found)
    giveBack(found)
  }
  return bits
}

function matchAny(view: View, parts: Plan[], weights: Weights): Bits {
  const bits = takeBits()
  for (const part of parts) {
    const found = match(view, part, weights)
    orWith(bits, found)
    giveBack(found)
  }
  return bits
}

function matchWeak(view: View, parts: Plan[], share: number, weights: Weights): Bits {
  const mass = new Float32Array(view.segment.head.doc_count)
  let whole = 0
  for (const part of parts) {
    const idf = weights.idfOf(part)
    whole += idf
    const found = match(view, part, weights)
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

function addPostings(segment: Segment, postings: TermPostings | null, mask: number, bits: Bits): void {
  if (!postings) return
  const { docs, masks } = segment
  const { to } = postings
  const any = (mask & ANY_MASK) === ANY_MASK
  for (let at = postings.from; at < to; at += 1) {
    if (!any && ((masks[at] ?? 0) & mask) === 0) continue
    const doc = docs[at] ?? 0
    bits[doc >>> 5] = (bits[doc >>> 5] ?? 0) | (1 << (doc & 31))
  }
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
