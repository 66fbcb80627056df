import type { Segment } from '../index/layout.ts'
import { subarrayOf } from '../kernels/own.ts'
import type { Plan } from '../planning/plan.ts'
import { type Bits, setBit } from '../sets/bits.ts'
import { isStillHeld, type PooledBuffer, takeBuffer } from '../sets/buffer-pool.ts'
import { setWordCount } from '../sets/dense.ts'

type ValuesPlan = Extract<Plan, { op: 'values' }>

/** Minimum number of values for which a set is cached: shorter lists are checked hit by hit and rarely recur. */
const MIN_VALUES = 16
/**
 * A set is built when at least one in this many papers is a hit; otherwise testing the hits is faster than testing all
 * papers.
 */
const MAX_PAPERS_PER_HIT = 16
/** Maximum number of cached sets per segment; the oldest is evicted. */
const MAX_HELD_SETS = 4

interface HeldSet {
  key: string
  bits: Bits
  buffer: PooledBuffer
}

const heldSets = new WeakMap<Segment, HeldSet[]>()
const planKeys = new WeakMap<ValuesPlan, string>()

/**
 * Returns the papers of a segment that have one of many values, as a set cached across searches: the access rights of a
 * user narrow each of the searches that a question consists of. The contents of a segment never change, and deleted
 * papers are no hits. Returns null when a set does not pay off or no buffer is free.
 *
 * @param hits number of papers of the segment to be narrowed.
 * @param test creates the predicate that tests whether a paper has one of the values.
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
