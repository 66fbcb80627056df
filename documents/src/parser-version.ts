import { type FileKind, kindOfMime } from './file-types.ts'

/**
 * Versions of the parsers. Increment the number of a kind when its files yield different blocks: they are then parsed
 * again, and the earlier result is kept until the new one exists.
 */
const READER_VERSIONS: Record<FileKind, number> = {
  pdf: 10,
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

/** Returns the version of the parser of a kind. */
export const readerVersion = (kind: FileKind): number => READER_VERSIONS[kind]

/** Returns the names of all current parsers; documents parsed by another one are parsed again. */
export const currentParsers = (): string[] =>
  Object.keys(READER_VERSIONS).map((kind) => parserName(kind as FileKind))

/** Version of the rules that cut passages. Increment it when passages are cut differently. */
const PASSAGE_VERSION = 1

const parserName = (kind: FileKind) => `${kind}/${readerVersion(kind)}.${PASSAGE_VERSION}`

/**
 * Returns the name of the current parser for a MIME type, such as `pdf/2.1`, or `none/1` when no parser reads the
 * type.
 */
export function parserForMime(mime: string): string {
  const kind = kindOfMime(mime)
  return kind ? parserName(kind) : 'none/1'
}

const TEXT_EXTENSIONS: Partial<Record<FileKind, string>> = { markdown: 'md', csv: 'csv' }

/**
 * Returns a file name whose extension tells `recognizeFile` which plain-text format bytes of this type have: only the
 * name distinguishes these formats.
 */
export function plainFileName(mime: string): string {
  const kind = kindOfMime(mime)
  return `file.${(kind && TEXT_EXTENSIONS[kind]) ?? 'txt'}`
}
