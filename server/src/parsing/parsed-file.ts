import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Block, FileKind, ParsedDocument, Passage } from '@scinav/documents'

/** What is known of a document as a whole. */
export interface DocumentFacts extends Omit<ParsedDocument, 'blocks'> {
  kind: FileKind
  blocks: number
  passages: number
}

type Line = { facts: DocumentFacts } | { block: Block } | { passage: Passage }

/** A file that was read. Its text may be long: blocks and passages come in pieces, so that nobody else waits for them. */
export interface ParsedFile {
  facts: DocumentFacts
  /** In reading order, at most 200 at once. */
  blocks: () => AsyncGenerator<Block[]>
  passages: () => AsyncGenerator<Passage[]>
  /** The result lies on the disk until then. */
  discard: () => Promise<void>
}

const BATCH = 200

async function* linesOf(path: string): AsyncGenerator<Line> {
  const input = createReadStream(path)
  try {
    // Written by our own process, line by line; it is read as it was written.
    for await (const line of createInterface({ input })) yield JSON.parse(line) as Line
  } finally {
    input.destroy()
  }
}

async function* batches<Item>(path: string, pick: (line: Line) => Item[]): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const line of linesOf(path)) {
    batch.push(...pick(line))
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Opens what a parser has written. @throws where it is not whole. */
export async function openParsed(path: string): Promise<ParsedFile> {
  for await (const line of linesOf(path)) {
    if (!('facts' in line)) break
    return {
      facts: line.facts,
      blocks: () => batches(path, (line) => ('block' in line ? [line.block] : [])),
      passages: () => batches(path, (line) => ('passage' in line ? [line.passage] : [])),
      discard: () => rm(path, { force: true }),
    }
  }
  throw new Error('the parser has written nothing')
}
