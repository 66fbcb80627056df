import { parserForMime } from '@scinav/documents'
import type { BaseContext } from '../../platform/context/context.ts'
import { activateParse } from './activate-parse.ts'
import * as documents from './document-parse.store.ts'
import * as parses from './parse.store.ts'
import * as places from './passage-place.store.ts'
import { parseProgress } from './progress.ts'

/** Run all of this in the transaction that changes the documents. */
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
 * The parse of some bytes by the present parser: the one there is, queued again where it has failed or was stopped, or
 * a new one.
 *
 * @param owner_id who waits for it; '' for work that nobody waits for, which comes after all other.
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
  // What nobody waited for goes before the rest now that somebody does.
  const isAwaitedNow = there.state === 'queued' && there.owner_id === '' && owner_id !== ''
  if (there.state !== 'failed' && there.state !== 'cancelled' && !isAwaitedNow) return there
  await parses.update(ctx.db, there.id, waiting)
  return { ...there, ...waiting }
}

/** So long without coming further, a parse may be begun anew by whoever waits for it. */
const STALL_TIMEOUT_MS = 60_000

/** Begins a parse anew that has not come further for 60 seconds; answers whether it was one. */
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

/** These documents are gone for those who look: nothing answers for them, and nobody works on them any more. */
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

/** These documents wait no more; what nobody else waits for is stopped. */
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

/** These documents are there again, as they were; what was under way begins again. */
export async function reinstateDocuments(ctx: ParseRequestContext, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await places.restorePlaces(ctx.db, ids)
  for (const row of await documents.findByIds(ctx.db, ids)) {
    const isUnfinished = row.state === 'queued' || row.state === 'parsing' || row.state === 'indexing'
    if (row.parse_id === null && isUnfinished) await queueDocument(ctx, row, row.creator_id)
  }
}

/** Lets a document wait for a parse of its bytes, or have it at once; answers the parse. */
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

/** Lets a document wait for a parse, of its own bytes or of those that will take their place. */
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

/** These documents are copies of others, with what those are parsed to: nothing is parsed again. */
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
