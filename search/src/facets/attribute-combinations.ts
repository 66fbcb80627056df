import { COMBINATION_ENTRIES } from '../index/attribute-combination.ts'
import type { Segment } from '../index/layout.ts'
import { clearNumbers, createMemory, instantiateKernels, type Kernels } from '../kernels/kernels.ts'
import { byteAddress } from '../kernels/own.ts'
import type { Docs } from '../sets/bits.ts'
import { createLaneCounts, joinLanes, LANE_BYTES, MAX_NUMBERS } from './lanes.ts'
import { type Tally, tallyValue } from './tally.ts'

/**
 * Combinations of year, type, language and open access that papers have, numbered once for all segments that a thread knows:
 * papers are counted by one column, and only in the end is each number's count added to its values.
 */
export interface AttributeCombinations {
  numbers: Map<string, number>
  /** By number: its four values. */
  values: number[]
  /** Each paper's number; null for a segment of too many. */
  columns: WeakMap<Segment, CombinationColumn | null>
}

/** A 16-bit number for each paper of a segment, from the beginning of a memory on. */
interface CombinationColumn {
  kernels: Kernels
}

export const createCombinations = (): AttributeCombinations => ({
  numbers: new Map(),
  values: [],
  columns: new WeakMap(),
})

const combinationCounts = createLaneCounts()

/** The number of each paper's combination; null where there are too many. */
export function combinationColumn(
  combinations: AttributeCombinations,
  segment: Segment,
): CombinationColumn | null {
  const known = combinations.columns.get(segment)
  if (known !== undefined) return known
  const column = buildColumn(combinations, segment)
  combinations.columns.set(segment, column)
  return column
}

function buildColumn(combinations: AttributeCombinations, segment: Segment): CombinationColumn | null {
  const { mix, mixes: values } = segment
  const count = values.length / COMBINATION_ENTRIES
  if (combinations.numbers.size + count > MAX_NUMBERS) return null
  const numbers = Uint16Array.from({ length: count }, (_, own) =>
    combinationNumber(
      combinations,
      values.subarray(own * COMBINATION_ENTRIES, (own + 1) * COMBINATION_ENTRIES),
    ),
  )
  const memory = createMemory(mix.byteLength)
  const column = new Uint16Array(memory.buffer, 0, mix.length)
  for (let doc = 0; doc < mix.length; doc += 1) column[doc] = numbers[mix[doc] ?? 0] ?? 0
  return { kernels: instantiateKernels(segment.memory, memory) }
}

function combinationNumber({ numbers, values }: AttributeCombinations, own: Uint32Array): number {
  const key = own.join()
  const known = numbers.get(key)
  if (known !== undefined) return known
  const number = numbers.size
  numbers.set(key, number)
  values.push(...own)
  return number
}

/** Counts the first `count` papers of `docs`. */
export function countCombinations({ kernels }: CombinationColumn, docs: Docs, count: number): void {
  kernels.add_column(
    byteAddress(docs),
    byteAddress(docs, count),
    0,
    byteAddress(combinationCounts),
    LANE_BYTES,
  )
}

/** Adds what was counted to the tallies that are wanted, in their order. */
export function closeCombinations(
  { numbers, values }: AttributeCombinations,
  tallies: (Tally | null)[],
): void {
  const size = numbers.size
  joinLanes(combinationCounts, size)
  tallies.forEach((tally, place) => {
    if (tally) addCombinations(tally, values, size, place)
  })
  clearNumbers(combinationCounts, 0, size)
}

function addCombinations(tally: Tally, values: number[], size: number, place: number): void {
  for (let number = 0; number < size; number += 1) {
    const papers = combinationCounts[number] ?? 0
    if (papers > 0) tallyValue(tally, values[number * COMBINATION_ENTRIES + place] ?? 0, papers)
  }
}
