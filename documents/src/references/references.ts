import { createReadStream } from 'node:fs'
import type { Work } from '@scinav/contract'
import { readHead, recogniseFormat } from '@scinav/formats'
import { documentFault } from '../faults.ts'

/** References of a file as records of literature. */
export interface ParsedReferences {
  works: Work[]
  /** Records that could not be read. */
  broken: number
}

/** More than anybody keeps in one list; whole libraries are imported by the operator. */
const MAX_WORKS = 50_000

/**
 * The records of a file of references (BibTeX, RIS).
 *
 * @throws UnreadableDocument `empty` where none can be read, `too-long` with too many.
 */
export async function readReferences(path: string): Promise<ParsedReferences> {
  const format = recogniseFormat(await readHead(createReadStream(path)), '')
  if (!format) throw documentFault('unknown-format')
  const works: Work[] = []
  let broken = 0
  for await (const batch of format.read(createReadStream(path)))
    for (const read of batch) {
      if (!read.ok) broken += 1
      else if (works.push(read.work) > MAX_WORKS)
        throw documentFault('too-long', { limit: `${MAX_WORKS} 条` })
    }
  if (works.length === 0) throw documentFault('empty')
  return { works, broken }
}
