import { z } from 'zod'
import { findActor } from '../../account/user/index.ts'
import { requireDataset } from '../../knowledge/datasets/index.ts'
import { contextForActor, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { Job } from '../../platform/jobs/index.ts'
import * as archives from '../archive/archive.store.ts'
import { requireDiskSpace } from '../archive/disk.ts'
import { packBase } from './pack.ts'
import { createZipWriter } from './zip-writer.ts'

const payload = z.object({ dataset_id: z.string(), user_id: z.string() })

/** Folder of exports in the storage. */
export const EXPORT_FOLDER = 'base-exports'

/** Returns the path of an export's ZIP file. */
export const exportPath = (job_id: string) => `${EXPORT_FOLDER}/${job_id}.zip`

/**
 * Exports a dataset as a ZIP file with the rights that the user has while the job runs, and replaces the user's earlier
 * exports. When the user no longer exists, the job fails as for a dataset that does not exist.
 */
export const exportBase: Job<typeof payload> = {
  name: 'base.export',
  title: '导出知识库',
  payload,
  attempts: 5,
  one_by_one: true,
  async run(ctx, { dataset_id, user_id }) {
    const actor = await findActor(ctx, user_id)
    if (!actor) throw new AppError('dataset.not_found')
    const person = contextForActor(ctx, actor, ctx.job.signal)
    const dataset = await requireDataset(person, dataset_id, 'read')
    await requireDiskSpace(ctx, dataset.size_bytes)
    await ctx.providers.files.build(exportPath(ctx.job.id), async (file) => {
      const zip = createZipWriter(file, ctx.now())
      await packBase(person, dataset, zip, ctx.job)
      await zip.finish()
      // A job cancelled meanwhile must not leave a finished file: `build` keeps none when this throws.
      ctx.job.signal.throwIfAborted()
    })
    const size_bytes = (await ctx.providers.files.open(exportPath(ctx.job.id)))?.size ?? 0
    const replacedJobs = await transact(ctx, (ctx) =>
      archives.replaceExport(ctx.db, {
        job_id: ctx.job.id,
        owner_id: user_id,
        dataset_id,
        name: dataset.name,
        size_bytes,
        created_at: ctx.now().toISOString(),
      }),
    )
    for (const job_id of replacedJobs) await ctx.providers.files.remove(exportPath(job_id))
  },
}
