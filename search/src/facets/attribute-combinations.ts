import { COMBINATION_ENTRIES } from '../index/attribute-combination.ts'
import type { Segment } from '../index/layout.ts'
import { clearNumbers, createMemory, instantiateKernels, type Kernels } from '../kernels/kernels.ts'
import { byteAddress } from '../kernels/own.ts'
import type { Docs } from '../sets/bits.ts'
import { createLaneCounts, joinLanes, LANE_BYTES, MAX_NUMBERS } from './lanes.ts'
import { type Tally, tallyValue } from './tally.ts'

/**
 * Combinations of year, type, language and open access that occur in papers, numbered across all segments of a thread.
 * Four facets are counted at once: each paper is counted in its combination, and at the end the count of a combination
 * is added to its four values.
 */
export interface AttributeCombinations {
  /** The number of each combination, by its values joined with commas. */
  numbers: Map<string, number>
  /** The four values of each combination, one after the other, by its number. */
  values: number[]
  /** The combination numbers of each segment's papers; null for a segment with too many combinations. */
  columns: WeakMap<Segment, CombinationColumn | null>
}

/** A 16-bit number for each paper of a segment, at the start of a memory. */
interface CombinationColumn {
  kernels: Kernels
}

/** Returns an empty collection of combinations. */
export const createCombinations = (): AttributeCombinations => ({
  numbers: new Map(),
  values: [],
  columns: new WeakMap(),
})

/** Number of papers by combination number; all zero between counts. */
const combinationCounts = createLaneCounts()

/** Returns the column of combination numbers of a segment; null when there are too many combinations. */
export function combinationColumn(
  combinations: AttributeCombinations,
  segment: Segment,
): CombinationColumn | null {
  const cached = combinations.columns.get(segment)
  if (cached !== undefined) return cached
  const column = buildColumn(combinations, segment)
  combinations.columns.set(segment, column)
  return column
}

/**
 * Numbers the combinations of a segment across segments and writes the number of each paper into a new column; null
 * when there are too many.
 */
function buildColumn(combinations: AttributeCombinations, segment: Segment): CombinationColumn | null {
  const { mix, mixes: values } = segment
  const count = values.length / COMBINATION_ENTRIES
  if (combinations.numbers.size + count > MAX_NUMBERS) return null
  const numbers = Uint16Array.from({ length: count }, (_, index) =>
    combinationNumber(
      combinations,
      values.subarray(index * COMBINATION_ENTRIES, (index + 1) * COMBINATION_ENTRIES),
    ),
  )
  const memory = createMemory(mix.byteLength)
  const column = new Uint16Array(memory.buffer, 0, mix.length)
  for (let doc = 0; doc < mix.length; doc += 1) column[doc] = numbers[mix[doc] ?? 0] ?? 0
  return { kernels: instantiateKernels(segment.memory, memory) }
}

/** Returns the number of a combination across segments, given by its four values; assigns one to a new combination. */
function combinationNumber({ numbers, values }: AttributeCombinations, combination: Uint32Array): number {
  const key = combination.join()
  const assigned = numbers.get(key)
  if (assigned !== undefined) return assigned
  const number = numbers.size
  numbers.set(key, number)
  values.push(...combination)
  return number
}

/** Address of a combination column in its memory. */
const COLUMN_ADDRESS = 0

/** Counts the combinations of the first `count` papers of `docs`; `closeCombinations` takes the counts. */
export function countCombinations({ kernels }: CombinationColumn, docs: Docs, count: number): void {
  kernels.add_column(
    byteAddress(docs),
    byteAddress(docs, count),
    COLUMN_ADDRESS,
    byteAddress(combinationCounts),
    LANE_BYTES,
  )
}

/** Adds the counts to the requested tallies, given in the order of `COMBINED_FACETS`, and resets them to zero. */
export function closeCombinations(
  { numbers, values }: AttributeCombinations,
  tallies: (Tally | null)[],
): void {
  const size = numbers.size
  joinLanes(combinationCounts, size)
  tallies.forEach((tally, attribute) => {
    if (tally) addCombinations(tally, values, size, attribute)
  })
  clearNumbers(combinationCounts, 0, size)
}

/** Adds the counts of all combinations to the tally of one attribute, given by its index in a combination. */
function addCombinations(tally: Tally, values: number[], size: number, attribute: number): void {
  for (let number = 0; number < size; number += 1) {
    const papers = combinationCounts[number] ?? 0
    if (papers > 0) tallyValue(tally, values[number * COMBINATION_ENTRIES + attribute] ?? 0, papers)
  }
}
