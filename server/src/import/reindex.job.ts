import { z } from 'zod'
import type { Job } from '../jobs/index.ts'
import { hasPassages } from '../passages/index.ts'

/** Builds the search indexes again from the database. */
export const reindex: Job<z.ZodObject> = {
  name: 'library.reindex',
  title: '重建检索索引',
  payload: z.object({}),
  attempts: 2,
  async run(ctx) {
    const report = (progress: number) => ctx.job.report(progress, `已建立 ${Math.round(progress * 100)}%`)
    const files = await hasPassages(ctx)
    await ctx.library.rebuild((progress) => report(files ? progress / 2 : progress))
    if (files) await ctx.passages.rebuild((progress) => report(0.5 + progress / 2))
  },
}
