import { open } from 'node:fs/promises'
import { recognizeFormat } from '@scinav/formats'
import { type Archive, openArchive } from './archive.ts'
import { decodeText } from './charset.ts'
import { UnreadableDocument } from './faults.ts'

/** The kinds of files that can be read. */
export type FileKind =
  | 'pdf'
  | 'docx'
  | 'pptx'
  | 'xlsx'
  | 'epub'
  | 'html'
  | 'markdown'
  | 'text'
  | 'csv'
  | 'bibtex'
  | 'ris'
  | 'png'
  | 'jpeg'
  | 'tiff'

/** The type of a file, as `recognizeFile` determines it. */
export interface FileType {
  /** null when the file cannot be read. */
  kind: FileKind | null
  /** The type sent with the file when it is downloaded; `application/octet-stream` when it is unknown. */
  mime: string
  /** For an unreadable kind: advice in Chinese that follows 「不支持这种文件」; '' without any. */
  hint?: string
  /** Set when it is certain before parsing that the file cannot be read: a password or an unsafe container. */
  fault?: UnreadableDocument
}

const OFFICE_MIME_PREFIX = 'application/vnd.openxmlformats-officedocument.'
const MIME_TYPES: Record<FileKind, string> = {
  pdf: 'application/pdf',
  docx: `${OFFICE_MIME_PREFIX}wordprocessingml.document`,
  pptx: `${OFFICE_MIME_PREFIX}presentationml.presentation`,
  xlsx: `${OFFICE_MIME_PREFIX}spreadsheetml.sheet`,
  epub: 'application/epub+zip',
  html: 'text/html',
  markdown: 'text/markdown',
  text: 'text/plain',
  csv: 'text/csv',
  bibtex: 'application/x-bibtex',
  ris: 'application/x-research-info-systems',
  png: 'image/png',
  jpeg: 'image/jpeg',
  tiff: 'image/tiff',
}

const KIND_BY_MIME = new Map(Object.entries(MIME_TYPES).map(([kind, mime]) => [mime, kind as FileKind]))

/** Returns the kind of files of a MIME type, or null when they cannot be read. */
export const kindOfMime = (mime: string): FileKind | null => KIND_BY_MIME.get(mime) ?? null

const knownType = (kind: FileKind): FileType => ({ kind, mime: MIME_TYPES[kind] })

const unknownType = (hint = '', mime = 'application/octet-stream'): FileType => ({ kind: null, mime, hint })

const SAVE_AS_PDF_HINT = '，请另存为 PDF 后上传'
const UNPACK_HINT = '：压缩包请解压后上传其中的文件'
const CAJ_HINT = '：CAJ 文件请在知网下载 PDF 版，或用 CAJViewer 另存为 PDF 后上传'

/** Signatures at the beginning of files, with one latin-1 character per byte; the first match counts. */
const FILE_SIGNATURES: [string, FileType][] = [
  ['\x89PNG\r\n\x1a\n', knownType('png')],
  ['\xff\xd8\xff', knownType('jpeg')],
  ['II*\0', knownType('tiff')],
  ['MM\0*', knownType('tiff')],
  ['CAJ\0', unknownType(CAJ_HINT)],
  ['HN\xc8\0', unknownType(CAJ_HINT)],
  ['KDH ', unknownType(CAJ_HINT)],
  ['TEB\0', unknownType(CAJ_HINT)],
  ['{\\rtf', unknownType(SAVE_AS_PDF_HINT, 'application/rtf')],
  ['%!PS', unknownType(SAVE_AS_PDF_HINT, 'application/postscript')],
  ['AT&TFORM', unknownType(SAVE_AS_PDF_HINT, 'image/vnd.djvu')],
  ['Rar!', unknownType(UNPACK_HINT)],
  ['7z\xbc\xaf\x27\x1c', unknownType(UNPACK_HINT)],
  ['\x1f\x8b', unknownType(UNPACK_HINT)],
  ['GIF8', unknownType('：图片请使用 PNG、JPEG 或 TIFF', 'image/gif')],
  ['RIFF', unknownType()],
  ['BM', unknownType()],
]

