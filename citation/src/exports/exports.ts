import type { CslItem } from '../csl.ts'
import { citationSystem, type FormatOptions, formatReference, type StyleId } from '../styles.ts'
import { bibtexWriter } from './bibtex.ts'
import type { Romanize } from './bibtex-keys.ts'
import { cslJsonWriter } from './csl-json.ts'
import { csvWriter } from './csv.ts'
import { endnoteWriter } from './endnote.ts'
import type { ExportWriter } from './export-format.ts'
import { markdownWriter, type PrintEntry, textWriter } from './lists.ts'
import { noteExpressWriter } from './noteexpress.ts'
import { risWriter } from './ris.ts'

export interface ExportOptions extends Pick<FormatOptions, 'punctuation' | 'online'> {
  /** Of `text` and `md`; left out, the product's own. */
  style?: StyleId
  /** Prints the entries of `text` and `md` instead of the style: say, with `formatSpec` from the records themselves. */
  print?: PrintEntry
  /** Of author-date styles, in the order of the list. */
  yearSuffixes?: readonly string[]
  /** The whole list: what the keys of BibTeX are told apart by. */
  items?: readonly CslItem[]
  /** Of the keys of BibTeX; left out, Chinese names and titles have a checksum instead. */
  romanize?: Romanize
}

interface ExportDefinition {
  name: string
  /** With its dot. */
  extension: string
  media_type: string
  /** Whether entries are printed in a style. */
  styled: boolean
  writer: (options: ExportOptions) => ExportWriter
}

function entryPrinter(options: ExportOptions): PrintEntry {
  const { style = 'spec', print, yearSuffixes = [], ...format } = options
  if (print) return print
  return (item, index, numbered) =>
    formatReference(style, item, {
      ...format,
      yearSuffix: yearSuffixes[index] ?? '',
      ...(numbered ? { number: index + 1 } : {}),
    })
}

const taggedFormat = (
  name: string,
  extension: string,
  media_type: string,
  writer: (options: ExportOptions) => ExportWriter,
): ExportDefinition => ({ name, extension, media_type, styled: false, writer })

const EXPORT_DEFINITIONS = {
  text: {
    name: '纯文本',
    extension: '.txt',
    media_type: 'text/plain; charset=utf-8',
    styled: true,
    writer: (options: ExportOptions) => textWriter(entryPrinter(options)),
  },
  md: {
    name: 'Markdown',
    extension: '.md',
    media_type: 'text/markdown; charset=utf-8',
    styled: true,
    writer: (options: ExportOptions) =>
      markdownWriter(entryPrinter(options), citationSystem(options.style ?? 'spec') === 'numeric'),
  },
  bibtex: taggedFormat('BibTeX', '.bib', 'application/x-bibtex; charset=utf-8', ({ items = [], romanize }) =>
    bibtexWriter(items, romanize),
  ),
  ris: taggedFormat('RIS', '.ris', 'application/x-research-info-systems; charset=utf-8', risWriter),
  endnote: taggedFormat('EndNote', '.enw', 'application/x-endnote-refer; charset=utf-8', endnoteWriter),
  noteexpress: taggedFormat('NoteExpress', '.net', 'text/plain; charset=utf-8', noteExpressWriter),
  csl: taggedFormat(
    'CSL-JSON',
    '.json',
    'application/vnd.citationstyles.csl+json; charset=utf-8',
    cslJsonWriter,
  ),
  csv: taggedFormat('CSV 表格', '.csv', 'text/csv; charset=utf-8', csvWriter),
} satisfies Record<string, ExportDefinition>

export type ExportId = keyof typeof EXPORT_DEFINITIONS

/** What a list of export formats shows. */
export interface ExportFormat {
  id: ExportId
  name: string
  extension: string
  media_type: string
  styled: boolean
}

// Object.keys forgets what the keys are.
const exportIds = Object.keys(EXPORT_DEFINITIONS) as ExportId[]

/** Every format that is text. DOCX is the server's. */
export const exportFormats: readonly ExportFormat[] = exportIds.map((id) => {
  const { name, extension, media_type, styled } = EXPORT_DEFINITIONS[id]
  return { id, name, extension, media_type, styled }
})

/** A writer for one list. */
export function exportWriter(id: ExportId, options: ExportOptions = {}): ExportWriter {
  const format: ExportDefinition = EXPORT_DEFINITIONS[id]
  return format.writer(options)
}

/** A whole list as one text; entries are better written one by one with `exportWriter` where the list is long. */
export function exportText(id: ExportId, items: readonly CslItem[], options: ExportOptions = {}): string {
  const writer = exportWriter(id, { ...options, items })
  return [writer.header(), ...items.map(writer.entry), writer.footer()].join('')
}
