import { FLAGS, type Segment, type ValueTable } from '../index/layout.ts'
import { byteAddress } from '../kernels/own.ts'
import type { NumberColumn, Plan } from '../planning/plan.ts'
import {
  andWith,
  type Bits,
  countBits,
  createDocs,
  listBits,
  orWith,
  setBit,
  takeBits,
} from '../sets/bits.ts'
import { heldValueSet } from './held-values.ts'

/** A plan over a column in which each paper has a value. */
type ColumnPlan = Extract<Plan, { op: 'range' | 'values' | 'flag' | 'degree' | 'types' }>

/** Adds the papers of a segment that match a plan to a set. */
export function matchColumn(segment: Segment, plan: ColumnPlan, bits: Bits): void {
  if (plan.op === 'range' && plan.column === 'year') {
    matchYears(segment, plan, bits)
    return
  }
  const test = columnTest(segment, plan)
  for (let doc = 0; doc < segment.head.doc_count; doc += 1) if (test(doc)) setBit(bits, doc)
}

const docBuffer = createDocs()

/** Returns the papers of a set that match a plan; the caller releases the new set. */
export function matchColumnAmong(segment: Segment, plan: ColumnPlan, among: Bits): Bits {
  const bits = takeBits()
  if (plan.op === 'range' && plan.column === 'year') {
    matchYears(segment, plan, bits)
    andWith(bits, among)
    return bits
  }
  const held = heldColumn(segment, plan, countBits(among))
  if (held) {
    orWith(bits, held)
    andWith(bits, among)
    return bits
  }
  const test = columnTest(segment, plan)
  const count = listBits(among, docBuffer)
  for (let at = 0; at < count; at += 1) {
    const doc = docBuffer[at] ?? 0
    if (test(doc)) setBit(bits, doc)
  }
  return bits
}

/**
 * Returns the cached set of a plan when that pays off for this number of hits, otherwise null. It must not be released.
 */
export const heldColumn = (segment: Segment, plan: ColumnPlan, hits: number): Bits | null =>
  plan.op === 'values' ? heldValueSet(segment, plan, hits, () => columnTest(segment, plan)) : null

const MAX_YEAR = 0xffff

function matchYears(
  { kernels, year }: Segment,
  { from, to }: { from: number; to: number },
  bits: Bits,
): void {
  const [least, most] = [Math.max(0, Math.ceil(from)), Math.min(MAX_YEAR, Math.floor(to))]
  if (least > most) return
  kernels.set_between(byteAddress(year), byteAddress(year, year.length), least, most, byteAddress(bits))
}

/** Creates the predicate that tests whether a paper matches a plan. */
function columnTest(segment: Segment, plan: ColumnPlan): (doc: number) => boolean {
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