/** Signature of the container of Office files until 2007 and of encrypted ones since. */
const OLE_SIGNATURE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'

/**
 * Determines the type of a file by its content alone; the name only distinguishes Markdown, tables and other plain
 * text.
 *
 * @param name the file name its owner sees
 */
export async function recognizeFile(path: string, name: string): Promise<FileType> {
  const head = await readHead(path)
  // One character per byte, so that signatures are strings.
  const signature = head.toString('latin1')
  if (signature.startsWith('PK\x03\x04') || signature.startsWith('PK\x05\x06'))
    return recognizeContainer(path)
  if (signature.startsWith(OLE_SIGNATURE)) return oldOfficeType(signature)
  const match = FILE_SIGNATURES.find(([start]) => signature.startsWith(start))
  // A signature of two letters (`BM`) may also begin a text.
  if (match && (match[0].length > 2 || isBinary(head))) return match[1]
  return startsAsPdf(signature) ? knownType('pdf') : recognizeText(head, name)
}

/** Length of the beginning of a file by which its type is determined. */
const HEAD_BYTES = 64 * 1024

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function recognizeContainer(path: string): Promise<FileType> {
  let archive: Archive
  try {
    archive = await openArchive(path)
  } catch (error) {
    if (error instanceof UnreadableDocument) return { ...unknownType('', 'application/zip'), fault: error }
    throw error
  }
  try {
    return await containerType(archive)
  } finally {
    archive.close()
  }
}

async function containerType(archive: Archive): Promise<FileType> {
  const holds = (prefix: string) => archive.names.some((name) => name.startsWith(prefix))
  if (archive.has('[Content_Types].xml')) {
    if (holds('word/')) return knownType('docx')
    if (holds('ppt/')) return knownType('pptx')
    if (archive.has('xl/workbook.bin')) return unknownType('：.xlsb 请另存为 .xlsx 后上传')
    if (holds('xl/')) return knownType('xlsx')
  }
  if (archive.has('META-INF/container.xml')) return knownType('epub')
  if (archive.has('content.xml') && archive.has('mimetype'))
    return unknownType('：OpenDocument 文件请另存为 .docx、.pptx、.xlsx 或 PDF 后上传')
  return unknownType(UNPACK_HINT, 'application/zip')
}

/** Name of the stream that holds an Office file with a password, as encoded in the container. */
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le').toString('latin1')

/** Returns the type of a file in the OLE container: an old Office file, or a new one with a password. */
function oldOfficeType(signature: string): FileType {
  if (!signature.includes(ENCRYPTED_PACKAGE))
    return unknownType('：旧版 Office 文件（.doc、.ppt、.xls）请另存为 .docx、.pptx、.xlsx 或 PDF 后上传')
  const fault = new UnreadableDocument('encrypted', '文件有密码保护，请解除密码后重新上传')
  return { ...unknownType(), fault }
}

/** Returns whether the beginning of a file has NUL bytes, and not because it is text in UTF-16. */
const isBinary = (head: Buffer) => !isUtf16(head) && head.includes(0)

/** Returns whether a file begins with the byte order mark of UTF-16, in which text contains NUL bytes. */
const isUtf16 = (head: Buffer) =>
  (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)

/** Bounds the bytes before the header of a PDF (ISO 32000-1, annex H.3.4.1). */
const MAX_PDF_OFFSET = 1_024

/**
 * Returns whether a file begins as a PDF. A file with a `<` before the header is a page, even though a PDF
 * follows: a file that is two formats at once is read as the first.
 */
function startsAsPdf(signature: string): boolean {
  const at = signature.slice(0, MAX_PDF_OFFSET).indexOf('%PDF-')
  return at === 0 || (at > 0 && !signature.slice(0, at).includes('<'))
}

/** Length of the beginning of a text in which the root element of a web page begins, in UTF-16 units. */
const HTML_HEAD_CHARS = 4_096
/** Matches the beginning of a web page after an XML declaration and comments. */
const HTML_START = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i

/** Returns the type of a file that is neither a container nor a PDF, by its beginning. */
function recognizeText(head: Buffer, name: string): FileType {
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
