// What a run of a parse writes while it holds the lease: `reportProgress` while the file is read, `clearParseText`,
// `addBlocks` and `addPassages` for its text, and `finishParse` at the end. The functions for the text do not check the
// lease: call `reportIndexing` before each batch and stop when it returns false.

import type { Block, Passage } from '@scinav/documents'
import type { BaseContext } from '../../platform/context/context.ts'
import type { ParseProgress } from '../../platform/providers/parsing.ts'
import { activateParse, type StoredDocumentFacts } from './activate-parse.ts'
import * as activation from './activation.store.ts'
import * as parses from './parse.store.ts'
import * as heldParses from './parse-lease.store.ts'
import { parseProgress } from './parse-progress.ts'
import * as texts from './parse-text.store.ts'

type RunContext = Pick<BaseContext, 'db' | 'now'>

/** A run of a parse: the id of the parse and the lease under which it runs. */
interface ParseRun {
  id: string
  lease: string
}

/**
 * Saves the progress of a parse and of the documents that wait for it. Does nothing when the run has lost the parse,
 * which `reportIndexing` tells it later.
 */
export async function reportProgress(
  ctx: RunContext,
  run: ParseRun,
  { stage, done, all }: ParseProgress,
): Promise<void> {
  await saveProgress(ctx, run, { state: 'parsing', stage, done, total: all })
}

/**
 * Records that `done` of `total` parts of the text have been written; returns false when the run has lost the parse.
 */
export function reportIndexing(
  ctx: RunContext,
  run: ParseRun,
  { done, total }: { done: number; total: number },
): Promise<boolean> {
  return saveProgress(ctx, run, { state: 'indexing', stage: 'index', done, total })
}

/** Returns whether the run still held the parse; nothing is saved otherwise. */
async function saveProgress(
  ctx: RunContext,
  { id, lease }: ParseRun,
  change: { state: 'parsing' | 'indexing'; stage: string; done: number; total: number },
): Promise<boolean> {
  const now = ctx.now().toISOString()
  if (!(await heldParses.updateIfHeld(ctx.db, lease, { ...change, progress_at: now, updated_at: now })))
    return false
  const progress = parseProgress(change)
  await activation.updateProgress(ctx.db, id, { state: change.state, progress, updated_at: now })
  return true
}

/** Deletes the text that an earlier run has written, in batches. */
export async function clearParseText(ctx: RunContext, id: string): Promise<void> {
  let hasMore = true
  while (hasMore) hasMore = await texts.removeBatch(ctx.db, id)
}

interface SerializedBlock {
  page: number
  /** JSON of a `Block`. */
  json: string
}

/** Inserts blocks; the first gets the ordinal `from`. */
export async function addBlocks(
  ctx: RunContext,
  parse_id: string,
  from: number,
  blocks: SerializedBlock[],
): Promise<void> {
  await texts.insertBlocks(
    ctx.db,
    blocks.map(({ page, json }, index) => ({ parse_id, ordinal: from + index, page, block: json })),
  )
}

/** Inserts passages, which bring their ordinals. */
export async function addPassages(ctx: RunContext, parse_id: string, passages: Passage[]): Promise<void> {
  await texts.insertPassages(
    ctx.db,
    passages.map(({ ordinal, kind, heading_path, text, start, end, page, boxes }) => ({
      parse_id,
      ordinal,
      kind,
      headings: JSON.stringify(heading_path),
      body: text,
      start_at: start,
      end_at: end,
      page,
      boxes: JSON.stringify(boxes),
    })),
  )
}

/** Returns up to `limit` blocks from an ordinal on, in reading order. */
export async function readBlocksFrom(
  ctx: Pick<BaseContext, 'db'>,
  parse_id: string,
  from: number,
  limit: number,
): Promise<Block[]> {
  return (await texts.listBlocksFrom(ctx.db, parse_id, from, limit)).map((json) => JSON.parse(json))
}

/**
 * Completes a parse and activates it for the documents that wait for it, which it returns; null when the run has lost
 * the parse. Call it in a transaction.
 *
 * @param passages number of passages of the parse
 */
export async function finishParse(
  ctx: RunContext,
  lease: string,
  facts: StoredDocumentFacts,
  passages: number,
): Promise<{ id: string; creator_id: string }[] | null> {
  const parse = await heldParses.findByLease(ctx.db, lease)
  if (!parse) return null
  const change = {
    state: 'ready' as const,
    done: parse.total,
    facts: JSON.stringify(facts),
    passages,
    error_kind: null,
    error: null,
    leased_by: null,
    leased_until: null,
    updated_at: ctx.now().toISOString(),
  }
  await parses.update(ctx.db, parse.id, change)
  const waiting = await activation.listWaitingDocuments(ctx.db, parse.id)
  await activateParse(ctx, { ...parse, ...change }, waiting)
  return waiting
}
