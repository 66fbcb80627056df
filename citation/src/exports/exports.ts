import type { NationalOptions } from '@scinav/contract'
import type { CslItem } from '../csl.ts'
import { citationSystem, formatReference, type StyleId } from '../styles.ts'
import { bibtexWriter } from './bibtex.ts'
import type { Romanize } from './bibtex-keys.ts'
import { cslJsonWriter } from './csl-json.ts'
import { csvWriter } from './csv.ts'
import { endnoteWriter } from './endnote.ts'
import type { ExportWriter } from './export-format.ts'
import { markdownWriter, type PrintEntry, textWriter } from './lists.ts'
import { noteExpressWriter } from './noteexpress.ts'
import { risWriter } from './ris.ts'

/** Options of an export; each format ignores those that do not apply to it. */
export interface ExportOptions extends NationalOptions {
  /** The style of `text` and `md`; the product's own when absent. */
  style?: StyleId
  /**
   * Prints the entries of `text` and `md` in place of the style, for example with `formatSpec` from the stored records.
   */
  print?: PrintEntry
  /** Whether `md` prints entries that carry their own numbers; by the style when absent. */
  numbered?: boolean
  /** The year letters of author-date styles, in the order of the list. */
  yearSuffixes?: readonly string[]
  /** The complete list, from which unique BibTeX keys are derived. */
  items?: readonly CslItem[]
  /** Transliterates Chinese names and titles for BibTeX keys; a checksum takes their place when absent. */
  romanize?: Romanize
}

interface ExportDefinition {
  /** The displayed name. */
  name: string
  /** The file extension with its dot. */
  extension: string
  media_type: string
  /** Whether entries are printed in a citation style. */
  styled: boolean
  /** Returns a new writer for one list. */
  writer: (options: ExportOptions) => ExportWriter
}

/** Defines a format for other programs, which needs no citation style. */
const unstyledFormat = (
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
      markdownWriter(
        entryPrinter(options),
        options.numbered ?? citationSystem(options.style ?? 'spec') === 'numeric',
      ),
  },
  bibtex: unstyledFormat(
    'BibTeX',
    '.bib',
    'application/x-bibtex; charset=utf-8',
    ({ items = [], romanize }) => bibtexWriter(items, romanize),
  ),
  ris: unstyledFormat('RIS', '.ris', 'application/x-research-info-systems; charset=utf-8', risWriter),
  endnote: unstyledFormat('EndNote', '.enw', 'application/x-endnote-refer; charset=utf-8', endnoteWriter),
  noteexpress: unstyledFormat('NoteExpress', '.net', 'text/plain; charset=utf-8', noteExpressWriter),
  csl: unstyledFormat(
    'CSL-JSON',
    '.json',
    'application/vnd.citationstyles.csl+json; charset=utf-8',
    cslJsonWriter,
  ),
  csv: unstyledFormat('CSV 表格', '.csv', 'text/csv; charset=utf-8', csvWriter),
} satisfies Record<string, ExportDefinition>

/** The id of an export format. */
export type ExportId = keyof typeof EXPORT_DEFINITIONS

/** Returns what prints the entries of a styled format: `options.print`, else the style. */
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

/** An export format as a list of formats shows it. */
export interface ExportFormat {
  id: ExportId
  name: string
  extension: string
  media_type: string
  styled: boolean
}

// `Object.keys` returns plain strings, so the key type is restored.
const exportIds = Object.keys(EXPORT_DEFINITIONS) as ExportId[]
/** Every text format. DOCX is produced by the server. */
export const exportFormats: readonly ExportFormat[] = exportIds.map((id) => {
  const { name, extension, media_type, styled } = EXPORT_DEFINITIONS[id]
  return { id, name, extension, media_type, styled }
})

/** Returns a new writer for one list; `bibtex` needs the whole list in `options.items`. */
export function exportWriter(id: ExportId, options: ExportOptions = {}): ExportWriter {
  const format: ExportDefinition = EXPORT_DEFINITIONS[id]
  return format.writer(options)
}

/** Returns a list as one text. For a long list, write the entries one by one with `exportWriter` instead. */
export function exportText(id: ExportId, items: readonly CslItem[], options: ExportOptions = {}): string {
  const writer = exportWriter(id, { ...options, items })
  return [writer.header(), ...items.map(writer.entry), writer.footer()].join('')
}
