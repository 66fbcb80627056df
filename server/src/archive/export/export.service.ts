import type { api, ParsedInputOf } from '@scinav/contract'
import { formatSize } from '../../documents/uploads/index.ts'
import { requireDataset } from '../../knowledge/datasets/index.ts'
import { type Context, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { FileReply } from '../../platform/foundation/replies.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import * as archives from '../archive/archive.store.ts'
import { requireDiskSpace } from '../archive/disk.ts'
import { MAX_DOCUMENTS } from '../archive/format.ts'
import { exportBase, exportPath } from './export.job.ts'

type Archive = typeof api.baseArchive

const EXPORT_TTL_MS = 24 * 60 * 60_000

/** An export made before this is gone. */
export const exportCutoff = (ctx: Pick<Context, 'now'>) =>
  new Date(ctx.now().getTime() - EXPORT_TTL_MS).toISOString()

/**
 * Starts to pack a dataset that the caller may read; while that runs, the same job is answered. A person's
 * exports are packed one after another.
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
 * Exports that are kept for a person are at most as many bytes as their files may be: they take room from new files, but
 * files never keep somebody from taking them out.
 *
 * @throws AppError `file.too_much`.
 */
async function requireExportRoom(ctx: Context, dataset_id: string, size: number): Promise<void> {
  const limit = ctx.config.FILES_TOTAL_MB
  if ((await archives.sumExportBytes(ctx.db, ctx.actor.id, dataset_id)) + size > limit)
    throw new AppError('file.too_much', { limit: formatSize(limit) })
}

/** The packed zip; only for who asked for it, for a day, and while they may still read the dataset. */
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
