import { type BaseContext, transact } from '../../platform/context/context.ts'
import { breath } from '../../platform/foundation/breath.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as files from './file.store.ts'

const FOLDER = 'bytes'
/** What came later may belong to a file that is being written down. */
const SETTLED_MS = 60 * 60_000
/** Nothing is stored for that long; what has not come to its end by then belongs to a process that died. */
const UNFINISHED_MS = 24 * 60 * 60_000

/** Where the bytes of this id lie. */
export const storedName = (bytes_id: string): string => `${FOLDER}/${bytes_id}`

/** Bytes to be sent; null where they are lost. */
export const storedBytes = (ctx: Pick<BaseContext, 'providers'>, bytes_id: string) =>
  ctx.providers.files.open(storedName(bytes_id))

/** What is known of stored bytes, in no order. */
export const bytesByIds = (ctx: Pick<BaseContext, 'db'>, ids: string[]) => files.bytesByIds(ctx.db, ids)

/** The SHA-256 of all stored bytes, by the names under which they lie. */
export async function storedHashes(ctx: Pick<BaseContext, 'db'>): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (let rows = await files.bytesAfter(ctx.db, ''); rows.length > 0; ) {
    for (const { id, sha256 } of rows) hashes.set(storedName(id), sha256)
    rows = await files.bytesAfter(ctx.db, rows.at(-1)?.id ?? '')
  }
  return hashes
}

/**
 * Takes away bytes where nothing holds them any more. The row goes first: whoever sends the same bytes now gets new ones
 * under another name.
 */
export async function removeIfUnheld(ctx: BaseContext, bytes_id: string): Promise<void> {
  if (await transact(ctx, (ctx) => files.removeIfUnheld(ctx.db, bytes_id)))
    await ctx.providers.files.remove(storedName(bytes_id)).catch(leftForPurge)
}

/** While the store of files is away, bytes whose row is gone stay: the hourly purge finds that nobody knows them. */
function leftForPurge(error: unknown): void {
  if (!(error instanceof AppError) || error.id !== 'storage.unavailable') throw error
}

/**
 * Takes away all bytes that nothing holds any more, and those that nobody knows: of a process that died before it wrote
 * down whose they are.
 */
export async function removeStray(ctx: BaseContext): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after
    after = await transact(ctx, (ctx) => files.removeUnusedOfDocuments(ctx.db, from))
    await breath()
  }
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after
    const { ids, next } = await transact(ctx, (ctx) => files.removeUnheld(ctx.db, from))
    for (const id of ids) await ctx.providers.files.remove(storedName(id))
    after = next
    await breath()
  }
  await removeUnknown(ctx)
  await ctx.providers.files.clean(new Date(ctx.now().getTime() - UNFINISHED_MS))
}

const LOOKED = 500

async function removeUnknown(ctx: BaseContext): Promise<void> {
  const until = ctx.now().getTime() - SETTLED_MS
  const old = (await ctx.providers.files.list(FOLDER))
    .filter(({ came_at }) => came_at.getTime() < until)
    .map(({ name }) => name.slice(FOLDER.length + 1))
  for (let from = 0; from < old.length; from += LOOKED) {
    const some = old.slice(from, from + LOOKED)
    const known = await files.knownAmong(ctx.db, some)
    for (const id of some) if (!known.has(id)) await ctx.providers.files.remove(storedName(id))
    await breath()
  }
}
