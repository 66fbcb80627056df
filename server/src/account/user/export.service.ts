import type { api, ParsedInputOf } from '@scinav/contract'
import { type Context, transactReply } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { FileReply } from '../../platform/foundation/replies.ts'
import { enqueue, requireOwnJob } from '../../platform/jobs/index.ts'
import { exportData, exportPath } from './export.job.ts'

/** Starts the export of the caller's data and returns its job; while one runs, returns that job instead. */
export async function startExport(ctx: Context) {
  const user_id = ctx.actor.id
  return transactReply(ctx, async (ctx) => ({
    job_id: await enqueue(
      ctx,
      exportData,
      { user_id },
      { owner_id: user_id, unique_key: `export:${user_id}` },
    ),
  }))
}

/**
 * Returns the finished zip file to its owner.
 *
 * @throws AppError `job.not_found` or `file.not_found`.
 */
export async function getExport(
  ctx: Context,
  { job_id }: ParsedInputOf<typeof api.user.exportFile>,
): Promise<FileReply> {
  const job = await requireOwnJob(ctx, job_id)
  const file =
    job.state === 'done' && job.name === exportData.name
      ? await ctx.providers.files.open(exportPath(job_id))
      : null
  if (!file) throw new AppError('file.not_found')
  return { ...file, name: `科学导航-我的数据-${job.created_at.slice(0, 10)}.zip`, mime: 'application/zip' }
}
