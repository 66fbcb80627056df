import type { api, ParsedInputOf } from '@scinav/contract'
import { formatSize } from '../../documents/uploads/index.ts'
import { requireDataset } from '../../knowledge/datasets/index.ts'
import { type Context, transact } from '../../platform/context/context.ts'
import { spaceLimits } from '../../platform/context/space-limits.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { FileReply } from '../../platform/foundation/replies.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import * as archives from '../archive/archive.store.ts'
import { requireDiskSpace } from '../archive/disk.ts'
import { MAX_DOCUMENTS } from '../archive/format.ts'
import { exportBase, exportPath } from './export.job.ts'

type Archive = typeof api.baseArchive

/** How long an export can be downloaded. */
const EXPORT_TTL_MS = 24 * 60 * 60_000

/** Returns the time before which exports have expired. */
export const exportCutoff = (ctx: Pick<Context, 'now'>) =>
  new Date(ctx.now().getTime() - EXPORT_TTL_MS).toISOString()

/**
 * Starts the export of a dataset that the caller may read; while it runs, further calls return the same job. A user's
 * exports run one after another.
 *
 * @throws AppError as `requireDataset`; `archive.too_many`, `disk.full`, `file.too_much`.
 */
export async function startBaseExport(ctx: Context, { dataset_id }: ParsedInputOf<Archive['export']>) {
  const base = await requireDataset(ctx, dataset_id, 'read')
  if (base.document_count > MAX_DOCUMENTS)
    throw new AppError('archive.too_many', { limit: MAX_DOCUMENTS.toLocaleString('en-US') })
  await requireDiskSpace(ctx, base.size_bytes)
  const user_id = ctx.actor.id
  const unique_key = `base-export:${user_id}:${dataset_id}`
  return transact(ctx, async (ctx) => {
    await requireExportRoom(ctx, dataset_id, base.size_bytes)
    return {
      job_id: await enqueue(ctx, exportBase, { dataset_id, user_id }, { owner_id: user_id, unique_key }),
    }
  })
}

/**
 * Checks that the exports kept for the caller stay below the limit for files. Exports reduce the room for new files,
 * but stored files never prevent an export.
 *
 * @throws AppError `file.too_much`.
 */
async function requireExportRoom(ctx: Context, dataset_id: string, size_bytes: number): Promise<void> {
  const limit = spaceLimits(ctx.config).files_total
  if ((await archives.sumExportBytes(ctx.db, ctx.actor.id, dataset_id)) + size_bytes > limit)
    throw new AppError('file.too_much', { limit: formatSize(limit) })
}

/**
 * Returns the ZIP file of an export. It is available to the user who requested it, for a day and while that user may
 * still read the dataset.
 *
 * @throws AppError `file.not_found`; as `requireDataset`.
 */
export async function readBaseExport(
  ctx: Context,
  { job_id }: ParsedInputOf<Archive['exportFile']>,
): Promise<FileReply> {
  const row = await archives.findExport(ctx.db, ctx.actor.id, job_id, exportCutoff(ctx))
  if (!row) throw new AppError('file.not_found')
  await requireDataset(ctx, row.dataset_id, 'read')
  const file = await ctx.providers.files.open(exportPath(job_id))
  if (!file) throw new AppError('file.not_found')
  const day = row.created_at.slice(0, 10)
  return { ...file, name: `${row.name}-${day}.zip`, mime: 'application/zip', etag: job_id }
}
