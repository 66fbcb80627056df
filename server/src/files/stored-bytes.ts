import { type BaseContext, transact } from '../context/context.ts'
import { breath } from '../foundation/breath.ts'
import * as files from './file.store.ts'

const FOLDER = 'bytes'
/** What came later may belong to a file that is being written down. */
const SETTLED_MS = 60 * 60_000

/** Where the bytes of this id lie. */
export const storedName = (bytes_id: string): string => `${FOLDER}/${bytes_id}`

/** Bytes to be sent; null where they are lost. */
export const storedBytes = (ctx: Pick<BaseContext, 'providers'>, bytes_id: string) =>
  ctx.providers.files.open(storedName(bytes_id))

/** What is known of stored bytes, in no order. */
export const bytesByIds = (ctx: Pick<BaseContext, 'db'>, ids: string[]) => files.bytesByIds(ctx.db, ids)

/**
 * Takes away bytes where nothing holds them any more. The row goes first: whoever sends the same bytes now gets new ones
 * under another name.
 */
export async function removeIfUnheld(ctx: BaseContext, bytes_id: string): Promise<void> {
  if (await transact(ctx, (ctx) => files.removeIfUnheld(ctx.db, bytes_id)))
    await ctx.providers.files.remove(storedName(bytes_id))
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
