import { type BaseContext, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import * as files from './file.store.ts'

/** Folder of the file store that holds all bytes, each under its id. */
const BYTES_FOLDER = 'bytes'
/**
 * Age below which unknown bytes are kept, in milliseconds: a transaction that refers to them may still be running.
 */
const ORPHAN_GRACE_MS = 60 * 60_000
/**
 * Age from which unfinished files are deleted, in milliseconds. Storing never takes that long, so they belong to a
 * process that died.
 */
const UNFINISHED_TTL_MS = 24 * 60 * 60_000

/** Returns the path of stored bytes in the file store. */
export const storagePath = (bytes_id: string): string => `${BYTES_FOLDER}/${bytes_id}`

/** Opens stored bytes for sending; null when they are lost. */
export const openStoredBytes = (ctx: Pick<BaseContext, 'providers'>, bytes_id: string) =>
  ctx.providers.files.open(storagePath(bytes_id))

/** Returns rows of stored bytes, in no particular order. */
export const findBytesByIds = (ctx: Pick<BaseContext, 'db'>, ids: string[]) =>
  files.findBytesByIds(ctx.db, ids)

/** Returns the SHA-256 of all stored bytes by path. */
export async function listStoredHashes(ctx: Pick<BaseContext, 'db'>): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (let rows = await files.listBytesAfter(ctx.db, ''); rows.length > 0; ) {
    for (const { id, sha256 } of rows) hashes.set(storagePath(id), sha256)
    rows = await files.listBytesAfter(ctx.db, rows.at(-1)?.id ?? '')
  }
  return hashes
}

/**
 * Deletes bytes when nothing refers to them. The row is deleted first, so that an upload of the same bytes now gets
 * new ones under another path.
 */
export async function removeBytesIfUnheld(ctx: BaseContext, bytes_id: string): Promise<void> {
  if (await transact(ctx, (ctx) => files.removeIfUnheld(ctx.db, bytes_id)))
    await ctx.providers.files.remove(storagePath(bytes_id)).catch(ignoreUnavailableStorage)
}

/**
 * Ignores that the file store is unavailable: bytes without a row are then kept until the hourly purge finds them.
 */
function ignoreUnavailableStorage(error: unknown): void {
  if (!(error instanceof AppError) || error.id !== 'storage.unavailable') throw error
}

/**
 * Deletes all bytes that nothing refers to, and those without a row, left by a process that died before it recorded
 * them.
 */
export async function removeOrphanedBytes(ctx: BaseContext): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after
    after = await transact(ctx, (ctx) => files.removeUnusedOfDocuments(ctx.db, from))
    await yieldToEventLoop()
  }
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after
    const { ids, next } = await transact(ctx, (ctx) => files.removeUnheld(ctx.db, from))
    for (const id of ids) await ctx.providers.files.remove(storagePath(id))
    after = next
    await yieldToEventLoop()
  }
  await removeUnknownFiles(ctx)
  await ctx.providers.files.removeUnfinished(new Date(ctx.now().getTime() - UNFINISHED_TTL_MS))
}

const BATCH_SIZE = 500

/** Deletes stored bytes without a row, once they are older than `ORPHAN_GRACE_MS`. */
async function removeUnknownFiles(ctx: BaseContext): Promise<void> {
  const until = ctx.now().getTime() - ORPHAN_GRACE_MS
  const old = (await ctx.providers.files.list(BYTES_FOLDER))
    .filter(({ stored_at }) => stored_at.getTime() < until)
    .map(({ name }) => name.slice(BYTES_FOLDER.length + 1))
  for (let from = 0; from < old.length; from += BATCH_SIZE) {
    const ids = old.slice(from, from + BATCH_SIZE)
    const known = await files.filterKnown(ctx.db, ids)
    for (const id of ids) if (!known.has(id)) await ctx.providers.files.remove(storagePath(id))
    await yieldToEventLoop()
  }
}
