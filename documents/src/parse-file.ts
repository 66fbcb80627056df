import { readFile, stat } from 'node:fs/promises'
import type { ParsedDocument } from './document.ts'
import { parseEpub } from './epub/epub.ts'
import { unreadable } from './faults.ts'
import { parseHtml } from './html/html.ts'
import { parseMarkdown } from './markdown/markdown.ts'
import { parseDocx } from './office/docx.ts'
import { parsePptx } from './office/pptx.ts'
import { parseXlsx } from './office/xlsx.ts'
import { preparePdf } from './pdf/engine.ts'
import { parsePdf } from './pdf/parse-pdf.ts'
import { parsePicture } from './pictures/picture.ts'
import { withScannedPages } from './pictures/scanned-pages.ts'
import type { FileKind } from './recognition/recognise.ts'
import { parsePlain } from './text/plain.ts'
import { parseTable } from './text/table.ts'
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

const readers: Partial<Record<FileKind, Reader>> = {
  pdf: async (path, watch) => {
    const bytes = await readFile(path)
    // What reads the pages takes the bytes away from whoever gives them.
    const document = await parsePdf(bytes.slice(), { onPage: (done, all) => watch.report('read', done, all) })
    return withScannedPages(bytes, document, watch)
  },
  docx: parseDocx,
  pptx: parsePptx,
  xlsx: parseXlsx,
  epub: parseEpub,
  png: (path, watch) => parsePicture(path, 'png', watch),
  jpeg: (path, watch) => parsePicture(path, 'jpeg', watch),
  tiff: (path, watch) => parsePicture(path, 'tiff', watch),
  html: async (path) => parseHtml(await textBytes(path)),
  markdown: async (path) => parseMarkdown(await textBytes(path)),
  text: async (path) => parsePlain(await textBytes(path)),
  csv: async (path) => parseTable(await textBytes(path)),
}

/** Loads what reading files of a kind takes, so that it is there before the file is. */
export async function prepareFor(kind: FileKind): Promise<void> {
  if (kind === 'pdf') await preparePdf()
}

/**
 * Reads a file that `recognise` has called of this kind.
 *
 * @throws UnreadableDocument with the reason for the file's owner.
 */
export async function parseFile(path: string, kind: FileKind, watch: ParseWatch): Promise<ParsedDocument> {
  const reader = readers[kind]
  if (!reader) throw unreadable('unknown-format')
  watch.report('read', 0, 0)
  return reader(path, watch)
}
