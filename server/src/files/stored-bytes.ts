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

/**
 * Takes away bytes that no file holds any more. The rows go first: whoever sends the same bytes now gets new ones under
 * another name.
 */
export async function removeUnused(ctx: BaseContext): Promise<void> {
  for (;;) {
    const unused = await transact(ctx, (ctx) => files.removeUnused(ctx.db))
    if (unused.length === 0) return
    for (const id of unused) await ctx.providers.files.remove(storedName(id))
  }
}

/** The same, and bytes that nobody knows: those of a process that died before it wrote down whose they are. */
export async function removeStray(ctx: BaseContext): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after
    after = await transact(ctx, (ctx) => files.removeUnusedOfDocuments(ctx.db, from))
    await breath()
  }
  await removeUnused(ctx)
  const until = ctx.now().getTime() - SETTLED_MS
  const old = (await ctx.providers.files.list(FOLDER)).filter(({ came_at }) => came_at.getTime() < until)
  const known = await files.allBytes(ctx.db)
  for (const { name } of old)
    if (!known.has(name.slice(FOLDER.length + 1))) await ctx.providers.files.remove(name)
}
