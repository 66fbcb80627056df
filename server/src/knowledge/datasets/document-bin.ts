import { withdrawDocuments } from '../../documents/parse-results/index.ts'
import type { BaseContext } from '../../platform/context/context.ts'
import * as bin from './bin.store.ts'

/** Puts documents into the bin: at once nothing answers for them. Run it in a transaction. */
export async function binDocuments(
  ctx: Pick<BaseContext, 'db' | 'now' | 'newId'>,
  ids: string[],
  deleted_at: string,
): Promise<void> {
  await withdrawDocuments(ctx, ids)
  await bin.markDocumentsDeleted(ctx.db, ids, deleted_at)
}
