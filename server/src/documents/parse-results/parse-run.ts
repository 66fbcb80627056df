import type { Block, Passage } from '@scinav/documents'
import type { BaseContext } from '../../platform/context/context.ts'
import type { ParseProgress } from '../../platform/providers/parsing.ts'
import { activateParse, type StoredDocumentFacts } from './activate-parse.ts'
import * as documents from './activation.store.ts'
import * as leaseStore from './lease.store.ts'
import * as parses from './parse.store.ts'
import * as texts from './parse-text.store.ts'
import { parseProgress } from './progress.ts'

type RunContext = Pick<BaseContext, 'db' | 'now'>

/** Updates the progress of a parse and of the documents that wait for it, unless the run has lost the parse. */
export async function reportProgress(
  ctx: RunContext,
  { id, lease }: { id: string; lease: string },
  { stage, done, all }: ParseProgress,
): Promise<void> {
  const now = ctx.now().toISOString()
  const how = { stage, done, total: all }
  if (!(await leaseStore.updateIfHeld(ctx.db, lease, { ...how, progress_at: now, updated_at: now }))) return
  const progress = parseProgress({ ...how, state: 'parsing' })
  await documents.updateProgress(ctx.db, id, { state: 'parsing', progress, updated_at: now })
}

/**
 * Records that `done` of `total` parts of the text have been written; returns false when the run has lost the parse.
 */
export async function reportIndexing(
  ctx: RunContext,
  { id, lease }: { id: string; lease: string },
  how: { done: number; total: number },
): Promise<boolean> {
  const now = ctx.now().toISOString()
  const change = { state: 'indexing', stage: 'index', ...how } as const
  if (!(await leaseStore.updateIfHeld(ctx.db, lease, { ...change, progress_at: now, updated_at: now })))
    return false
  await documents.updateProgress(ctx.db, id, {
    state: 'indexing',
    progress: parseProgress(change),
    updated_at: now,
  })
  return true
}

/** Deletes the text that an earlier run has written, in batches. */
export async function clearParseText(ctx: RunContext, id: string): Promise<void> {
  while (await texts.removeBatch(ctx.db, id));
}

interface WrittenBlock {
  page: number
  /** A serialised `Block`. */
  json: string
}

/** Inserts blocks from an ordinal on. */
export async function addBlocks(
  ctx: RunContext,
  parse_id: string,
  from: number,
  blocks: WrittenBlock[],
): Promise<void> {
  await texts.insertBlocks(
    ctx.db,
    blocks.map(({ page, json }, at) => ({ parse_id, ordinal: from + at, page, block: json })),
  )
}

/** Inserts passages; their ordinals are their own. */
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

/** Returns up to `most` blocks from an ordinal on, in reading order. */
export async function readBlocksFrom(
  ctx: Pick<BaseContext, 'db'>,
  parse_id: string,
  from: number,
  most: number,
): Promise<Block[]> {
  return (await texts.listBlocksFrom(ctx.db, parse_id, from, most)).map((json) => JSON.parse(json))
}

/**
 * Completes a parse and activates it for the documents that wait for it, which it returns; null when the run has lost
 * the parse. Call it in a transaction.
 */
export async function finishParse(
  ctx: RunContext,
  lease: string,
  facts: StoredDocumentFacts,
  passages: number,
): Promise<{ id: string; creator_id: string }[] | null> {
  const parse = await leaseStore.findByLease(ctx.db, lease)
  if (!parse) return null
  const updated_at = ctx.now().toISOString()
  const ready = {
    ...parse,
    state: 'ready' as const,
    done: parse.total,
    facts: JSON.stringify(facts),
    passages,
    error_kind: null,
    error: null,
    leased_by: null,
    leased_until: null,
    updated_at,
  }
  const { id, ...change } = ready
  await parses.update(ctx.db, id, change)
  const waiting = await documents.listWaitingFor(ctx.db, id)
  await activateParse(ctx, ready, waiting)
  return waiting
}
