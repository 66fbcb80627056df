import { open } from 'node:fs/promises'
import { type Archive, openArchive } from './archive.ts'
import { UnreadableDocument } from './faults.ts'
import { type FileType, knownType, unknownType } from './file-types.ts'
import { isBinary, recognizeText } from './recognize-text.ts'

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

/** Returns the first `HEAD_BYTES` of a file, fewer of a shorter one. */
async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Recognizes a ZIP file by its entries; one that cannot be opened gets the reason as its `fault`. */
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

/** Returns the type that the names of the entries of an archive show. */
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
