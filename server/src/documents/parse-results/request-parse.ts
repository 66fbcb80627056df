// Which parse a document waits for. A document has at most one active parse (`parse_id`) and one that it waits for
// (`next_parse_id`); a parse is shared by all documents with its bytes. Unless stated otherwise, these functions are
// called in the transaction that changes the documents.

import { parserForMime } from '@scinav/documents'
import type { BaseContext } from '../../platform/context/context.ts'
import { activateParse, type StoredDocumentFacts } from './activate-parse.ts'
import * as activation from './activation.store.ts'
import * as parses from './parse.store.ts'
import { parseProgress } from './parse-progress.ts'
import * as parseQueue from './parse-queue.store.ts'
import * as parseUpkeep from './parse-upkeep.store.ts'
import * as places from './passage-places.store.ts'

type RequestContext = Pick<BaseContext, 'db' | 'now' | 'newId'>
type DocumentRow = activation.DocumentRow

/** Stored bytes with their MIME type. */
interface ParsableBytes {
  id: string
  mime: string
}

/** Returns a parse by id, undefined without one; may be called outside a transaction. */
export const findParse = (ctx: Pick<BaseContext, 'db'>, id: string): Promise<parses.ParseRow | undefined> =>
  parses.findById(ctx.db, id)

/**
 * Returns the parse of some bytes by the current parser, in whatever state; undefined without one. May be called outside
 * a transaction.
 */
export const findParseOfBytes = (
  ctx: Pick<BaseContext, 'db'>,
  bytes: ParsableBytes,
): Promise<parses.ParseRow | undefined> => parses.findByBytes(ctx.db, bytes.id, parserForMime(bytes.mime))

/** Returns how many parses of a user are queued. */
export const countQueuedParses = (ctx: Pick<BaseContext, 'db'>, owner_id: string): Promise<number> =>
  parseQueue.countQueued(ctx.db, owner_id)

/** Returns the pages of a parsed file, or null before it is ready and for formats without pages. */
export function pageCount({ facts }: Pick<parses.ParseRow, 'facts'>): number | null {
  const { pages = [] }: Partial<StoredDocumentFacts> = JSON.parse(facts ?? '{}')
  return pages.length > 0 ? pages.length : null
}

/** The state of a parse that is queued anew, with nothing done yet. */
const QUEUED_PARSE = {
  state: 'queued',
  stage: 'read',
  done: 0,
  total: 0,
  error_kind: null,
  error: null,
  leased_by: null,
  leased_until: null,
  attempts: 0,
} as const

/**
 * Returns the parse of some bytes by the current parser: the existing one, queued again if it failed or was
 * cancelled, or a new one.
 *
 * @param owner_id the user who waits for it; '' for background work, which runs after all other parses
 */
export async function requestParse(
  ctx: RequestContext,
  bytes: ParsableBytes,
  owner_id: string,
): Promise<parses.ParseRow> {
  const now = ctx.now().toISOString()
  const parser = parserForMime(bytes.mime)
  const existing = await parses.findByBytes(ctx.db, bytes.id, parser)
  const queued = { ...QUEUED_PARSE, owner_id, progress_at: now, updated_at: now }
  if (!existing) {
    const row = {
      id: ctx.newId(),
      bytes_id: bytes.id,
      parser,
      facts: null,
      passages: 0,
      created_at: now,
      ...queued,
    }
    await parses.insert(ctx.db, row)
    return row
  }
  const hasNoResult = existing.state === 'failed' || existing.state === 'cancelled'
  // Background work that a user now waits for moves ahead of the rest.
  const isAwaitedNow = existing.state === 'queued' && existing.owner_id === '' && owner_id !== ''
  if (!hasNoResult && !isAwaitedNow) return existing
  await parses.update(ctx.db, existing.id, queued)
  return { ...existing, ...queued }
}

/**
 * Makes a document wait for a parse of its bytes or of those that will replace them, or activates the parse at once
 * when it is ready.
 *
 * @param next_file_id the file that replaces that of the document together with the parse
 */
