import { createReadStream } from 'node:fs'
import type { Work } from '@scinav/contract'
import { readHead, recognizeFormat } from '@scinav/formats'
import { documentFault } from './faults.ts'

/** The bibliographic records of a file. */
export interface ParsedReferences {
  works: Work[]
  /** Number of records that could not be read. */
  broken: number
}

/**
 * Bounds the records of one file, beyond the size of a personal reference list. Whole libraries are imported by the
 * operator.
 */
const MAX_WORKS = 50_000

/**
 * Reads the records of a bibliography file (BibTeX, RIS).
 *
 * @throws UnreadableDocument `unknown-format` when the format is not recognized, `empty` when no record can be read,
 * `too-long` when there are more than `MAX_WORKS`.
 */
export async function readReferences(path: string): Promise<ParsedReferences> {
  const format = recognizeFormat(await readHead(createReadStream(path)), '')
  if (!format) throw documentFault('unknown-format')
  const works: Work[] = []
  let broken = 0
  for await (const batch of format.read(createReadStream(path)))
    for (const record of batch) {
      if (!record.ok) broken += 1
      else if (works.push(record.work) > MAX_WORKS)
        throw documentFault('too-long', { limit: `${MAX_WORKS} 条` })
    }
  if (works.length === 0) throw documentFault('empty')
  return { works, broken }
}
