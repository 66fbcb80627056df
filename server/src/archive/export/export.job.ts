import { z } from 'zod'
import { actorById } from '../../account/user/index.ts'
import { requireDataset } from '../../knowledge/datasets/index.ts'
import { asPerson, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { Job } from '../../platform/jobs/index.ts'
import * as archives from '../archive/archive.store.ts'
import { requireDisk } from '../archive/disk.ts'
import { packBase } from './pack.ts'
import { zipWriter } from './zip-writer.ts'

const payload = z.object({ dataset_id: z.string(), user_id: z.string() })

export const FOLDER = 'base-exports'

/** Where the zip of one export lies. */
export const archiveName = (job_id: string) => `${FOLDER}/${job_id}.zip`

/** Packs a dataset with the rights that its reader has while it is packed. */
export const exportBase: Job<typeof payload> = {
  name: 'base.export',
  title: '导出知识库',
  payload,
  attempts: 5,
  one_by_one: true,
  async run(ctx, { dataset_id, user_id }) {
    const actor = await actorById(ctx, user_id)
    if (!actor) throw new AppError('dataset.not_found')
    const person = asPerson(ctx, actor, ctx.job.signal)
    const base = await requireDataset(person, dataset_id, 'read')
    await requireDisk(ctx, base.size_bytes)
    await ctx.providers.files.build(archiveName(ctx.job.id), async (file) => {
      const zip = zipWriter(file, ctx.now())
      await packBase(person, base, zip, ctx.job)
      await zip.finish()
      ctx.job.signal.throwIfAborted()
    })
    const size_bytes = (await ctx.providers.files.open(archiveName(ctx.job.id)))?.size ?? 0
    const older = await transact(ctx, (ctx) =>
      archives.replaceExport(ctx.db, {
        job_id: ctx.job.id,
        owner_id: user_id,
        dataset_id,
        name: base.name,
        size_bytes,
        created_at: ctx.now().toISOString(),
      }),
    )
    for (const job_id of older) await ctx.providers.files.remove(archiveName(job_id))
  },
}
