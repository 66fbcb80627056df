import { parserForMime } from '@scinav/documents'
import type { BaseContext } from '../../platform/context/context.ts'
import { activateParse } from './activate-parse.ts'
import * as documents from './activation.store.ts'
import * as parses from './parse.store.ts'
import * as places from './passage-place.store.ts'
import { parseProgress } from './progress.ts'

/** Context of all functions below, which are called in the transaction that changes the documents. */
type ParseRequestContext = Pick<BaseContext, 'db' | 'now' | 'newId'>
type Row = Awaited<ReturnType<typeof documents.findByIds>>[number]

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
  ctx: ParseRequestContext,
  bytes: { id: string; mime: string },
  owner_id: string,
): Promise<parses.ParseRow> {
  const now = ctx.now().toISOString()
  const parser = parserForMime(bytes.mime)
  const there = await parses.findByBytes(ctx.db, bytes.id, parser)
  const waiting = { ...QUEUED_PARSE, owner_id, progress_at: now, updated_at: now }
  if (!there) {
    const row = {
      id: ctx.newId(),
      bytes_id: bytes.id,
      parser,
      facts: null,
      passages: 0,
      created_at: now,
      ...waiting,
    }
    await parses.insert(ctx.db, row)
    return row
  }
  // Background work that a user now waits for moves ahead of the rest.
  const isAwaitedNow = there.state === 'queued' && there.owner_id === '' && owner_id !== ''
  if (there.state !== 'failed' && there.state !== 'cancelled' && !isAwaitedNow) return there
  await parses.update(ctx.db, there.id, waiting)
  return { ...there, ...waiting }
}

/** Time without progress after which a user may restart a parse, in milliseconds. */
const STALL_TIMEOUT_MS = 60_000

/** Restarts a running parse without progress for `STALL_TIMEOUT_MS`; returns whether it was restarted. */
export async function restartStalledParse(ctx: ParseRequestContext, parse_id: string): Promise<boolean> {
  const parse = await parses.byId(ctx.db, parse_id)
  const isRunning = parse?.state === 'parsing' || parse?.state === 'indexing'
  const now = ctx.now()
  if (!parse || !isRunning || now.getTime() - Date.parse(parse.progress_at) < STALL_TIMEOUT_MS) return false
  const updated_at = now.toISOString()
  await parses.update(ctx.db, parse.id, { ...QUEUED_PARSE, progress_at: updated_at, updated_at })
  await documents.updateProgress(ctx.db, parse.id, { state: 'queued', progress: 0, updated_at })
  return true
}

/** Withdraws deleted documents: removes their passages from search and cancels their parses. */
export async function withdrawDocuments(ctx: ParseRequestContext, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await places.markRemoved(ctx.db, ids)
  const waiting = (await documents.findByIds(ctx.db, ids)).filter(
    ({ next_parse_id }) => next_parse_id !== null,
  )
  await cancelDocumentParses(
    ctx,
    waiting.map(({ id }) => id),
  )
}

/** Cancels the waiting of documents, and the parses that nothing else waits for. */
export async function cancelDocumentParses(ctx: ParseRequestContext, ids: string[]): Promise<void> {
  const rows = await documents.findByIds(ctx.db, ids)
  await documents.update(ctx.db, ids, { next_parse_id: null, next_file_id: null })
  for (const parse_id of new Set(rows.flatMap(({ next_parse_id }) => next_parse_id ?? []))) {
    const parse = await parses.byId(ctx.db, parse_id)
    if (!parse || parse.state === 'ready' || (await parses.isNeededElsewhere(ctx.db, parse))) continue
    const updated_at = ctx.now().toISOString()
    await parses.update(ctx.db, parse.id, { ...QUEUED_PARSE, state: 'cancelled', updated_at })
  }
}

/** Restores withdrawn documents with their passages; unfinished parses start again. */
export async function reinstateDocuments(ctx: ParseRequestContext, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await places.restorePlaces(ctx.db, ids)
  for (const row of await documents.findByIds(ctx.db, ids)) {
    const isUnfinished = row.state === 'queued' || row.state === 'parsing' || row.state === 'indexing'
    if (row.parse_id === null && isUnfinished) await queueDocument(ctx, row, row.creator_id)
  }
}

/**
 * Makes a document wait for a parse of its bytes, or activates the parse at once when it is ready; returns the parse,
 * or null when there are no bytes.
 */
async function queueDocument(
  ctx: ParseRequestContext,
  row: Row,
  owner_id: string,
): Promise<parses.ParseRow | null> {
  const bytes = row.bytes_id === null ? undefined : await documents.findBytes(ctx.db, row.bytes_id)
  if (!bytes) return null
  const parse = await requestParse(ctx, bytes, owner_id)
  await awaitParse(ctx, row, parse)
  return parse
}

/**
 * Makes a document wait for a parse of its bytes or of those that will replace them, or activates the parse at once
 * when it is ready.
 */
export async function awaitParse(
  ctx: ParseRequestContext,
  row: Row,
  parse: parses.ParseRow,
  next_file_id: string | null = null,
): Promise<void> {
  if (parse.state === 'ready') return activateParse(ctx, parse, [{ ...row, next_file_id }])
  const { state } = parse
  const waiting =
    row.parse_id === null ? { state, progress: parseProgress(parse), error: null } : { error: null }
  const updated_at = ctx.now().toISOString()
  await documents.update(ctx.db, [row.id], { next_parse_id: parse.id, next_file_id, updated_at, ...waiting })
}

/** Activates the versions of copied documents, which share the parses of the originals: nothing is parsed again. */
export async function activateCopies(ctx: ParseRequestContext, ids: string[]): Promise<void> {
  const rows = (await documents.findByIds(ctx.db, ids)).flatMap(({ id, parse_id }) =>
    parse_id === null ? [] : [{ document_id: id, parse_id }],
  )
  if (rows.length === 0) return
  const found = await parses.findByIds(
    ctx.db,
    rows.map(({ parse_id }) => parse_id),
  )
  const counts = new Map(found.map(({ id, passages }) => [id, passages]))
  await places.assignPlaces(
    ctx.db,
    rows.map((row) => ({ ...row, passages: counts.get(row.parse_id) ?? 0 })),
  )
}
