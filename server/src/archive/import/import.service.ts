import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { discardUpload, lendUpload, takeUpload, uploadedFile } from '../../documents/uploads/index.ts'
import { roomFor } from '../../knowledge/datasets/index.ts'
import { type Context, transactReply } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import * as archives from '../archive/archive.store.ts'
import { requireDisk } from '../archive/disk.ts'
import { importBase } from './import.job.ts'
import { archiveName } from './run-import.ts'

type Archive = typeof api.baseArchive

const MOST_REMARKS = 200

/**
 * Begins to make a dataset of an archive that has come in parts; one at a time for each person.
 *
 * @throws AppError as `roomFor` and `uploadedFile`; `archive.busy`, `disk.full`.
 */
export async function startBaseImport(ctx: Context, input: ParsedInputOf<Archive['import']>) {
  await requireFree(ctx, input.project_id)
  await requireDisk(ctx, 0)
  const upload = await uploadedFile(ctx, input.upload_id, 'archive')
  const id = ctx.newId()
  await lendUpload(ctx, upload.id, (path) => ctx.providers.files.adopt(archiveName(id), path))
  const begun = transactReply(ctx, async (ctx) => {
    await requireFree(ctx, input.project_id)
    await takeUpload(ctx, upload.id)
    const job_id = await enqueue(ctx, importBase, { import_id: id }, { owner_id: ctx.actor.id })
    await archives.insertImport(ctx.db, {
      ...{ id, job_id, owner_id: ctx.actor.id, file_name: upload.name },
      ...{ project_id: input.project_id ?? null, name: input.name ?? null },
      ...{ dataset_id: null, dataset_name: null, places: '{}' },
      ...{ state: 'queued', total: 0, error: null },
      created_at: ctx.now().toISOString(),
      finished_at: null,
    })
    return { job_id }
  })
  const answer = await begun.catch(async (error) => {
    await ctx.providers.files.remove(archiveName(id))
    throw error
  })
  await discardUpload(ctx, upload.id)
  return answer
}

async function requireFree(ctx: Context, project_id: string | undefined): Promise<void> {
  await roomFor(ctx, project_id)
  if (await archives.isImporting(ctx.db, ctx.actor.id)) throw new AppError('archive.busy')
}

/** How far an import of the caller is. @throws AppError `job.not_found`. */
export async function baseImportState(
  ctx: Context,
  { job_id }: ParsedInputOf<Archive['importState']>,
): Promise<OutputOf<Archive['importState']>> {
  const row = await archives.importOfJob(ctx.db, ctx.actor.id, job_id)
  if (!row) throw new AppError('job.not_found')
  const { state, file_name, dataset_id, dataset_name, error, total, created_at, finished_at } = row
  const remarks = await archives.remarksOf(ctx.db, row.id, MOST_REMARKS)
  return {
    ...{ job_id, state, file_name, dataset_id, dataset_name, error, total },
    ...(await archives.countsOf(ctx.db, row.id)),
    remarks: remarks.map(({ name, reason }) => ({ name, reason: reason ?? '' })),
    created_at,
    finished_at,
  }
}
