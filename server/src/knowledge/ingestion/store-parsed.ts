import type { Work } from '@scinav/contract'
import { normalizeCharacters } from '@scinav/contract/written-form'
import type { Block, Passage } from '@scinav/documents'
import {
  addBlocks,
  addPassages,
  clearParseText,
  finishParse,
  reportIndexing,
  type StoredDocumentFacts,
} from '../../documents/parse-results/index.ts'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import type { ParsedFile } from '../../platform/providers/parsing.ts'
import { proposePaper } from './link-paper.ts'
import { requestLookUp } from './look-up-records.job.ts'
import { requestReferences } from './references.job.ts'

/** Characters after which a transaction takes no more rows, which bounds how long other writers wait. */
const MAX_TRANSACTION_CHARS = 200_000
/** Estimated size of a box as JSON, in characters. */
const BOX_CHARS = 80
/** Length of the separator between blocks in the canonical text, see `canonicalText`. */
const SEPARATOR_CHARS = 2

/** Thrown when the lease of a parse has been lost; its results are discarded. */
export class LostParse extends Error {}

/** A run of a parse: its id, the lease under which it runs, and a signal that is aborted when it must stop. */
export interface ParseRun {
  id: string
  lease: string
  signal: AbortSignal
}

/**
 * Stores the result of a parse in batches that nobody reads yet, then activates it in one transaction.
 *
 * @throws LostParse when another process holds the parse now; the reason of `run.signal` when it is aborted.
 */
export async function storeParsed(ctx: BaseContext, run: ParseRun, parsed: ParsedFile): Promise<void> {
  const { facts } = parsed
  // A work of a reference file becomes a block and a passage.
  const writer = createBatchWriter(ctx, run, facts.blocks + facts.passages + 2 * facts.works)
  await writer.begin()
  for await (const blocks of parsed.blocks()) await writer.writeBlocks(blocks)
  for await (const passages of parsed.passages()) await writer.writePassages(passages)
  const toText = createReferenceConverter()
  for await (const works of parsed.works()) {
    const { blocks, passages } = toText(works)
    await writer.writeBlocks(blocks)
    await writer.writePassages(passages)
  }
  const stored: StoredDocumentFacts = { ...facts, paper_id: await proposePaper(ctx, facts) }
  await transact(ctx, async (ctx) => {
    const documents = await finishParse(ctx, run.lease, stored, facts.works + facts.passages)
    if (!documents) throw new LostParse()
    if (facts.works > 0) await requestReferences(ctx, documents)
    const { doi, arxiv } = facts.identifiers
    if (doi ?? arxiv) await requestLookUp(ctx)
  })
}

/**
 * Creates a writer of the text of a parse; `begin` comes first and removes what an earlier run has written.
 *
 * @param total number of blocks and passages to be written, for the progress
 */
function createBatchWriter(ctx: BaseContext, { id, lease, signal }: ParseRun, total: number) {
  /** Number of blocks and passages written, for the progress. */
  let done = 0
  /** Ordinal of the next block. */
  let nextBlock = 0

  /**
   * Checks the lease before writing: after losing it, another process may be writing the same rows.
   *
   * @throws LostParse when the lease is lost.
   */
  async function requireLease(ctx: BaseContext): Promise<void> {
    signal.throwIfAborted()
    if (!(await reportIndexing(ctx, { id, lease }, { done, total }))) throw new LostParse()
  }

  async function writeRows<Row extends object>(
    rows: Row[],
    charsOf: (row: Row) => number,
    insert: (ctx: BaseContext, rows: Row[]) => Promise<void>,
  ): Promise<void> {
    for (const batch of splitBatches(rows, charsOf)) {
      done += batch.length
      await transact(ctx, async (ctx) => {
        await requireLease(ctx)
        await insert(ctx, batch)
      })
    }
  }

  return {
    async begin() {
      await transact(ctx, requireLease)
      await clearParseText(ctx, id)
    },
    writeBlocks: (blocks: Block[]) =>
      writeRows(
        blocks.map((block) => ({ page: block.page, json: JSON.stringify(block) })),
        ({ json }) => json.length,
        async (ctx, batch) => {
          await addBlocks(ctx, id, nextBlock, batch)
          nextBlock += batch.length
        },
      ),
    writePassages: (passages: Passage[]) =>
      writeRows(
        passages,
        ({ text, boxes }) => text.length + boxes.length * BOX_CHARS,
        (ctx, batch) => addPassages(ctx, id, batch),
      ),
  }
}

/** Splits rows into batches of at most `MAX_TRANSACTION_CHARS` and one row more. */
function splitBatches<Row>(rows: Row[], charsOf: (row: Row) => number): Row[][] {
  const batches: Row[][] = []
  // Length of the last batch; infinite before the first, so that the first row begins one.
  let chars = Number.POSITIVE_INFINITY
  for (const row of rows) {
    if (chars > MAX_TRANSACTION_CHARS) {
      batches.push([])
      chars = 0
    }
    batches.at(-1)?.push(row)
    chars += charsOf(row)
  }
  return batches
}

/** A record of a reference file as a text block of its document, together with the record. */
interface ReferenceBlock extends Block {
  work: Work
}

/**
 * Creates a function that converts the works of a reference file to blocks and passages, one of each per work, in
 * order; it is called with one batch after the other and continues the ordinals and offsets of the last.
 */
function createReferenceConverter() {
  let ordinal = 0
  let start = 0
  return (works: Work[]): { blocks: ReferenceBlock[]; passages: Passage[] } => {
    const blocks = works.map(
      (work): ReferenceBlock => ({ type: 'reference', text: textOfWork(work), page: 1, boxes: [], work }),
    )
    const passages = blocks.map(({ text }): Passage => {
      const passage: Passage = {
        ordinal,
        kind: 'reference',
        heading_path: [],
        text,
        start,
        end: start + text.length,
        page: 1,
        boxes: [],
      }
      ordinal += 1
      start += text.length + SEPARATOR_CHARS
      return passage
    })
    return { blocks, passages }
  }
}

/** Returns the text of a record for reading and search: title, authors, source, year, DOI, keywords and abstract. */
function textOfWork(work: Work): string {
  const creators = work.creators.map(({ name }) => name).join('; ')
  const year = /\d{4}/.exec(work.publish_date ?? '')?.[0]
  const lines = [
    work.title,
    creators,
    [work.basic_sourcename, year].filter(Boolean).join('，'),
    work.doi && `doi:${work.doi}`,
    work.keywords.join('；'),
    work.abstract,
  ]
  return normalizeCharacters(lines.filter(Boolean).join('\n'))
}
