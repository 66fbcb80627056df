import { withdrawDocuments } from '../../documents/parse-results/index.ts'
import type { BaseContext } from '../../platform/context/context.ts'
import * as bin from './bin.store.ts'

/** Moves documents to the bin and withdraws them from search and answers at once. Must run in a transaction. */
export async function binDocuments(
  ctx: Pick<BaseContext, 'db' | 'now' | 'newId'>,
  ids: string[],
  deleted_at: string,
): Promise<void> {
  await withdrawDocuments(ctx, ids)
  await bin.markDocumentsDeleted(ctx.db, ids, deleted_at)
}
