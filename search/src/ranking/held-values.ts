import type { Segment } from '../index/layout.ts'
import { subarrayOf } from '../kernels/own.ts'
import type { Plan } from '../planning/plan.ts'
import { type Bits, setBit } from '../sets/bits.ts'
import { isStillHeld, type PooledBuffer, takeBuffer } from '../sets/buffer-pool.ts'
import { setWordCount } from '../sets/dense.ts'

type ValuesPlan = Extract<Plan, { op: 'values' }>

/** Fewer values than this are looked for hit by hit: nobody asks for them again and again. */
const MIN_VALUES = 16
/** A set is made where at least one paper in so many is a hit: to look at all would take longer than to look at few. */
const MAX_PAPERS_PER_HIT = 16
/** So many choices of values are held for a segment; the oldest gives way. */
const MAX_HELD_SETS = 4

interface HeldSet {
  key: string
  bits: Bits
  buffer: PooledBuffer
}

const heldSets = new WeakMap<Segment, HeldSet[]>()
const planKeys = new WeakMap<ValuesPlan, string>()

/**
 * The papers of a segment that have one of many values, as a set that outlives the search: what somebody may read narrows
 * each of the searches that a question is made of. What stands in a segment never changes, and papers that are gone are
 * no hits. Null where it does not pay, and where there is no room.
 *
 * @param hits how many papers of the segment are to be narrowed.
 * @param test makes what tells of one paper whether it has one of the values.
 */
export function heldValueSet(
  segment: Segment,
  plan: ValuesPlan,
  hits: number,
  test: () => (doc: number) => boolean,
): Bits | null {
  if (plan.numbers.length < MIN_VALUES) return null
  const key = planKey(plan)
  const all = heldSets.get(segment) ?? []
  const known = all.find((each) => each.key === key)
  if (isStillHeld(known)) return known.bits
  if (hits * MAX_PAPERS_PER_HIT < segment.head.doc_count) return null
  const made = buildHeldSet(segment, test(), key)
  if (!made) return null
  const others = all.filter(({ key: other, buffer }) => other !== key && buffer.held)
  heldSets.set(segment, [made, ...others].slice(0, MAX_HELD_SETS))
  return made.bits
}

function planKey(plan: ValuesPlan): string {
  const known = planKeys.get(plan)
  if (known !== undefined) return known
  const key = `${plan.column} ${plan.numbers.join()}`
  planKeys.set(plan, key)
  return key
}

function buildHeldSet(segment: Segment, test: (doc: number) => boolean, key: string): HeldSet | null {
  const { doc_count } = segment.head
  const words = setWordCount(doc_count)
  const buffer = takeBuffer(words)
  if (!buffer) return null
  const bits = subarrayOf(buffer.words, 0, words)
  for (let doc = 0; doc < doc_count; doc += 1) if (test(doc)) setBit(bits, doc)
  return { key, bits, buffer }
}
