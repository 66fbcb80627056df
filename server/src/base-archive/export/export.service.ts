import type { api, ParsedInputOf } from '@scinav/contract'
import type { Context } from '../../context/context.ts'
import { requireDataset } from '../../datasets/index.ts'
import { AppError } from '../../foundation/errors.ts'
import type { FileReply } from '../../foundation/replies.ts'
import { enqueue } from '../../jobs/index.ts'
import * as archives from '../archive/archive.store.ts'
import { MOST_DOCUMENTS } from '../archive/format.ts'
import { requireDisk } from './disk.ts'
import { archiveName, exportBase } from './export.job.ts'

type Archive = typeof api.baseArchive

const KEPT_MS = 24 * 60 * 60_000

/** An export made before this is gone. */
export const keptSince = (ctx: Pick<Context, 'now'>) => new Date(ctx.now().getTime() - KEPT_MS).toISOString()

/**
 * Starts to pack a dataset that the caller may read; while that runs, the same job is answered.
 *
 * @throws AppError as `requireDataset`; `archive.too_many`, `disk.full`.
 */
export async function startBaseExport(ctx: Context, { dataset_id }: ParsedInputOf<Archive['export']>) {
  const base = await requireDataset(ctx, dataset_id, 'read')
  if (base.document_count > MOST_DOCUMENTS)
    throw new AppError('archive.too_many', { limit: MOST_DOCUMENTS.toLocaleString('en-US') })
  await requireDisk(ctx, base.size_bytes)
  const user_id = ctx.actor.id
  const job_id = await enqueue(
    ctx,
    exportBase,
    { dataset_id, user_id },
    { owner_id: user_id, unique_key: `base-export:${user_id}:${dataset_id}` },
  )
  return { job_id }
}

/** The packed zip; only for who asked for it, for a day, and while they may still read the dataset. */
export async function readBaseExport(
  ctx: Context,
  { job_id }: ParsedInputOf<Archive['exportFile']>,
): Promise<FileReply> {
  const row = await archives.exportOf(ctx.db, ctx.actor.id, job_id, keptSince(ctx))
  if (!row) throw new AppError('file.not_found')
  await requireDataset(ctx, row.dataset_id, 'read')
  const file = await ctx.providers.files.open(archiveName(job_id))
  if (!file) throw new AppError('file.not_found')
  const day = row.created_at.slice(0, 10)
  return { ...file, name: `${row.name}-${day}.zip`, mime: 'application/zip', etag: job_id }
}
