import { readFile, stat } from 'node:fs/promises'
import type { ParsedDocument } from './document.ts'
import { documentFault } from './faults.ts'
import type { Sheet } from './office/xlsx.ts'
import type { FileKind } from './recognition/recognise.ts'
import type { ParseWatch } from './watch.ts'

const MEGABYTE = 1024 * 1024
/** Of what is nothing but text: five million characters take no more. */
const MAX_TEXT_BYTES = 32 * MEGABYTE

async function readTextBytes(path: string): Promise<Buffer> {
  const { size } = await stat(path)
  if (size > MAX_TEXT_BYTES) throw documentFault('too-long', { limit: `${MAX_TEXT_BYTES / MEGABYTE} MB` })
  return readFile(path)
}

type FileParser = (path: string, watch: ParseWatch) => Promise<ParsedDocument>

/** Each is loaded when a file of its kind comes: whoever asks the door for something else has no PDF reader in memory. */
const PARSER_LOADERS: Partial<Record<FileKind, () => Promise<FileParser>>> = {
  pdf: loadPdfParser,
  docx: async () => (await import('./office/docx.ts')).parseDocx,
  pptx: async () => (await import('./office/pptx.ts')).parsePptx,
  xlsx: async () => (await import('./office/xlsx.ts')).parseXlsx,
  epub: async () => (await import('./epub/epub.ts')).parseEpub,
  png: () => loadPictureParser('png'),
  jpeg: () => loadPictureParser('jpeg'),
  tiff: () => loadPictureParser('tiff'),
  html: async () => parserOfBytes((await import('./html/html.ts')).parseHtml),
  markdown: async () => parserOfBytes((await import('./markdown/markdown.ts')).parseMarkdown),
  text: async () => parserOfBytes((await import('./text/plain.ts')).parsePlain),
  csv: async () => parserOfBytes((await import('./text/table.ts')).parseTable),
}

async function loadPdfParser(): Promise<FileParser> {
  const { preparePdf } = await import('./pdf/engine.ts')
  const { parsePdf } = await import('./pdf/parse-pdf.ts')
  const { withScannedPages } = await import('./pictures/scanned-pages.ts')
  const { withEmptyPages } = await import('./pdf/empty-pages.ts')
  await preparePdf()
  return async (path, watch) => {
    const bytes = await readFile(path)
    // What reads the pages takes the bytes away from whoever gives them.
    const document = await parsePdf(bytes.slice(), { onPage: (done, all) => watch.report('read', done, all) })
    return withEmptyPages(await withScannedPages(bytes, document, watch))
  }
}

async function loadPictureParser(kind: 'png' | 'jpeg' | 'tiff'): Promise<FileParser> {
  const { parsePicture } = await import('./pictures/picture.ts')
  return (path, watch) => parsePicture(path, kind, watch)
}

const parserOfBytes =
  (parse: (bytes: Buffer) => ParsedDocument | Promise<ParsedDocument>): FileParser =>
  async (path) =>
    parse(await readTextBytes(path))

/** Returns the visible sheets of a workbook (.xlsx) as tables of text. */
export async function readWorkbook(path: string): Promise<Sheet[]> {
  return (await import('./office/xlsx.ts')).readSheets(path)
}

/** Loads what reading files of a kind takes, so that it is there before the file is. */
export async function prepareParser(kind: FileKind): Promise<void> {
  await PARSER_LOADERS[kind]?.()
}

/**
 * Reads a file that `recognise` has called of this kind.
 *
 * @throws UnreadableDocument with the reason for the file's owner.
 */
export async function parseFile(path: string, kind: FileKind, watch: ParseWatch): Promise<ParsedDocument> {
  const load = PARSER_LOADERS[kind]
  if (!load) throw documentFault('unknown-format')
  watch.report('read', 0, 0)
  const read = await load()
  return read(path, watch)
}
