import {
  bibtexKeys,
  type CslItem,
  citationSystem,
  citedNamesInList,
  exportText,
  formatInText,
  formatReferenceList,
  type InTextWords,
  runsText,
  type StyledRun,
  type StyleId,
} from '@scinav/citation'
import type { CslRun } from '@scinav/citation/csl'
import type { NationalOptions } from '@scinav/contract'
import { citationMarks } from '@scinav/contract/cited-text'
import { type InstalledStyle, openCslList } from '../styles/index.ts'
import { citationPlace, withoutPlaces } from '../word/index.ts'
import { listTitle, textDocx } from './docx.ts'
import { type PrintStyle, printRuns } from './print.ts'
import { romanize } from './romanize.ts'
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

/** Formats of a text with citations; `bibtex` and `ris` hold the sources only. */
export type CitedFormat = 'docx' | 'md' | 'text' | 'tex' | 'bibtex' | 'ris'

/** The sources of a text in the order of first appearance, and how to print them. */
export interface ReferenceListRequest {
  sources: CitedSource[]
  style: PrintStyle
  words: InTextWords
  national?: NationalOptions | undefined
}

/** A text with its sources. */
export interface CitedTextRequest extends ReferenceListRequest {
  text: string
  format: CitedFormat
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

/** Builds the reference list of a text. */
function buildReferenceList({ sources, style, words, national = {} }: ReferenceListRequest): CitedList {
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

/** Raised signs that exist as characters of their own. */
const RAISED_SIGNS = new Map(
  Array.from('0123456789-', (sign, at) => [sign, Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹⁻')[at] ?? sign]),
)

const BRACKETS = /[[\]()（）［］]/u

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
function printBuiltInStyle(
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
function printInstalledStyle(entries: ListEntry[], style: InstalledStyle): PrintedEntries {
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
const LIST_NUMBER = /^\[?\d{1,3}(?:\][ ]?|\. )/

/** Removes the list number from the first run of an entry. */
const withoutNumber = ([first, ...others]: StyledRun[]): StyledRun[] =>
  first ? [{ ...first, text: first.text.replace(LIST_NUMBER, '') }, ...others] : []

/** Keeps the list number and replaces the rest by the entry as written. */
function keepEntryText(runs: StyledRun[], entry: string): StyledRun[] {
  const number = LIST_NUMBER.exec(runsText(runs))?.[0] ?? ''
  return [{ text: `${number}${entry}` }]
}

/** Writes a text with its citations and reference list in a format; bytes for docx, else a text. */
export async function writeCitedText(request: CitedTextRequest): Promise<string | Uint8Array> {
  const { text, sources, format } = request
  if (format === 'bibtex' || format === 'ris') return exportText(format, cslItems(sources), { romanize })
  if (format === 'tex') return withTexKeys(text, sources)
  const { list, mark, markRuns, noteRuns } = buildReferenceList(request)
  if (format === 'docx') {
    // Word numbers and lays out notes itself, so the text only says where they stand.
    const { placed, citations } = placeCitations(text, noteRuns ?? markRuns)
    const areNotes = noteRuns !== null
    return textDocx(placed, { citations, areNotes, entries: list.map(({ runs }) => runs) })
  }
  const body = replaceCitations(text, mark)
  const lines = list.map(({ runs }) => (format === 'md' ? runsToMarkdown(runs) : runsText(runs)))
  if (lines.length === 0) return body
  const separator = format === 'md' ? '\n\n' : '\n'
  const heading = (format === 'md' ? '## ' : '') + listTitle(body)
  return `${body.trimEnd()}\n\n${[heading, ...lines].join(separator)}\n`
}

/** A text and its list, printed separately. */
export interface PrintedCitedText {
  /** With the marks in place, or with `citationPlace` where a note stands. */
  text: string
  /** In the order of the printed list. */
  entries: { keys: string[]; text: string }[]
  notes: string[]
}

/** Prints a text and its list separately; the citations of a style of notes as notes where `asNotes` is set. */
export function printCitedText(
  request: ReferenceListRequest & { text: string; asNotes: boolean },
): PrintedCitedText {
  const { list, mark, noteRuns } = buildReferenceList(request)
  const entries = list.map(({ keys, runs }) => ({ keys, text: runsText(runs) }))
  if (!request.asNotes || !noteRuns)
    return { text: replaceCitations(withoutPlaces(request.text), mark), entries, notes: [] }
  const { placed, citations } = placeCitations(request.text, noteRuns)
  return { text: placed, entries, notes: citations.map(runsText) }
}

/** Replaces the citations of a text by `citationPlace`, and returns what stands in each place. */
function placeCitations(
  text: string,
  print: (keys: readonly string[]) => CslRun[],
): { placed: string; citations: CslRun[][] } {
  const citations: CslRun[][] = []
  const placed = replaceCitations(withoutPlaces(text), (keys) => {
    const runs = print(keys)
    return runs.length === 0 ? '' : citationPlace(citations.push(runs) - 1)
  })
  return { placed, citations }
}

const entriesOf = (sources: readonly CitedSource[]): ListEntry[] =>
  readSources(sources.map(({ source }) => source))

const cslItems = (sources: readonly CitedSource[]): CslItem[] => entriesOf(sources).map(({ item }) => item)

const runsToMarkdown = (runs: StyledRun[]): string =>
  runs.map(({ text, italic }) => (italic ? `*${text}*` : text.replace(/[*_`<]/g, '\\$&'))).join('')

/** Replaces citations by `\cite` with the same keys as in the BibTeX file of the same sources. */
function withTexKeys(text: string, sources: readonly CitedSource[]): string {
  const items = cslItems(sources)
  const keyOf = bibtexKeys(items, romanize)
  const keys = new Map(
    sources.flatMap((source, at) => {
      const item = items[at]
      const texKey = item ? keyOf(item) : ''
      return source.keys.map((key) => [key, texKey] as const)
    }),
  )
  return replaceCitations(text, (cited) => {
    const texKeys = [...new Set(cited.flatMap((key) => keys.get(key) ?? []))]
    return texKeys.length > 0 ? `\\cite{${texKeys.join(',')}}` : ''
  })
}

/**
 * Replaces citations `[@key]` by the marks that `mark` returns, adjacent ones by one mark; those for which it returns
 * '' stay as they are.
 */
function replaceCitations(text: string, mark: (keys: readonly string[]) => string): string {
  let replaced = ''
  let copiedTo = 0
  /** Adjacent citations that one mark will replace. */
  let group: { start: number; end: number; keys: string[] } | undefined
  const endGroup = () => {
    if (!group) return
    const replacement = mark(group.keys) || text.slice(group.start, group.end)
    replaced += text.slice(copiedTo, group.start) + replacement
    copiedTo = group.end
    group = undefined
  }
  for (const { kind, start, end, keys } of citationMarks(text)) {
    if (kind !== 'id') continue
    // Only blanks on the same line may stand between adjacent citations.
    if (group && /^[^\S\n]*$/.test(text.slice(group.end, start))) {
      group = { ...group, end, keys: [...group.keys, ...keys] }
      continue
    }
    endGroup()
    group = { start, end, keys }
  }
  endGroup()
  return replaced + text.slice(copiedTo)
}
