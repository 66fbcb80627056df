import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Work } from '@scinav/contract'
import type { Block, Passage } from '@scinav/documents'
import type { DocumentFacts, ParsedFile } from '../../platform/providers/parsing.ts'

/** What stands in one line of a result. */
export type ParsedLine = { facts: DocumentFacts } | { block: Block } | { passage: Passage } | { work: Work }

const BATCH_SIZE = 200

async function* readParsedLines(path: string): AsyncGenerator<ParsedLine> {
  const input = createReadStream(path)
  try {
    // Written by our own process, line by line; it is read as it was written.
    for await (const line of createInterface({ input })) yield JSON.parse(line) as ParsedLine
  } finally {
    input.destroy()
  }
}

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

/** Opens what a parser has written. @throws where it is not whole. */
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
