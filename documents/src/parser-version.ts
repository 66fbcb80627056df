import { type FileKind, kindOfMime } from './recognition/recognise.ts'

/** Raise it when passages are cut in another way. */
const PASSAGE_VERSION = 1

/** Raise a kind's number when its files come out as other blocks: they are read again then, beside what was there. */
const READER_VERSIONS: Record<FileKind, number> = {
  pdf: 8,
  docx: 3,
  pptx: 2,
  xlsx: 2,
  epub: 3,
  html: 3,
  markdown: 3,
  text: 2,
  csv: 2,
  bibtex: 1,
  ris: 1,
  png: 1,
  jpeg: 1,
  tiff: 1,
}

const parserName = (kind: FileKind) => `${kind}/${READER_VERSIONS[kind]}.${PASSAGE_VERSION}`

/** What reads files now; what others have read is read again. */
export const currentParsers = (): string[] =>
  Object.keys(READER_VERSIONS).map((kind) => parserName(kind as FileKind))

/** What would read bytes of this type now, such as `pdf/2.1`; what nothing reads has a name too. */
export function parserForMime(mime: string): string {
  const kind = kindOfMime(mime)
  return kind ? parserName(kind) : 'none/1'
}

const TEXT_EXTENSIONS: Partial<Record<FileKind, string>> = { markdown: 'md', csv: 'csv' }

/** A name that says how bytes of this type are meant, for `recognise`: of plain texts only the name says it. */
export function plainFileName(mime: string): string {
  const kind = kindOfMime(mime)
  return `file.${(kind && TEXT_EXTENSIONS[kind]) ?? 'txt'}`
}
