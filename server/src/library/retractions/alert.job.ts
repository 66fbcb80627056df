import { z } from 'zod'
import type { Job } from '../../platform/jobs/index.ts'
import { alertPeople } from './alert-people.ts'

/** Tells people of notices about works that they hold, cite or annotated; a notice that was told is never told again. */
export const alertReaders: Job<z.ZodObject> = {
  name: 'library.retraction_alerts',
  title: '通知撤稿',
  payload: z.object({}),
  attempts: 20,
  is_background: true,
  run: (ctx) => alertPeople(ctx, ctx.job),
}
