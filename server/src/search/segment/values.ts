import { VALUE_TABLES, type ValueTable } from './layout.ts'

/**
 * The values of one facet: a number from 1, a key that is equal for equal values, a label to read. Numbers are given
 * in order of appearance and never taken back, so that a segment keeps its meaning.
 */
export interface Values {
  keys: string[]
  labels: string[]
  numbers: Map<string, number>
}

export type AllValues = Record<ValueTable, Values>

/** One value as it travels between threads and into the file. */
export type NewValue = [table: ValueTable, key: string, label: string]

export function emptyValues(): AllValues {
  const pairs = VALUE_TABLES.map((table) => [table, { keys: [''], labels: [''], numbers: new Map() }])
  // One entry a table.
  return Object.fromEntries(pairs) as AllValues
}

/** The number of a value; a new one is told to `added`. */
export function numberOf(
  values: AllValues,
  table: ValueTable,
  key: string,
  label: string,
  added: (value: NewValue) => void,
): number {
  const known = values[table].numbers.get(key)
  if (known !== undefined) return known
  const value: NewValue = [table, key, label]
  added(value)
  return addValue(values, value)
}

export function addValue(values: AllValues, [table, key, label]: NewValue): number {
  const { keys, labels, numbers } = values[table]
  const number = keys.length
  keys.push(key)
  labels.push(label)
  numbers.set(key, number)
  return number
}
