import { z } from 'zod'
import { fillMissingTitles, renewOutdatedParses } from '../../documents/parse-results/index.ts'
import type { Job } from '../../platform/jobs/index.ts'

/** Reads files again that an older parser has read; before that, what is known of them already gives their titles. */
export const renewDocuments: Job<z.ZodObject> = {
  name: 'ingestion.renew',
  title: '用新版解析更新文档',
  payload: z.object({}),
  attempts: 3,
  run: async (ctx) => {
    await fillMissingTitles(ctx)
    await renewOutdatedParses(ctx)
  },
}
