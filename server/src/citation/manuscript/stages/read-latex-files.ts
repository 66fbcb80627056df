import { readFile, stat } from 'node:fs/promises'
import { type Archive, documentFault, openArchive } from '@scinav/documents'
import { detectEncoding } from '@scinav/formats'

/** A file of a LaTeX manuscript, with its path in the archive. */
export interface LatexSource {
  name: string
  text: string
}

const LATEX_FILE = /\.(?:tex|ltx|bib|bbl)$/i
/** Limits of an archive with a LaTeX manuscript; pictures in it are not unpacked. */
const ARCHIVE_LIMITS = { entries: 5_000, bytes: 512 * 1024 * 1024, ratio: 100 }
/** Bounds the text of all files together, in bytes. */
const MAX_SOURCE_BYTES = 20 * 1024 * 1024
const SOURCE_LIMIT = `${MAX_SOURCE_BYTES >> 20} MB`

/** Returns whether a file is a LaTeX manuscript or an archive that may hold one, by its name. */
export const isLatexName = (name: string): boolean => /\.(?:tex|ltx|zip)$/i.test(name)

/**
 * Reads the LaTeX files of a manuscript: one file, or those in a zip archive.
 *
 * @throws UnreadableDocument as `openArchive`; `empty` without any; `too-large` and `too-long` beyond the limit.
 */
export async function readLatexFiles(path: string, name: string): Promise<LatexSource[]> {
  if (!/\.zip$/i.test(name)) {
    if ((await stat(path)).size > MAX_SOURCE_BYTES) throw documentFault('too-long', { limit: SOURCE_LIMIT })
    return [{ name, text: decode(await readFile(path)) }]
  }
  const archive = await openArchive(path, ARCHIVE_LIMITS)
  try {
    return await readArchived(archive)
  } finally {
    archive.close()
  }
}

/**
 * Reads the files of an archive that make up a LaTeX manuscript (`LATEX_FILE`), in the order of the archive.
 *
 * @throws UnreadableDocument `too-large` beyond `MAX_SOURCE_BYTES` in all; `empty` without such a file.
 */
async function readArchived(archive: Archive): Promise<LatexSource[]> {
  const files: LatexSource[] = []
  let bytes = 0
  for (const name of archive.names.filter((each) => LATEX_FILE.test(each))) {
    const content = await archive.read(name)
    bytes += content.length
    if (bytes > MAX_SOURCE_BYTES) throw documentFault('too-large', { limit: SOURCE_LIMIT })
    files.push({ name, text: decode(content) })
  }
  if (files.length === 0) throw documentFault('empty')
  return files
}

const decode = (bytes: Uint8Array): string => new TextDecoder(detectEncoding(bytes) ?? 'utf-8').decode(bytes)