export async function assignParse(
  ctx: RequestContext,
  row: DocumentRow,
  parse: parses.ParseRow,
  next_file_id: string | null = null,
): Promise<void> {
  if (parse.state === 'ready') return activateParse(ctx, parse, [{ ...row, next_file_id }])
  await activation.updateDocuments(ctx.db, [row.id], {
    next_parse_id: parse.id,
    next_file_id,
    updated_at: ctx.now().toISOString(),
    error: null,
    // A document with an active version stays ready while it waits.
    ...(row.parse_id === null && { state: parse.state, progress: parseProgress(parse) }),
  })
}

/** Time without progress after which a user may restart a parse, in milliseconds. */
const STALL_TIMEOUT_MS = 60_000

/** Restarts a running parse without progress for `STALL_TIMEOUT_MS`; returns whether it was restarted. */
export async function restartStalledParse(ctx: RequestContext, parse_id: string): Promise<boolean> {
  const parse = await parses.findById(ctx.db, parse_id)
  const isRunning = parse?.state === 'parsing' || parse?.state === 'indexing'
  const now = ctx.now()
  if (!parse || !isRunning || now.getTime() - Date.parse(parse.progress_at) < STALL_TIMEOUT_MS) return false
  const updated_at = now.toISOString()
  await parses.update(ctx.db, parse.id, { ...QUEUED_PARSE, progress_at: updated_at, updated_at })
  await activation.updateProgress(ctx.db, parse.id, { state: 'queued', progress: 0, updated_at })
  return true
}

/** Withdraws deleted documents: removes their passages from search and cancels their parses. */
export async function withdrawDocuments(ctx: RequestContext, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await places.markPlacesRemoved(ctx.db, ids)
  const waiting = (await activation.findDocuments(ctx.db, ids)).filter(
    ({ next_parse_id }) => next_parse_id !== null,
  )
  await cancelDocumentParses(
    ctx,
    waiting.map(({ id }) => id),
  )
}

/** Ends the waiting of documents, and cancels the parses that nothing else waits for. */
export async function cancelDocumentParses(ctx: RequestContext, ids: string[]): Promise<void> {
  const rows = await activation.findDocuments(ctx.db, ids)
  await activation.updateDocuments(ctx.db, ids, { next_parse_id: null, next_file_id: null })
  for (const parse_id of new Set(rows.flatMap(({ next_parse_id }) => next_parse_id ?? []))) {
    const parse = await parses.findById(ctx.db, parse_id)
    if (!parse || parse.state === 'ready' || (await parseUpkeep.isAwaited(ctx.db, parse))) continue
    const updated_at = ctx.now().toISOString()
    await parses.update(ctx.db, parse.id, { ...QUEUED_PARSE, state: 'cancelled', updated_at })
  }
}

/** Restores withdrawn documents with their passages; unfinished parses start again. */
export async function reinstateDocuments(ctx: RequestContext, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await places.restorePlaces(ctx.db, ids)
  for (const row of await activation.findDocuments(ctx.db, ids)) {
    const isUnfinished = row.state === 'queued' || row.state === 'parsing' || row.state === 'indexing'
    if (row.parse_id !== null || row.bytes_id === null || !isUnfinished) continue
    const bytes = await activation.findBytes(ctx.db, row.bytes_id)
    if (bytes) await assignParse(ctx, row, await requestParse(ctx, bytes, row.creator_id))
  }
}

/** Activates the versions of copied documents, which share the parses of the originals: nothing is parsed again. */
export async function activateCopies(ctx: RequestContext, ids: string[]): Promise<void> {
  const copies = (await activation.findDocuments(ctx.db, ids)).flatMap(({ id, parse_id }) =>
    parse_id === null ? [] : [{ document_id: id, parse_id }],
  )
  if (copies.length === 0) return
  const found = await parses.findByIds(
    ctx.db,
    copies.map(({ parse_id }) => parse_id),
  )
  const passageCounts = new Map(found.map(({ id, passages }) => [id, passages]))
  await places.assignPlaces(
    ctx.db,
    copies.map((copy) => ({ ...copy, passages: passageCounts.get(copy.parse_id) ?? 0 })),
  )
}
