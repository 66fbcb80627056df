import { readFile, stat } from 'node:fs/promises'
import type { ParsedDocument } from './document.ts'
import { documentFault } from './faults.ts'
import type { FileKind } from './file-types.ts'
import type { AnnotatedDocx, DocxAnnotation } from './office/annotate/annotate-docx.ts'
import type { Authorship } from './office/annotate/word-markup.ts'
import type { Sheet } from './office/xlsx.ts'
import type { ParseWatch } from './watch.ts'

/**
 * Returns the visible sheets of a workbook (.xlsx) as tables of text.
 *
 * @throws UnreadableDocument as for parsing the file.
 */
export async function readWorkbook(path: string): Promise<Sheet[]> {
  return (await import('./office/xlsx.ts')).readSheets(path)
}

/**
 * Writes comments and tracked changes into a Word file, see `DocxAnnotation`. Blocks and offsets are those of its
 * parsed document.
 *
 * @throws UnreadableDocument as for parsing the file.
 */
export async function annotateDocx(
  path: string,
  annotations: readonly DocxAnnotation[],
  authorship: Authorship,
): Promise<AnnotatedDocx> {
  const office = await import('./office/annotate/annotate-docx.ts')
  return office.annotateDocx(path, annotations, authorship)
}

/** Parses the file at a path and reports progress to `watch`. */
type FileParser = (path: string, watch: ParseWatch) => Promise<ParsedDocument>

/**
 * Parsers by kind. Each is imported when the first file of its kind arrives, so that other users of this package do
 * not load the PDF reader into memory.
 */
const PARSER_LOADERS: Partial<Record<FileKind, () => Promise<FileParser>>> = {
  pdf: loadPdfParser,
  docx: async () => (await import('./office/docx.ts')).parseDocx,
  pptx: async () => (await import('./office/pptx.ts')).parsePptx,
  xlsx: async () => (await import('./office/xlsx.ts')).parseXlsx,
  epub: async () => (await import('./html/epub.ts')).parseEpub,
  png: () => loadPictureParser('png'),
  jpeg: () => loadPictureParser('jpeg'),
  tiff: () => loadPictureParser('tiff'),
  html: async () => parserOfBytes((await import('./html/html.ts')).parseHtml),
  markdown: async () => parserOfBytes((await import('./text/markdown.ts')).parseMarkdown),
  text: async () => parserOfBytes((await import('./text/plain.ts')).parsePlain),
  csv: async () => parserOfBytes((await import('./text/csv.ts')).parseCsv),
}

/**
 * Loads the code that parses files of a kind, so that it is in memory before the first file arrives. Does nothing for a
 * kind without parser.
 */
export async function prepareParser(kind: FileKind): Promise<void> {
  await PARSER_LOADERS[kind]?.()
}

/** Loads the PDF reader and the recognition of scanned pages. */
async function loadPdfParser(): Promise<FileParser> {
  const { preparePdf } = await import('./pdf/engine/engine.ts')
  const { parsePdf } = await import('./pdf/parse-pdf.ts')
  const { withScannedPages } = await import('./pictures/scanned-pages.ts')
  const { withEmptyPageWarnings } = await import('./pdf/page/page-facts.ts')
  await preparePdf()
  return async (path, watch) => {
    const bytes = await readFile(path)
    // The PDF engine takes ownership of the bytes it receives, and scanned pages are read from the bytes once more.
    const document = await parsePdf(bytes.slice(), { onPage: (done, all) => watch.report('read', done, all) })
    return withEmptyPageWarnings(await withScannedPages(bytes, document, watch))
  }
}

/** Loads the recognition of pictures. */
async function loadPictureParser(kind: 'png' | 'jpeg' | 'tiff'): Promise<FileParser> {
  const { parsePicture } = await import('./pictures/picture.ts')
  return (path, watch) => parsePicture(path, kind, watch)
}

/** Returns a parser of files that are read into memory as a whole. */
const parserOfBytes =
  (parse: (bytes: Buffer) => ParsedDocument | Promise<ParsedDocument>): FileParser =>
  async (path) =>
    parse(await readTextBytes(path))

const MEGABYTE = 1024 * 1024
/** The largest file of a plain-text format. It has room for all characters that a document may have. */
const MAX_TEXT_BYTES = 32 * MEGABYTE

/** Reads a file of a plain-text format; throws `too-long` for one over `MAX_TEXT_BYTES`. */
async function readTextBytes(path: string): Promise<Buffer> {
  const { size } = await stat(path)
  if (size > MAX_TEXT_BYTES) throw documentFault('too-long', { limit: `${MAX_TEXT_BYTES / MEGABYTE} MB` })
  return readFile(path)
}

/**
 * Parses a file that `recognizeFile` has identified as being of this kind.
 *
 * @throws UnreadableDocument with the reason, worded for the owner of the file; `unknown-format` for a kind without
 *   parser.
 */
export async function parseFile(path: string, kind: FileKind, watch: ParseWatch): Promise<ParsedDocument> {
  const load = PARSER_LOADERS[kind]
  if (!load) throw documentFault('unknown-format')
  watch.report('read', 0, 0)
  const parse = await load()
  return parse(path, watch)
}
