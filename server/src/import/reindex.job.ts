import { z } from 'zod'
import type { Job } from '../jobs/index.ts'

/** Builds the search index again from the database. */
export const reindex: Job<z.ZodObject> = {
  name: 'library.reindex',
  title: '重建检索索引',
  payload: z.object({}),
  attempts: 2,
  run: (ctx) =>
    ctx.library.rebuild((progress) => ctx.job.report(progress, `已建立 ${Math.round(progress * 100)}%`)),
}
