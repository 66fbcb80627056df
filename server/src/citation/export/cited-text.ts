import {
  bibtexKeys,
  type CslItem,
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
import { citationPlace, listTitle, textDocx, withoutPlaces } from './docx.ts'
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
  list: { keys: string[]; runs: StyledRun[] }[]
  /** Returns the in-text citation of some keys; unknown keys are left out. */
  mark: (keys: readonly string[]) => string
  /** The same with its typography, such as raised numbers. */
  markRuns: (keys: readonly string[]) => CslRun[]
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
  const printed =
    typeof style === 'string'
      ? printOwnStyle(entries, style, words, national)
      : printInstalledStyle(entries, style)
  const list = printed.order.flatMap((from, at) => {
    const source = sources[from]
    const runs = printed.runs[at] ?? []
    return source
      ? [{ keys: source.keys, runs: source.entry === null ? runs : keepEntryText(runs, source.entry) }]
      : []
  })
  const places = new Map(list.flatMap(({ keys }, at) => keys.map((key) => [key, at] as const)))
  const markRuns = (keys: readonly string[]) => {
    const cited = [...new Set(keys.flatMap((key) => places.get(key) ?? []))]
    return cited.length === 0 ? [] : printed.cite(cited)
  }
  return { list, mark: (keys) => runsText(markRuns(keys)), markRuns }
}

/** A list in the order of its style. */
interface PrintedEntries {
  /** For each printed entry the index of its source. */
  order: number[]
  runs: StyledRun[][]
  /** Returns the in-text citation of entries, given by their places in the printed list, from 0. */
  cite: (places: readonly number[]) => CslRun[]
}

function printOwnStyle(
  entries: ListEntry[],
  style: StyleId,
  words: InTextWords,
  national: NationalOptions,
): PrintedEntries {
  const items = entries.map(({ item }) => item)
  const { order, yearSuffixes } = formatReferenceList(style, items, national)
  const listed = order.flatMap((at) => items[at] ?? [])
  const citedNames = citedNamesInList(style, listed, words)
  const cite = (cited: readonly number[]) => {
    const cites = cited.flatMap((at) => listed[at] ?? [])
    const numbers = cited.map((at) => at + 1)
    const options = {
      yearSuffixes: cited.map((at) => yearSuffixes[at] ?? ''),
      citedNames: cited.map((at) => citedNames[at] ?? ''),
      words,
      punctuation: national.punctuation,
    }
    return [{ text: formatInText(style, cites, numbers, options) }]
  }
  return { order, runs: printRuns(entries, style, national), cite }
}

/** A style of notes is cited by the raised number of the entry, because the text has no notes. */
function printInstalledStyle(entries: ListEntry[], style: InstalledStyle): PrintedEntries {
  const list = openCslList(
    style,
    entries.map(({ item }) => item),
  )
  const cite = (cited: readonly number[]): CslRun[] => {
    if (style.system !== 'note') return list.cite(cited.flatMap((place) => list.entries[place]?.at ?? []))
    const numbers = cited.map((at) => at + 1)
    return [{ text: formatInText('chicago-17-notes', [], numbers) }]
  }
  return {
    order: list.entries.map(({ at }) => at),
    runs: list.entries.map(({ runs }) => runs),
    cite,
  }
}

const LIST_NUMBER = /^\[?\d{1,3}(?:\][ ]?|\. )/

/** Keeps the list number and replaces the rest by the entry as written. */
function keepEntryText(runs: StyledRun[], entry: string): StyledRun[] {
  const number = LIST_NUMBER.exec(runsText(runs))?.[0] ?? ''
  return [{ text: `${number}${entry}` }]
}

/** Writes a text with its citations and reference list in a format. */
export async function writeCitedText(request: CitedTextRequest): Promise<string | Uint8Array> {
  const { text, sources, format } = request
  if (format === 'bibtex' || format === 'ris') return exportText(format, cslItems(sources), { romanize })
  if (format === 'tex') return withTexKeys(text, sources)
  const { list, mark, markRuns } = buildReferenceList(request)
  if (format === 'docx') {
    const citations: CslRun[][] = []
    const placed = replaceCitations(withoutPlaces(text), (keys) => {
      const runs = markRuns(keys)
      return runs.length === 0 ? '' : citationPlace(citations.push(runs) - 1)
    })
    return textDocx(
      placed,
      citations,
      list.map(({ runs }) => runs),
    )
  }
  const body = replaceCitations(text, mark)
  const lines = list.map(({ runs }) => (format === 'md' ? runsToMarkdown(runs) : runsText(runs)))
  if (lines.length === 0) return body
  const separator = format === 'md' ? '\n\n' : '\n'
  const heading = (format === 'md' ? '## ' : '') + listTitle(body)
  return `${body.trimEnd()}\n\n${[heading, ...lines].join(separator)}\n`
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
    const known = [...new Set(cited.flatMap((key) => keys.get(key) ?? []))]
    return known.length > 0 ? `\\cite{${known.join(',')}}` : ''
  })
}

/**
 * Replaces citations `[@key]` by the marks that `mark` returns, adjacent ones by one mark; those for which it returns
 * '' stay as they are.
 */
function replaceCitations(text: string, mark: (keys: readonly string[]) => string): string {
  let [written, at] = ['', 0]
  let group: { start: number; end: number; keys: string[] } | undefined
  const close = () => {
    if (!group) return
    const replacement = mark(group.keys) || text.slice(group.start, group.end)
    written += text.slice(at, group.start) + replacement
    at = group.end
    group = undefined
  }
  for (const { kind, start, end, keys } of citationMarks(text)) {
    if (kind !== 'id') continue
    if (group && text.slice(group.end, start).trim() === '' && !text.slice(group.end, start).includes('\n')) {
      group = { ...group, end, keys: [...group.keys, ...keys] }
      continue
    }
    close()
    group = { start, end, keys }
  }
  close()
  return written + text.slice(at)
}
