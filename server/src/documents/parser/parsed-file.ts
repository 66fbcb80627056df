import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Work } from '@scinav/contract'
import type { Block, Passage } from '@scinav/documents'
import type { DocumentFacts, ParsedFile } from '../../platform/providers/parsing.ts'

/**
 * One line of the result of a parser process, which is a file of JSON lines: first the facts, then the blocks, then
 * the passages; or the facts and then the works of a file of references.
 */
export type ParsedLine = { facts: DocumentFacts } | { block: Block } | { passage: Passage } | { work: Work }

/** Number of blocks, passages or works given out at once. */
const BATCH_SIZE = 200

async function* readParsedLines(path: string): AsyncGenerator<ParsedLine> {
  const input = createReadStream(path)
  try {
    // Trusted, because the parser of this product has written it line by line.
    for await (const line of createInterface({ input })) yield JSON.parse(line) as ParsedLine
  } finally {
    input.destroy()
  }
}

/** Yields batches of what `pick` takes from each line. */
async function* readBatches<Item>(path: string, pick: (line: ParsedLine) => Item[]): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const line of readParsedLines(path)) {
    batch.push(...pick(line))
    if (batch.length < BATCH_SIZE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/**
 * Opens the result of a parser process. Every iteration reads the file again.
 *
 * @throws Error when it does not begin with the facts.
 */
export async function openParsedFile(path: string): Promise<ParsedFile> {
  for await (const line of readParsedLines(path)) {
    if (!('facts' in line)) break
    return {
      facts: line.facts,
      blocks: () => readBatches(path, (line) => ('block' in line ? [line.block] : [])),
      passages: () => readBatches(path, (line) => ('passage' in line ? [line.passage] : [])),
      works: () => readBatches(path, (line) => ('work' in line ? [line.work] : [])),
      discard: () => rm(path, { force: true }),
    }
  }
  throw new Error('the parser has written nothing')
}
