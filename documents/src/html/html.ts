import { Parser } from 'htmlparser2'
import type { ParsedDocument } from '../document.ts'
import { unreadable } from '../faults.ts'
import { type Draft, emptyDraft, finish } from '../structure/draft.ts'
import { decoded } from '../text/charset.ts'
import { pageReader } from './page-reader.ts'

const metaCharset = /<meta\b[^>]{0,500}?\bcharset\s{0,9}=\s{0,9}["']?\s{0,9}([\w-]{1,40})/i
/** How far into a page browsers look for its encoding. */
const META_WITHIN = 1_024

/**
 * Reads the text of a page into a draft. Scripts do not run, nothing is loaded, what is not shown is left out. Pages
 * that lead to notes of each other have paths.
 */
export function readPage(html: string, draft: Draft, path = ''): void {
  const { handler, end } = pageReader(draft, path)
  const parser = new Parser(handler, { lowerCaseTags: true, lowerCaseAttributeNames: true })
  parser.write(html)
  parser.end()
  end()
}

/** The text of a page's bytes, by byte order mark, validity, and what its `meta` says. */
export function pageText(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, META_WITHIN)).toString('latin1')
  const text = decoded(bytes, { said: metaCharset.exec(head)?.[1] })?.text
  if (text === undefined) throw unreadable('unknown-charset')
  return text
}

export function parseHtml(bytes: Uint8Array): ParsedDocument {
  const draft = emptyDraft()
  readPage(pageText(bytes), draft)
  return finish(draft, 'html')
}
