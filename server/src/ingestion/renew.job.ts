import { z } from 'zod'
import type { Job } from '../jobs/index.ts'
import { renewParses } from '../parses/index.ts'

/** Reads files again that an older parser has read. */
export const renewDocuments: Job<z.ZodObject> = {
  name: 'ingestion.renew',
  title: '用新版解析更新文档',
  payload: z.object({}),
  attempts: 3,
  run: renewParses,
}
