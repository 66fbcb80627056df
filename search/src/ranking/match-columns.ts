import { FLAGS, type Segment, type ValueTable } from '../index/layout.ts'
import { byteAddress, subarrayOf } from '../kernels/own.ts'
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
import { isStillHeld, type PooledBuffer, takeBuffer } from '../sets/buffer-pool.ts'
import { setWordCount } from '../sets/dense.ts'

/** A plan that tests a value of each paper in a column of the segment. */
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

/** Holds the papers that `matchColumnAmong` tests; every call uses it anew. */
const docBuffer = createDocs()

/** Returns the papers of a set that match a plan; the caller releases the new set. */
export function matchColumnAmong(segment: Segment, plan: ColumnPlan, among: Bits): Bits {
  const bits = takeBits()
  if (plan.op === 'range' && plan.column === 'year') {
    matchYears(segment, plan, bits)
    andWith(bits, among)
    return bits
  }
  const cached = cachedMatches(segment, plan, countBits(among))
  if (cached) {
    orWith(bits, cached)
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
 * Returns the papers that match a plan as a cached set, which must not be released; null when a set does not pay off
 * for this number of hits, or no buffer is free. The set stays valid at least during the current search.
 */
export const cachedMatches = (segment: Segment, plan: ColumnPlan, hits: number): Bits | null =>
  plan.op === 'values' ? cachedValueSet(segment, plan, hits, () => columnTest(segment, plan)) : null

/** The greatest number in the column of years. */
const MAX_YEAR = 0xffff

/** Adds the papers with a year between two bounds, both inclusive, to a set. */
function matchYears(
  { kernels, year }: Segment,
  { from, to }: { from: number; to: number },
  bits: Bits,
): void {
  const [first, last] = [Math.max(0, Math.ceil(from)), Math.min(MAX_YEAR, Math.floor(to))]
  if (first > last) return
  kernels.set_between(byteAddress(year), byteAddress(year, year.length), first, last, byteAddress(bits))
}

/** Creates the predicate that tests whether a paper matches a plan. Bounds of a range are inclusive. */
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
  // The only flag is open access.
  if (plan.op === 'flag') return (doc) => (((flags[doc] ?? 0) & FLAGS.oa) !== 0) === plan.set
  const degrees = new Set(plan.degrees)
  return (doc) => degrees.has(((flags[doc] ?? 0) >>> FLAGS.degree_shift) & FLAGS.degree_mask)
}

/** Creates the predicate that tests whether a paper has one of some values, in a column with one or more per paper. */
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

type ValuesPlan = Extract<Plan, { op: 'values' }>

/** Minimum number of values for which a set is cached: shorter lists are tested hit by hit and rarely recur. */
const MIN_VALUES = 16
/**
 * Maximum number of papers per hit for which a set is built; otherwise testing the hits is faster than testing all
 * papers.
 */
const MAX_PAPERS_PER_HIT = 16
/** Maximum number of cached sets per segment; the oldest is evicted. */
const MAX_CACHED_SETS = 4

/** A set that is cached until its buffer is needed for other data. */
interface CachedSet {
  /** Identifies its plan: see `planKey`. */
  key: string
  bits: Bits
  buffer: PooledBuffer
}

/** Cached sets by segment, newest first. */
const cachedSets = new WeakMap<Segment, CachedSet[]>()
const planKeys = new WeakMap<ValuesPlan, string>()

/**
 * Returns the papers of a segment that have one of many values, as a set cached across searches: one user's access
 * rights, for example, narrow several searches in a row. The set stays valid because the values of a segment never
 * change. Returns null when a set does not pay off or no buffer is free.
 *
 * @param hits number of papers that are to be tested.
 * @param test creates the predicate that tests whether a paper has one of the values.
 */
function cachedValueSet(
  segment: Segment,
  plan: ValuesPlan,
  hits: number,
  test: () => (doc: number) => boolean,
): Bits | null {
  if (plan.numbers.length < MIN_VALUES) return null
  const key = planKey(plan)
  const sets = cachedSets.get(segment) ?? []
  const cached = sets.find((set) => set.key === key)
  if (isStillHeld(cached)) return cached.bits
  if (hits * MAX_PAPERS_PER_HIT < segment.head.doc_count) return null
  const built = buildCachedSet(segment, test(), key)
  if (!built) return null
  const others = sets.filter(({ key: other, buffer }) => other !== key && buffer.held)
  cachedSets.set(segment, [built, ...others].slice(0, MAX_CACHED_SETS))
  return built.bits
}

/** Returns a text that identifies a plan, such as `source 3,17,20`. */
function planKey(plan: ValuesPlan): string {
  const cached = planKeys.get(plan)
  if (cached !== undefined) return cached
  const key = `${plan.column} ${plan.numbers.join()}`
  planKeys.set(plan, key)
  return key
}

/** Builds a set in a pooled buffer; returns null when none is free. */
function buildCachedSet(segment: Segment, test: (doc: number) => boolean, key: string): CachedSet | null {
  const { doc_count } = segment.head
  const words = setWordCount(doc_count)
  const buffer = takeBuffer(words)
  if (!buffer) return null
  const bits = subarrayOf(buffer.words, 0, words)
  for (let doc = 0; doc < doc_count; doc += 1) if (test(doc)) setBit(bits, doc)
  return { key, bits, buffer }
}
