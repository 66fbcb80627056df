import { z } from 'zod'
import type { Job } from '../../platform/jobs/index.ts'
import { repairDois } from './repair-dois.ts'

/** Repairs truncated DOIs; queued once, by a migration. */
export const repairCutDois: Job<z.ZodObject> = {
  name: 'library.repair-dois',
  title: '修复被截断的 DOI',
  payload: z.object({}),
  // Each run continues with the papers that the previous one left.
  attempts: 20,
  run: async (ctx) => {
    await repairDois(ctx, ctx.job.signal)
    await ctx.library.catchUp()
  },
}
