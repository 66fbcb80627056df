import { z } from 'zod'
import type { Job } from '../jobs/index.ts'
import { findTitles, renewParses } from '../parses/index.ts'

/** Reads files again that an older parser has read; before that, what is known of them already gives their titles. */
export const renewDocuments: Job<z.ZodObject> = {
  name: 'ingestion.renew',
  title: '用新版解析更新文档',
  payload: z.object({}),
  attempts: 3,
  run: async (ctx) => {
    await findTitles(ctx)
    await renewParses(ctx)
  },
}
