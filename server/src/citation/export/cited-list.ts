import { type InTextWords, runsText, type StyledRun } from '@scinav/citation'
import type { CslRun } from '@scinav/citation/csl'
import type { NationalOptions } from '@scinav/contract'
import type { PrintStyle } from './print.ts'
import { LIST_NUMBER, printBuiltInStyle, printInstalledStyle } from './printed-entries.ts'
import { type CitationSource, type ListEntry, readSources } from './source.ts'

/** A cited source: a paper of the library, or an entry of the manuscript's own list, printed as written. */
export interface CitedSource {
  /** The keys that cite it in the text, `[@key]`; several when several entries turned out to be one paper. */
  keys: string[]
  /** For an entry, the parsed reference by which it is sorted and cited. */
  source: CitationSource
  /** The entry as written; null for a paper. */
  entry: string | null
}

/** The sources of a text in the order of first appearance, and how to print them. */
export interface ReferenceListRequest {
  sources: CitedSource[]
  style: PrintStyle
  words: InTextWords
  national?: NationalOptions | undefined
}

/** A printed reference list, and the in-text citations of its entries. */
interface CitedList {
  /** The entries in the order of the printed list. */
  list: { keys: string[]; entry: string | null; runs: StyledRun[] }[]
  /** Returns the in-text citation of some keys; unknown keys are left out. */
  mark: (keys: readonly string[]) => string
  /** The same with its typography, such as raised numbers. */
  markRuns: (keys: readonly string[]) => CslRun[]
  /** Returns the note that cites some keys; null for a style that cites in the text. */
  noteRuns: ((keys: readonly string[]) => CslRun[]) | null
}

/** Returns the reference list of a text, with the in-text mark of each key. */
export function listReferences(
  request: ReferenceListRequest,
): { key: string; mark: string; entry: string }[] {
  const { list, mark } = buildReferenceList(request)
  return list.flatMap(({ keys, runs }) => {
    const entry = runsText(runs)
    return keys.map((key) => ({ key, mark: mark([key]), entry }))
  })
}

/** Builds the reference list of a text in the order of its style. */
export function buildReferenceList({
  sources,
  style,
  words,
  national = {},
}: ReferenceListRequest): CitedList {
  const entries = entriesOf(sources)
  // A built-in style is given by its id.
  const printed =
    typeof style === 'string'
      ? printBuiltInStyle(entries, style, words, national)
      : printInstalledStyle(entries, style)
  const list = printed.order.flatMap((sourceIndex, position) => {
    const source = sources[sourceIndex]
    const runs = printed.runs[position] ?? []
    if (!source) return []
    const { keys, entry } = source
    return [{ keys, entry, runs: entry === null ? runs : keepEntryText(runs, entry) }]
  })
  const positionOfKey = new Map(
    list.flatMap(({ keys }, position) => keys.map((key) => [key, position] as const)),
  )
  const findPositions = (keys: readonly string[]) => [
    ...new Set(keys.flatMap((key) => positionOfKey.get(key) ?? [])),
  ]
  const markRuns = (keys: readonly string[]) => {
    const positions = findPositions(keys)
    return positions.length === 0 ? [] : printed.cite(positions)
  }
  const { note } = printed
  const noteRuns = (keys: readonly string[]) =>
    findPositions(keys).flatMap((position, index): CslRun[] => {
      const entry = list[position]?.entry ?? null
      const runs = entry === null ? (note?.(position) ?? []) : [{ text: entry }]
      return index === 0 ? runs : [{ text: NOTE_SEPARATOR }, ...runs]
    })
  return { list, mark: (keys) => plainMark(markRuns(keys)), markRuns, noteRuns: note && noteRuns }
}

/** Stands between the works that one note cites. */
const NOTE_SEPARATOR = '; '

/**
 * Returns the text of a citation. Raised numbers become raised characters, `¹⁻³`, unless brackets are raised with them, of
 * which there are no raised characters: `[1-3]`.
 */
function plainMark(runs: readonly CslRun[]): string {
  const hasBrackets = runs.some(({ text, raised }) => raised === 'super' && BRACKETS.test(text))
  const raise = (text: string): string =>
    Array.from(text.replaceAll('–', '-'), (sign) => RAISED_SIGNS.get(sign) ?? sign).join('')
  return runs.map(({ text, raised }) => (raised === 'super' && !hasBrackets ? raise(text) : text)).join('')
}

/** Brackets, which have no raised forms. */
const BRACKETS = /[[\]()（）［］]/u

/** Raised signs that exist as characters of their own. */
const RAISED_SIGNS = new Map(
  Array.from('0123456789-', (sign, at) => [sign, Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹⁻')[at] ?? sign]),
)

/** Keeps the list number and replaces the rest by the entry as written. */
function keepEntryText(runs: StyledRun[], entry: string): StyledRun[] {
  const number = LIST_NUMBER.exec(runsText(runs))?.[0] ?? ''
  return [{ text: `${number}${entry}` }]
}

/** Returns the parsed sources, in their order. */
export const entriesOf = (sources: readonly CitedSource[]): ListEntry[] =>
  readSources(sources.map(({ source }) => source))
