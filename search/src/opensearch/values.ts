import { VALUE_TABLES, type ValueTable } from '../index/layout.ts'
import type { FacetValues } from '../index/values.ts'

/**
 * Number of values of an unlisted table at which the older half is dropped: a number need only be valid during one
 * search.
 */
const MAX_VALUES = 100_000

/** The values of one table, numbered from 1 in the order in which this process meets them. */
export interface NamedValues extends FacetValues {
  /** Returns the number of a key and assigns one when it has none. */
  ensureNumber: (key: string) => number
  /** Sets the label of a key, by default the key itself. */
  setLabel: (key: string, label: string) => void
  hasLabel: (key: string) => boolean
  /** Registers values that the index contains, where all of them are listed. */
  list: (keys: Iterable<string>) => void
  /** Forgets all values; their numbers are not assigned again. */
  clear: () => void
}

/**
 * Creates an empty table.
 *
 * @param isListed whether keys that have not been listed are unknown; otherwise any key gets a number on lookup.
 */
function createNamedValues(isListed: boolean): NamedValues {
  const numbers = new Map<string, number>()
  const keys = new Map<number, string>()
  const labels = new Map<string, string>()
  /** The last number that was assigned. */
  let last = 0

  function ensureNumber(key: string): number {
    const number = numbers.get(key)
    if (number !== undefined) return number
    if (!isListed && numbers.size >= MAX_VALUES) forgetHalf()
    last += 1
    numbers.set(key, last)
    keys.set(last, key)
    return last
  }

  /** Drops the older half of the values. */
  function forgetHalf(): void {
    for (const [key, number] of numbers) {
      if (numbers.size <= MAX_VALUES / 2) return
      numbers.delete(key)
      keys.delete(number)
      labels.delete(key)
    }
  }

  return {
    get count() {
      return last
    },
    keyOf: (number) => keys.get(number) ?? '',
    labelOf: (number) => labels.get(keys.get(number) ?? '') ?? keys.get(number) ?? '',
    numberOf: (key) => (isListed ? numbers.get(key) : ensureNumber(key)),
    beginningWith: (text, lastNumber, limit) =>
      [...keys]
        .filter(([number, key]) => number <= lastNumber && key.startsWith(text))
        .slice(0, limit)
        .map(([number]) => number),
    ensureNumber,
    setLabel: (key, label) => labels.set(key, label),
    hasLabel: (key) => labels.has(key),
    list: (newKeys) => {
      for (const key of newKeys) ensureNumber(key)
    },
    clear: () => {
      numbers.clear()
      keys.clear()
      labels.clear()
    },
  }
}

/** Tables of values by name. */
export type NamedTables = Record<ValueTable, NamedValues>

/**
 * Creates the value tables of an index.
 *
 * @param listed tables whose values are listed completely.
 */
export function createNamedTables(listed: readonly ValueTable[]): NamedTables {
  return Object.fromEntries(
    VALUE_TABLES.map((table) => [table, createNamedValues(listed.includes(table))]),
  ) as NamedTables
}
