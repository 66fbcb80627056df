import {
  citationSystem,
  citedNamesInList,
  formatInText,
  formatReferenceList,
  type InTextWords,
  type StyledRun,
  type StyleId,
} from '@scinav/citation'
import type { CslRun } from '@scinav/citation/csl'
import type { NationalOptions } from '@scinav/contract'
import { type InstalledStyle, openCslList } from '../installed/index.ts'
import { printRuns } from './print.ts'
import type { ListEntry } from './source.ts'

/** A list in the order of its style. */
interface PrintedEntries {
  /** For each printed entry the index of its source. */
  order: number[]
  /** The printed entries, in the order of the list. */
  runs: StyledRun[][]
  /** Returns the in-text citation of entries, given by their positions in the printed list, from 0. */
  cite: (positions: readonly number[]) => CslRun[]
  /** Returns the note that cites an entry, given by its position; null for a style that cites in the text. */
  note: ((position: number) => CslRun[]) | null
}

/** Prints a list in a built-in style. */
export function printBuiltInStyle(
  entries: ListEntry[],
  style: StyleId,
  words: InTextWords,
  national: NationalOptions,
): PrintedEntries {
  const items = entries.map(({ item }) => item)
  const { order, yearSuffixes } = formatReferenceList(style, items, national)
  const listed = order.flatMap((at) => items[at] ?? [])
  const citedNames = citedNamesInList(style, listed, words)
  const cite = (positions: readonly number[]) => {
    const citedItems = positions.flatMap((position) => listed[position] ?? [])
    const numbers = positions.map((position) => position + 1)
    const options = {
      yearSuffixes: positions.map((position) => yearSuffixes[position] ?? ''),
      citedNames: positions.map((position) => citedNames[position] ?? ''),
      words,
      punctuation: national.punctuation,
    }
    return [{ text: formatInText(style, citedItems, numbers, options) }]
  }
  const runs = printRuns(entries, style, national)
  const note = (position: number) => withoutNumber(runs[position] ?? [])
  return { order, runs, cite, note: citationSystem(style) === 'note' ? note : null }
}

/** Prints a list in an installed style. One of notes is cited by the raised number of the entry, as the text has no notes. */
export function printInstalledStyle(entries: ListEntry[], style: InstalledStyle): PrintedEntries {
  const list = openCslList(
    style,
    entries.map(({ item }) => item),
  )
  const cite = (positions: readonly number[]): CslRun[] => {
    const indexes = positions.flatMap((position) => list.entries[position]?.at ?? [])
    if (style.system !== 'note') return list.cite(indexes)
    const numbers = positions.map((position) => position + 1)
    // The built-in style of notes prints such numbers for any works.
    return [{ text: formatInText('chicago-17-notes', [], numbers) }]
  }
  return {
    order: list.entries.map(({ at }) => at),
    runs: list.entries.map(({ runs }) => runs),
    cite,
    note: style.system === 'note' ? (position) => list.cite([list.entries[position]?.at ?? 0]) : null,
  }
}

/** The number before a printed entry: `[12] ` or `12. `. */
export const LIST_NUMBER = /^\[?\d{1,3}(?:\][ ]?|\. )/

/** Removes the list number from the first run of an entry. */
const withoutNumber = ([first, ...others]: StyledRun[]): StyledRun[] =>
  first ? [{ ...first, text: first.text.replace(LIST_NUMBER, '') }, ...others] : []
