// Decodes and parses web pages.
import { decodeText } from '../charset.ts'
import type { ParsedDocument } from '../document.ts'
import { documentFault } from '../faults.ts'
import { emptyDraft } from '../structure/draft.ts'
import { finishDocument } from '../structure/finish-document.ts'
import { readHtml } from './read-html.ts'

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

/** Matches `<meta charset="gbk">` and `<meta http-equiv=… content="text/html; charset=gbk">`. */
const META_CHARSET = /<meta\b[^>]{0,500}?\bcharset\s{0,9}=\s{0,9}["']?\s{0,9}([\w-]{1,40})/i
/** Length of the beginning of a page in which browsers look for its encoding, in bytes (HTML Standard, 13.2.3.2). */
const META_SEARCH_BYTES = 1_024

/**
 * Decodes the bytes of a page by byte order mark, by validity as UTF-8 and by the charset its `meta` element
 * declares.
 *
 * @throws UnreadableDocument `unknown-charset` when no encoding fits.
 */
export function decodeHtml(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, META_SEARCH_BYTES)).toString('latin1')
  const text = decodeText(bytes, { declared: META_CHARSET.exec(head)?.[1] })?.text
  if (text === undefined) throw documentFault('unknown-charset')
  return text
}
