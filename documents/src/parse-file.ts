import { readFile, stat } from 'node:fs/promises'
import type { ParsedDocument } from './document.ts'
import { unreadable } from './faults.ts'
import { parseHtml } from './html/html.ts'
import { parseMarkdown } from './markdown/markdown.ts'
import { parseDocx } from './office/docx.ts'
import type { FileKind } from './recognition/recognise.ts'
import { parsePlain } from './text/plain.ts'
import { parseTable } from './text/table.ts'

const MEGABYTE = 1024 * 1024
/** Of what is nothing but text: five million characters take no more. */
const MOST_TEXT = 32 * MEGABYTE

async function textBytes(path: string): Promise<Buffer> {
  const { size } = await stat(path)
  if (size > MOST_TEXT) throw unreadable('too-long', { limit: `${MOST_TEXT / MEGABYTE} MB` })
  return readFile(path)
}

const readers: Partial<Record<FileKind, (path: string) => Promise<ParsedDocument>>> = {
  docx: parseDocx,
  html: async (path) => parseHtml(await textBytes(path)),
  markdown: async (path) => parseMarkdown(await textBytes(path)),
  text: async (path) => parsePlain(await textBytes(path)),
  csv: async (path) => parseTable(await textBytes(path)),
}

/**
 * Reads a file that `recognise` has called of this kind.
 *
 * @throws UnreadableDocument with the reason for the file's owner.
 */
export function parseFile(path: string, kind: FileKind): Promise<ParsedDocument> {
  const reader = readers[kind]
  if (!reader) throw unreadable('unknown-format')
  return reader(path)
}
