import { z } from 'zod'
import { fillMissingTitles, renewOutdatedParses } from '../../documents/parse-results/index.ts'
import type { Job } from '../../platform/jobs/index.ts'

/**
 * Parses files again that were parsed by an older parser version; first fills in missing titles from the facts
 * already known.
 */
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
