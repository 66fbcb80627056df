// Tells formats of text by the beginning of a file.
import { recognizeFormat } from '@scinav/formats'
import { decodeText } from './charset.ts'
import { type FileKind, type FileType, knownType, unknownType } from './file-types.ts'

/** Returns whether the beginning of a file has NUL bytes, and not because it is text in UTF-16. */
export const isBinary = (head: Buffer) => !isUtf16(head) && head.includes(0)

/** Returns whether a file begins with the byte order mark of UTF-16, in which text contains NUL bytes. */
const isUtf16 = (head: Buffer) =>
  (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)

/** Length of the beginning of a text in which the root element of a web page begins, in UTF-16 units. */
const HTML_HEAD_CHARS = 4_096
/** Matches the beginning of a web page after an XML declaration and comments. */
const HTML_START = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i

/** Returns the type of a file that is neither a container nor a PDF, by its beginning. */
export function recognizeText(head: Buffer, name: string): FileType {
  if (head.length === 0 || !isTextHead(head)) return unknownType()
  const text = decodeText(head, { cut: true })?.text
  // In no known encoding: the parser of texts reports it.
  if (text === undefined) return knownType('text')
  if (HTML_START.test(text.slice(0, HTML_HEAD_CHARS))) return knownType('html')
  const references = referencesKind(text)
  if (references) return knownType(references)
  return knownType(plainTextKind(name))
}

/** Bounds the NUL bytes of a text file, in total or per thousand bytes: some programs leave them behind. */
const MAX_NULS = 2
const MAX_NULS_PER_THOUSAND = 1

/** Returns whether the beginning of a file is text: without NUL bytes, or with hardly any and no other controls. */
function isTextHead(head: Buffer): boolean {
  if (!isBinary(head)) return true
  const nuls = head.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0)
  // The controls from bell to carriage return occur in texts.
  const hasOtherControls = head.some((byte) => (byte > 0 && byte < 0x07) || (byte > 0x0d && byte < 0x20))
  return !hasOtherControls && nuls <= Math.max(MAX_NULS, (head.length * MAX_NULS_PER_THOUSAND) / 1_000)
}

/** Bibliography formats that cannot be mistaken for prose or data. */
const REFERENCE_FORMATS = new Set(
  'nbib endnote noteexpress cnki cnki-study web-of-science endnote-xml pubmed zotero-rdf ovid scopus-text'.split(
    ' ',
  ),
)
/** Matches the beginning of such a file: a format recognized only in the middle of a text does not count. */
const REFERENCE_START =
  /^\ufeff?\s*(?:PMID ?-|%0 |\{Reference Type|SrcDatabase-|DataType\s?[:：]|FN |PT |<\?xml|<!DOCTYPE Pubmed|<Pubmed|<xml>|<records>|<rdf:RDF|<1>|Scopus\s)/

/**
 * Returns the kind of a bibliography file, or null for other text. Every format other than BibTeX counts as `ris`,
 * because all are read as records.
 */
function referencesKind(text: string): 'bibtex' | 'ris' | null {
  const format = recognizeFormat(text, '')?.id ?? ''
  if (format === 'bibtex' || format === 'ris') return format
  return REFERENCE_FORMATS.has(format) && REFERENCE_START.test(text) ? 'ris' : null
}

/** Returns the kind of a text by the extension of its name; tab-separated tables count as `csv`. */
function plainTextKind(name: string): FileKind {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  if (extension === 'md' || extension === 'markdown') return 'markdown'
  return extension === 'csv' || extension === 'tsv' ? 'csv' : 'text'
}
