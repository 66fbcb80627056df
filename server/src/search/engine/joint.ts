import type { Segment } from '../segment/layout.ts'
import { MIX_ENTRIES } from '../segment/mix.ts'
import { type Tally, tallyValue } from './tally.ts'
import { setsOf } from './value-sets.ts'

/**
 * Facet values that papers have together, numbered once for all segments that a thread knows: papers are counted by one
 * column, and only in the end is each number's count added to its values.
 */
export interface Joint {
  numbers: Map<string, number>
  /** By number: where its values begin in `values`. */
  starts: number[]
  values: number[]
  /** Each paper's number; null for a segment of too many. */
  columns: WeakMap<Segment, Uint16Array | null>
  /** Zero whenever nothing is counted. */
  counts: Uint32Array
}

/** A number has to fit 16 bits. */
const MOST_NUMBERS = 65_536

export const createJoint = (): Joint => ({
  numbers: new Map(),
  starts: [0],
  values: [],
  columns: new WeakMap(),
  counts: new Uint32Array(MOST_NUMBERS),
})

/** The number of each paper's year, type, language and open access. */
export function mixColumn(joint: Joint, segment: Segment): Uint16Array | null {
  return columnOf(joint, segment, () => {
    const { mix, mixes } = segment
    const starts = Uint32Array.from({ length: mixes.length / MIX_ENTRIES + 1 }, (_, at) => at * MIX_ENTRIES)
    return { set_of: mix, starts, values: mixes }
  })
}

/** The number of each paper's subjects. */
export function subjectColumn(joint: Joint, segment: Segment): Uint16Array | null {
  return columnOf(joint, segment, () => setsOf(segment))
}

/** Numbers within one segment, with the values of each. */
interface Own {
  set_of: Uint16Array
  starts: ArrayLike<number>
  values: ArrayLike<number>
}

function columnOf(joint: Joint, segment: Segment, make: () => Own | null): Uint16Array | null {
  const known = joint.columns.get(segment)
  if (known !== undefined) return known
  const own = make()
  const column = own && joined(joint, own)
  joint.columns.set(segment, column)
  return column
}

function joined(joint: Joint, { set_of, starts, values }: Own): Uint16Array | null {
  if (joint.numbers.size + starts.length > MOST_NUMBERS) return null
  const numbers = new Uint16Array(starts.length)
  for (let at = 0; at + 1 < starts.length; at += 1)
    numbers[at] = numberOf(joint, Array.prototype.slice.call(values, starts[at], starts[at + 1]))
  return set_of.map((own) => numbers[own] ?? 0)
}

function numberOf(joint: Joint, values: number[]): number {
  const key = values.join()
  const known = joint.numbers.get(key)
  if (known !== undefined) return known
  const number = joint.numbers.size
  joint.numbers.set(key, number)
  joint.values.push(...values)
  joint.starts.push(joint.values.length)
  return number
}

/** Counts the first `count` papers of `docs`. */
export function countColumn(
  counts: Uint32Array,
  column: Uint16Array,
  docs: Uint16Array,
  count: number,
): void {
  for (let at = 0; at < count; at += 1) {
    const number = column[docs[at] ?? 0] ?? 0
    counts[number] = (counts[number] ?? 0) + 1
  }
}

/** Adds what was counted to the values. */
export function closeJoint({ numbers, starts, values, counts }: Joint, tally: Tally): void {
  const size = numbers.size
  for (let number = 0; number < size; number += 1) {
    const papers = counts[number] ?? 0
    if (papers === 0) continue
    const end = starts[number + 1] ?? 0
    for (let at = starts[number] ?? 0; at < end; at += 1) tallyValue(tally, values[at] ?? 0, papers)
  }
  counts.fill(0, 0, size)
}

/** Adds what was counted of mixes to the tallies that are wanted, in their order. */
export function closeMixes({ numbers, values, counts }: Joint, tallies: (Tally | null)[]): void {
  const size = numbers.size
  tallies.forEach((tally, place) => {
    if (tally) addMixes(tally, values, counts, size, place)
  })
  counts.fill(0, 0, size)
}

function addMixes(tally: Tally, values: number[], counts: Uint32Array, size: number, place: number): void {
  for (let number = 0; number < size; number += 1) {
    const papers = counts[number] ?? 0
    if (papers > 0) tallyValue(tally, values[number * MIX_ENTRIES + place] ?? 0, papers)
  }
}
