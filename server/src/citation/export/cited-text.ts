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
import type { NationalOptions } from '@scinav/contract'
import { citationMarks } from '@scinav/contract/cited-text'
import { listTitle, textDocx } from './docx.ts'
import { printRuns } from './print.ts'
import { romanize } from './romanize.ts'
import { type CitationSource, readSource } from './source.ts'

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

/** A text, its sources in the order of first appearance, and how to print them. */
export interface CitedTextRequest {
  text: string
  sources: CitedSource[]
  style: StyleId
  words: InTextWords
  national?: NationalOptions | undefined
  format: CitedFormat
}

/** A printed reference list, and the in-text citations of its entries. */
export interface CitedList {
  /** The entries in the order of the printed list. */
  list: { keys: string[]; runs: StyledRun[] }[]
  /** Returns the in-text citation of some keys; unknown keys are left out. */
  mark: (keys: readonly string[]) => string
}

/** Builds the reference list of a text. */
export function buildReferenceList(
  sources: readonly CitedSource[],
  style: StyleId,
  words: InTextWords = 'by_source',
  national: NationalOptions = {},
): CitedList {
  const entries = sources.map(({ source }, at) => readSource(source, at + 1))
  const items = entries.map(({ item }) => item)
  const { order, yearSuffixes } = formatReferenceList(style, items, national)
  const citedNames = citedNamesInList(
    style,
    order.flatMap((at) => items[at] ?? []),
    words,
  )
  const printed = printRuns(entries, style, national)
  const list = order.flatMap((from, at) => {
    const source = sources[from]
    const runs = printed[at] ?? []
    return source
      ? [{ keys: source.keys, runs: source.entry === null ? runs : keepEntryText(runs, source.entry) }]
      : []
  })
  const places = new Map(list.flatMap(({ keys }, at) => keys.map((key) => [key, at] as const)))
  const mark = (keys: readonly string[]) => {
    const cited = [...new Set(keys.flatMap((key) => places.get(key) ?? []))]
    if (cited.length === 0) return ''
    const of = (at: number): CslItem | undefined => items[order[at] ?? -1]
    return formatInText(
      style,
      cited.flatMap((at) => of(at) ?? []),
      cited.map((at) => at + 1),
      {
        yearSuffixes: cited.map((at) => yearSuffixes[at] ?? ''),
        citedNames: cited.map((at) => citedNames[at] ?? ''),
        words,
        punctuation: national.punctuation,
      },
    )
  }
  return { list, mark }
}

const LIST_NUMBER = /^\[?\d{1,3}(?:\][ ]?|\. )/

/** Keeps the list number and replaces the rest by the entry as written. */
function keepEntryText(runs: StyledRun[], entry: string): StyledRun[] {
  const number = LIST_NUMBER.exec(runsText(runs))?.[0] ?? ''
  return [{ text: `${number}${entry}` }]
}

/** Writes a text with its citations and reference list in a format. */
export async function writeCitedText({
  text,
  sources,
  style,
  words,
  national,
  format,
}: CitedTextRequest): Promise<string | Uint8Array> {
  if (format === 'bibtex' || format === 'ris') return exportText(format, cslItems(sources), { romanize })
  if (format === 'tex') return withTexKeys(text, sources)
  const { list, mark } = buildReferenceList(sources, style, words, national)
  const body = replaceCitations(text, mark)
  if (format === 'docx')
    return textDocx(
      body,
      list.map(({ runs }) => runs),
    )
  const lines = list.map(({ runs }) => (format === 'md' ? runsToMarkdown(runs) : runsText(runs)))
  if (lines.length === 0) return body
  const apart = format === 'md' ? '\n\n' : '\n'
  return `${body.trimEnd()}\n\n${format === 'md' ? '## ' : ''}${listTitle(body)}${apart}${lines.join(apart)}\n`
}

const cslItems = (sources: readonly CitedSource[]): CslItem[] =>
  sources.map(({ source }, at) => readSource(source, at + 1).item)

const runsToMarkdown = (runs: StyledRun[]): string =>
  runs.map(({ text, italic }) => (italic ? `*${text}*` : text.replace(/[*_`<]/g, '\\$&'))).join('')

/** Replaces citations by `\cite` with the same keys as in the BibTeX file of the same sources. */
function withTexKeys(text: string, sources: readonly CitedSource[]): string {
  const items = cslItems(sources)
  const keyOf = bibtexKeys(items, romanize)
  const keys = new Map(
    sources.flatMap((source, at) => {
      const item = items[at]
      const made = item ? keyOf(item) : ''
      return source.keys.map((key) => [key, made] as const)
    }),
  )
  return replaceCitations(text, (cited) => {
    const known = [...new Set(cited.flatMap((key) => keys.get(key) ?? []))]
    return known.length > 0 ? `\\cite{${known.join(',')}}` : ''
  })
}

/** Replaces citations, merging adjacent ones; those with unknown keys only stay as they are. */
function replaceCitations(text: string, mark: (keys: readonly string[]) => string): string {
  let [written, at] = ['', 0]
  let group: { start: number; end: number; keys: string[] } | undefined
  const close = () => {
    if (!group) return
    const made = mark(group.keys)
    written += text.slice(at, group.start) + (made === '' ? text.slice(group.start, group.end) : made)
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
