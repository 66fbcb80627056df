import { readFile, stat } from 'node:fs/promises'
import type { ParsedDocument } from './document.ts'
import { unreadable } from './faults.ts'
import type { Sheet } from './office/xlsx.ts'
import type { FileKind } from './recognition/recognise.ts'
import type { ParseWatch } from './watch.ts'

const MEGABYTE = 1024 * 1024
/** Of what is nothing but text: five million characters take no more. */
const MOST_TEXT = 32 * MEGABYTE

async function textBytes(path: string): Promise<Buffer> {
  const { size } = await stat(path)
  if (size > MOST_TEXT) throw unreadable('too-long', { limit: `${MOST_TEXT / MEGABYTE} MB` })
  return readFile(path)
}

type Reader = (path: string, watch: ParseWatch) => Promise<ParsedDocument>

/** Each is loaded when a file of its kind comes: whoever asks the door for something else has no PDF reader in memory. */
const readers: Partial<Record<FileKind, () => Promise<Reader>>> = {
  pdf: pdfReader,
  docx: async () => (await import('./office/docx.ts')).parseDocx,
  pptx: async () => (await import('./office/pptx.ts')).parsePptx,
  xlsx: async () => (await import('./office/xlsx.ts')).parseXlsx,
  epub: async () => (await import('./epub/epub.ts')).parseEpub,
  png: () => pictureReader('png'),
  jpeg: () => pictureReader('jpeg'),
  tiff: () => pictureReader('tiff'),
  html: async () => ofBytes((await import('./html/html.ts')).parseHtml),
  markdown: async () => ofBytes((await import('./markdown/markdown.ts')).parseMarkdown),
  text: async () => ofBytes((await import('./text/plain.ts')).parsePlain),
  csv: async () => ofBytes((await import('./text/table.ts')).parseTable),
}

async function pdfReader(): Promise<Reader> {
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

async function pictureReader(kind: 'png' | 'jpeg' | 'tiff'): Promise<Reader> {
  const { parsePicture } = await import('./pictures/picture.ts')
  return (path, watch) => parsePicture(path, kind, watch)
}

const ofBytes =
  (parse: (bytes: Buffer) => ParsedDocument | Promise<ParsedDocument>): Reader =>
  async (path) =>
    parse(await textBytes(path))

/** Returns the visible sheets of a workbook (.xlsx) as tables of text. */
export async function readWorkbook(path: string): Promise<Sheet[]> {
  return (await import('./office/xlsx.ts')).readSheets(path)
}

/** Loads what reading files of a kind takes, so that it is there before the file is. */
export async function prepareFor(kind: FileKind): Promise<void> {
  await readers[kind]?.()
}

/**
 * Reads a file that `recognise` has called of this kind.
 *
 * @throws UnreadableDocument with the reason for the file's owner.
 */
export async function parseFile(path: string, kind: FileKind, watch: ParseWatch): Promise<ParsedDocument> {
  const load = readers[kind]
  if (!load) throw unreadable('unknown-format')
  watch.report('read', 0, 0)
  const read = await load()
  return read(path, watch)
}
