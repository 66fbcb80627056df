import { Parser } from 'htmlparser2'
import type { ParsedDocument } from '../document.ts'
import { documentFault } from '../faults.ts'
import { type DocumentDraft, emptyDraft, finishDocument } from '../structure/draft.ts'
import { decodeText } from '../text/charset.ts'
import { pageReader } from './page-reader.ts'

const META_CHARSET = /<meta\b[^>]{0,500}?\bcharset\s{0,9}=\s{0,9}["']?\s{0,9}([\w-]{1,40})/i
/** Length of the beginning of a page in which browsers look for its encoding, in bytes. */
const MAX_META_OFFSET = 1_024

/**
 * Reads the text of a page into a draft. Scripts do not run, nothing is loaded, and hidden text is omitted.
 *
 * @param path identifies the page among pages that refer to notes of each other, such as the chapters of a book
 */
export function readHtml(html: string, draft: DocumentDraft, path = ''): void {
  const { handler, end } = pageReader(draft, path)
  const parser = new Parser(handler, { lowerCaseTags: true, lowerCaseAttributeNames: true })
  parser.write(html)
  parser.end()
  end()
}

/**
 * Decodes the bytes of a page by byte order mark, by validity as UTF-8 and by the charset its `meta` element
 * declares.
 *
 * @throws UnreadableDocument `unknown-charset` when no encoding fits.
 */
export function decodeHtml(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, MAX_META_OFFSET)).toString('latin1')
  const text = decodeText(bytes, { said: META_CHARSET.exec(head)?.[1] })?.text
  if (text === undefined) throw documentFault('unknown-charset')
  return text
}

/**
 * Parses a web page.
 *
 * @throws UnreadableDocument `unknown-charset`; also as `finishDocument` does.
 */
export function parseHtml(bytes: Uint8Array): ParsedDocument {
  const draft = emptyDraft()
  readHtml(decodeHtml(bytes), draft)
  return finishDocument(draft, 'html')
}
