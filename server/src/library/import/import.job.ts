import { z } from 'zod'
import type { Job } from '../../platform/jobs/index.ts'
import { endImport, runImport } from './run-import.ts'

/** Reads one file into the library; after an interruption it goes on where it was. */
export const importFile: Job<z.ZodObject<{ import_id: z.ZodString }>> = {
  name: 'library.import',
  title: '文献导入',
  payload: z.object({ import_id: z.string() }),
  // Each run goes on where the last one ended, so a server that is killed often gets there too.
  attempts: 100,
  run: (ctx, { import_id }) => runImport(ctx, import_id, ctx.job),
  ended: (ctx, { import_id }, end) => endImport(ctx, import_id, end),
}
