import { z } from 'zod'
import type { Job } from '../../platform/jobs/index.ts'

/** Rebuilds the search indexes of papers and of files from the database. */
export const reindexLibrary: Job<z.ZodObject> = {
  name: 'library.reindex',
  title: '重建检索索引',
  payload: z.object({}),
  attempts: 2,
  async run(ctx) {
    const report = (progress: number) => ctx.job.report(progress, `已建立 ${Math.round(progress * 100)}%`)
    await ctx.library.rebuild((progress) => report(progress / 2))
    await ctx.passages.rebuild((progress) => report(0.5 + progress / 2))
  },
}
