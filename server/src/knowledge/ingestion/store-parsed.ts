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
import { requestLookUp } from './look-up-records.job.ts'
import { LostParse } from './lost-parse.ts'
import { proposePaper } from './proposed-paper.ts'
import { requestReferences } from './references.job.ts'
import { createReferenceWriter } from './references.ts'

/** Characters written per transaction, which bounds how long other writers wait. */
const MAX_TRANSACTION_CHARS = 200_000

interface ParseLease {
  /** Id of the parse. */
  id: string
  lease: string
  signal: AbortSignal
}

/** Stores the result of a parse in batches that nobody reads yet, then activates it in one transaction. */
export async function storeParsed(ctx: BaseContext, run: ParseLease, parsed: ParsedFile): Promise<void> {
  const { facts } = parsed
  const write = createBatchWriter(ctx, run, facts.blocks + facts.passages + 2 * facts.works)
  await write.begin()
  for await (const blocks of parsed.blocks()) await write.blocks(blocks)
  for await (const passages of parsed.passages()) await write.passages(passages)
  const references = createReferenceWriter()
  for await (const works of parsed.works()) {
    const { blocks, passages } = references(works)
    await write.blocks(blocks)
    await write.passages(passages)
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

function createBatchWriter(ctx: BaseContext, { id, lease, signal }: ParseLease, total: number) {
  let [done, block] = [0, 0]

  /**
   * Checks the lease before writing: after losing it, another process may be writing the same rows.
   *
   * @throws LostParse when the lease is lost.
   */
  async function hold(ctx: BaseContext): Promise<void> {
    signal.throwIfAborted()
    if (!(await reportIndexing(ctx, { id, lease }, { done, total }))) throw new LostParse()
  }

  async function put<Row extends object>(
    rows: Row[],
    size: (row: Row) => number,
    add: (ctx: BaseContext, rows: Row[]) => Promise<void>,
  ): Promise<void> {
    for (const part of splitBatches(rows, size)) {
      done += part.length
      await transact(ctx, async (ctx) => {
        await hold(ctx)
        await add(ctx, part)
      })
    }
  }

  return {
    async begin() {
      await transact(ctx, hold)
      await clearParseText(ctx, id)
    },
    blocks: (blocks: Block[]) =>
      put(
        blocks.map((each) => ({ page: each.page, json: JSON.stringify(each) })),
        ({ json }) => json.length,
        async (ctx, part) => {
          await addBlocks(ctx, id, block, part)
          block += part.length
        },
      ),
    passages: (passages: Passage[]) =>
      put(
        passages,
        ({ text, boxes }) => text.length + boxes.length * 80,
        (ctx, part) => addPassages(ctx, id, part),
      ),
  }
}

/** Splits rows so that each part fits one transaction. */
function splitBatches<Row>(rows: Row[], size: (row: Row) => number): Row[][] {
  const parts: Row[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const row of rows) {
    if (length > MAX_TRANSACTION_CHARS) {
      parts.push([])
      length = 0
    }
    parts.at(-1)?.push(row)
    length += size(row)
  }
  return parts
}
