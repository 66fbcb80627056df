import { removeStoredFile } from '../../documents/storage/index.ts'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import * as batches from './batch/batch.store.ts'
import { cancelThesis } from './batch/end-batch.ts'
import * as checks from './check.store.ts'

/** Deletes a check, and its file unless another check uses it. */
export async function deleteCheck(
  ctx: BaseContext,
  { id, user_id, file_id }: Pick<checks.CheckRow, 'id' | 'user_id' | 'file_id'>,
): Promise<void> {
  const isUsed = await transact(ctx, async (ctx) => {
    await cancelThesis(ctx, id)
    await checks.remove(ctx.db, id)
    return checks.usesFile(ctx.db, file_id)
  })
  if (isUsed) return
  await removeStoredFile(ctx, user_id, file_id)
  await batches.forgetFile(ctx.db, file_id)
}
