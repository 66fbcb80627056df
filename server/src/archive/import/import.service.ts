import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import {
  consumeUpload,
  discardUpload,
  requireUploadedFile,
  withLocalUpload,
} from '../../documents/uploads/index.ts'
import { resolvePlacement } from '../../knowledge/datasets/index.ts'
import { type Context, transactReply } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import * as archives from '../archive/archive.store.ts'
import { requireDiskSpace } from '../archive/disk.ts'
import { importBase } from './import.job.ts'
import { importPath } from './run-import.ts'

type Archive = typeof api.baseArchive

/** Number of documents with a remark that the state of an import lists. */
const MAX_REMARKS = 200

/**
 * Starts the import of an uploaded archive as a new dataset; each user can run one import at a time.
 *
 * @throws AppError as `resolvePlacement` and `requireUploadedFile`; `archive.busy`, `disk.full`.
 */
export async function startBaseImport(ctx: Context, input: ParsedInputOf<Archive['import']>) {
  await requireImportAllowed(ctx, input.project_id)
  await requireDiskSpace(ctx, 0)
  const upload = await requireUploadedFile(ctx, input.upload_id, 'archive')
  const id = ctx.newId()
  await withLocalUpload(ctx, upload.id, (path) => ctx.providers.files.putFile(importPath(id), path))
  const started = transactReply(ctx, async (ctx) => {
    await requireImportAllowed(ctx, input.project_id)
    await consumeUpload(ctx, upload.id)
    const job_id = await enqueue(ctx, importBase, { import_id: id }, { owner_id: ctx.actor.id })
    await archives.insertImport(ctx.db, {
      id,
      job_id,
      owner_id: ctx.actor.id,
      file_name: upload.name,
      project_id: input.project_id ?? null,
      name: input.name ?? null,
      dataset_id: null,
      dataset_name: null,
      places: '{}',
      state: 'queued',
      total: 0,
      error: null,
      created_at: ctx.now().toISOString(),
      finished_at: null,
    })
    return { job_id }
  })
  const reply = await started.catch(async (error) => {
    await ctx.providers.files.remove(importPath(id))
    throw error
  })
  await discardUpload(ctx, upload.id)
  return reply
}

/**
 * Checks that the caller may create the dataset there and has no other import that is queued or running.
 *
 * @throws AppError `archive.busy`; as `resolvePlacement`.
 */
async function requireImportAllowed(ctx: Context, project_id: string | undefined): Promise<void> {
  await resolvePlacement(ctx, project_id)
  if (await archives.isImporting(ctx.db, ctx.actor.id)) throw new AppError('archive.busy')
}

/**
 * Returns the state of an import of the caller.
 *
 * @throws AppError `job.not_found`.
 */
export async function getBaseImportState(
  ctx: Context,
  { job_id }: ParsedInputOf<Archive['importState']>,
): Promise<OutputOf<Archive['importState']>> {
  const row = await archives.findImportByJob(ctx.db, ctx.actor.id, job_id)
  if (!row) throw new AppError('job.not_found')
  const { state, file_name, dataset_id, dataset_name, error, total, created_at, finished_at } = row
  const remarks = await archives.listRemarks(ctx.db, row.id, MAX_REMARKS)
  return {
    job_id,
    state,
    file_name,
    dataset_id,
    dataset_name,
    error,
    total,
    ...(await archives.countItems(ctx.db, row.id)),
    remarks: remarks.map(({ name, reason }) => ({ name, reason: reason ?? '' })),
    created_at,
    finished_at,
  }
}
