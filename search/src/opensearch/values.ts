import { VALUE_TABLES, type ValueTable } from '../index/layout.ts'
import type { FacetValues } from '../index/values.ts'

/** Values that are not listed are forgotten when so many are known: a number holds for a search, not for good. */
const MAX_VALUES = 100_000

/** The values of one table with numbers of this process. */
export interface NamedValues extends FacetValues {
  /** The number of a key, whether it was heard of or not. */
  numbered: (key: string) => number
  nameLabel: (key: string, label: string) => void
  hasLabel: (key: string) => boolean
  /** Values that the index is known to have, where all of them are listed. */
  list: (keys: Iterable<string>) => void
  clear: () => void
}

/** @param isListed whether a key that was not listed is unknown; else any key gets a number when it is asked for. */
function createNamedValues(isListed: boolean): NamedValues {
  const numbers = new Map<string, number>()
  const keys = new Map<number, string>()
  const labels = new Map<string, string>()
  let last = 0

  function numbered(key: string): number {
    const known = numbers.get(key)
    if (known !== undefined) return known
    if (!isListed && numbers.size >= MAX_VALUES) forgetHalf()
    last += 1
    numbers.set(key, last)
    keys.set(last, key)
    return last
  }

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
    numberOf: (key) => (isListed ? numbers.get(key) : numbered(key)),
    beginningWith: (text, until, most) =>
      [...keys]
        .filter(([number, key]) => number <= until && key.startsWith(text))
        .slice(0, most)
        .map(([number]) => number),
    numbered,
    nameLabel: (key, label) => labels.set(key, label),
    hasLabel: (key) => labels.has(key),
    list: (all) => {
      for (const key of all) numbered(key)
    },
    clear: () => {
      numbers.clear()
      keys.clear()
      labels.clear()
    },
  }
}

export type NamedTables = Record<ValueTable, NamedValues>

/** @param listed tables whose values are all listed. */
export function createNamedTables(listed: readonly ValueTable[]): NamedTables {
  // One entry a table.
  return Object.fromEntries(
    VALUE_TABLES.map((table) => [table, createNamedValues(listed.includes(table))]),
  ) as NamedTables
}
