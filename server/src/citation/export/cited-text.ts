import {
  bibtexKeys,
  type CslItem,
  citedNamesInList,
  exportText,
  type InTextWords,
  inText,
  plain,
  type Run,
  referenceList,
  type StyleId,
} from '@scinav/citation'
import { citationMarks } from '@scinav/contract/cited-text'
import { docxOfText } from './docx.ts'
import { listTitle } from './list-title.ts'
import { printRuns } from './print.ts'
import { romanize } from './romanize.ts'
import { readSource, type Source } from './source.ts'

/** What a text cites: a paper of the library, or an entry of the manuscript’s own list that is printed as it was written. */
export interface CitedSource {
  /** What stands for it in the text: `[@key]`; several keys where several entries were one paper. */
  keys: string[]
  /** Of an entry what was read of it: by that it is sorted and cited. */
  source: Source
  /** Null for a paper. */
  entry: string | null
}

export type CitedFormat = 'docx' | 'md' | 'text' | 'tex' | 'bibtex' | 'ris'

/** A text, what it cites in the order of first appearance, and how it is printed. */
export interface CitedWriting {
  text: string
  sources: CitedSource[]
  style: StyleId
  words: InTextWords
  format: CitedFormat
}

/** A list of references as it is printed, and how the text cites what is in it. */
export interface CitedList {
  /** In the order of the printed list. */
  list: { keys: string[]; runs: Run[] }[]
  /** How a text cites some of it in one place; what it does not know is left out. */
  mark: (keys: readonly string[]) => string
}

/** The list of references of a text. */
export function citedList(
  sources: readonly CitedSource[],
  style: StyleId,
  words: InTextWords = 'by_source',
): CitedList {
  const entries = sources.map(({ source }, at) => readSource(source, at + 1))
  const items = entries.map(({ item }) => item)
  const { order, yearSuffixes } = referenceList(style, items)
  const citedNames = citedNamesInList(
    style,
    order.flatMap((at) => items[at] ?? []),
    words,
  )
  const printed = printRuns(entries, style)
  const list = order.flatMap((from, at) => {
    const source = sources[from]
    const runs = printed[at] ?? []
    return source
      ? [{ keys: source.keys, runs: source.entry === null ? runs : asWritten(runs, source.entry) }]
      : []
  })
  const places = new Map(list.flatMap(({ keys }, at) => keys.map((key) => [key, at] as const)))
  const mark = (keys: readonly string[]) => {
    const cited = [...new Set(keys.flatMap((key) => places.get(key) ?? []))]
    if (cited.length === 0) return ''
    const of = (at: number): CslItem | undefined => items[order[at] ?? -1]
    return inText(
      style,
      cited.flatMap((at) => of(at) ?? []),
      cited.map((at) => at + 1),
      {
        yearSuffixes: cited.map((at) => yearSuffixes[at] ?? ''),
        citedNames: cited.map((at) => citedNames[at] ?? ''),
        words,
      },
    )
  }
  return { list, mark }
}

const NUMBER = /^\[?\d{1,3}(?:\][ ]?|\. )/

/** The number of the list stays, the rest is what was written. */
function asWritten(runs: Run[], entry: string): Run[] {
  const number = NUMBER.exec(plain(runs))?.[0] ?? ''
  return [{ text: `${number}${entry}` }]
}

/** A text with its citations and its list, in a format. */
export async function writeCited({
  text,
  sources,
  style,
  words,
  format,
}: CitedWriting): Promise<string | Uint8Array> {
  if (format === 'bibtex' || format === 'ris') return exportText(format, itemsOf(sources), { romanize })
  if (format === 'tex') return withTexKeys(text, sources)
  const { list, mark } = citedList(sources, style, words)
  const body = replaced(text, mark)
  if (format === 'docx')
    return docxOfText(
      body,
      list.map(({ runs }) => runs),
    )
  const lines = list.map(({ runs }) => (format === 'md' ? markdown(runs) : plain(runs)))
  if (lines.length === 0) return body
  const apart = format === 'md' ? '\n\n' : '\n'
  return `${body.trimEnd()}\n\n${format === 'md' ? '## ' : ''}${listTitle(body)}${apart}${lines.join(apart)}\n`
}

const itemsOf = (sources: readonly CitedSource[]): CslItem[] =>
  sources.map(({ source }, at) => readSource(source, at + 1).item)

const markdown = (runs: Run[]): string =>
  runs.map(({ text, italic }) => (italic ? `*${text}*` : text.replace(/[*_`<]/g, '\\$&'))).join('')

/** The same keys as in the BibTeX file of the same sources. */
function withTexKeys(text: string, sources: readonly CitedSource[]): string {
  const items = itemsOf(sources)
  const keyOf = bibtexKeys(items, romanize)
  const keys = new Map(
    sources.flatMap((source, at) => {
      const item = items[at]
      const made = item ? keyOf(item) : ''
      return source.keys.map((key) => [key, made] as const)
    }),
  )
  return replaced(text, (cited) => {
    const known = [...new Set(cited.flatMap((key) => keys.get(key) ?? []))]
    return known.length > 0 ? `\\cite{${known.join(',')}}` : ''
  })
}

/** Citations that stand side by side become one; what nothing is known of stays as it is. */
function replaced(text: string, mark: (keys: readonly string[]) => string): string {
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
