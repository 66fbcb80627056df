import type { BaseContext } from '../context/context.ts'
import * as leftOut from './left-out.store.ts'

/**
 * Finds the passages that somebody has left out in another version of the document: by how they begin. What is not found
 * there keeps its row under the old version, so that the next one may find it.
 */
export async function carryLeftOut(
  ctx: Pick<BaseContext, 'db'>,
  document_id: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const row of await leftOut.ofVersion(ctx.db, document_id, from)) {
    const ordinal = await leftOut.beginningWith(ctx.db, to, row.quote, row.ordinal)
    if (ordinal !== null) await leftOut.move(ctx.db, row, { parse_id: to, ordinal })
  }
}
