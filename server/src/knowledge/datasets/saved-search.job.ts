import { z } from 'zod'
import type { Job } from '../../platform/jobs/index.ts'
import * as searches from './saved-search.store.ts'
import { runSavedSearch } from './saved-search.ts'

/** Updates the knowledge bases that are filled by a search; each is committed before the next begins. */
export const runSavedSearches: Job<z.ZodObject> = {
  name: 'datasets.saved_search',
  title: '按检索式更新知识库',
  payload: z.object({}),
  attempts: 3,
  run: async (ctx) => {
    const due = await searches.listAll(ctx.db)
    for (const [index, each] of due.entries()) {
      ctx.job.signal.throwIfAborted()
      await runSavedSearch(ctx, each, ctx.job.signal)
      await ctx.job.report((index + 1) / due.length, `${index + 1} / ${due.length} 个知识库`)
    }
  },
}
