import { bibtexKeys, type CslItem, exportText, runsText, type StyledRun } from '@scinav/citation'
import type { CslRun } from '@scinav/citation/csl'
import { citationPlace, withoutPlaces } from '../word/index.ts'
import { buildReferenceList, type CitedSource, entriesOf, type ReferenceListRequest } from './cited-list.ts'
import { listTitle, textDocx } from './docx.ts'
import { replaceCitations } from './replace-citations.ts'
import { romanize } from './romanize.ts'

/** Formats of a text with citations; `bibtex` and `ris` hold the sources only. */
export type CitedFormat = 'docx' | 'md' | 'text' | 'tex' | 'bibtex' | 'ris'

/** A text with its sources. */
export interface CitedTextRequest extends ReferenceListRequest {
  text: string
  format: CitedFormat
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

const cslItems = (sources: readonly CitedSource[]): CslItem[] => entriesOf(sources).map(({ item }) => item)

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
