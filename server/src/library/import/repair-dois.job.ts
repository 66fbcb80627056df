import { z } from 'zod'
import type { Job } from '../../platform/jobs/index.ts'
import { repairDois } from './repair-dois.ts'

/** Put on the queue by a migration, once. */
export const repairCutDois: Job<z.ZodObject> = {
  name: 'library.repair-dois',
  title: '修复被截断的 DOI',
  payload: z.object({}),
  // Each run goes on where the last one ended.
  attempts: 20,
  run: async (ctx) => {
    await repairDois(ctx, ctx.job.signal)
    await ctx.library.catchUp()
  },
}
