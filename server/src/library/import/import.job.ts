import { z } from 'zod'
import type { Job } from '../../platform/jobs/index.ts'
import { endImport, runImport } from './run-import.ts'

/** Imports one file into the library; after an interruption it resumes where it stopped. */
export const importFile: Job<z.ZodObject<{ import_id: z.ZodString }>> = {
  name: 'library.import',
  title: '文献导入',
  payload: z.object({ import_id: z.string() }),
  // Each run resumes where the last one ended, so an import completes even when the server is killed often.
  attempts: 100,
  run: (ctx, { import_id }) => runImport(ctx, import_id, ctx.job),
  // Called when the job failed for good or was canceled: marks the import accordingly.
  ended: (ctx, { import_id }, end) => endImport(ctx, import_id, end),
}
