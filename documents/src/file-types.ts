// The types of files that can be read, and their MIME types.
import type { UnreadableDocument } from './faults.ts'

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

/** Returns the type of a kind of file that can be read. */
export const knownType = (kind: FileKind): FileType => ({ kind, mime: MIME_TYPES[kind] })

/** Returns the type of a file that cannot be read; `hint` tells the user what to do about it. */
export const unknownType = (hint = '', mime = 'application/octet-stream'): FileType => ({
  kind: null,
  mime,
  hint,
})
