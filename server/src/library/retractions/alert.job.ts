import { z } from 'zod'
import type { Job } from '../../platform/jobs/index.ts'
import { alertPeople } from './alert-people.ts'

/**
 * Alerts people to retractions and expressions of concern about works that they hold, cite or annotated. It may be
 * repeated at any time, since whom it has alerted to which notice is recorded together with the message.
 */
export const retractionAlerts: Job<z.ZodObject> = {
  name: 'library.retraction_alerts',
  title: '通知撤稿',
  payload: z.object({}),
  // Each run continues with the notices that the previous one left, so that all are sent even if the process often dies.
  attempts: 20,
  is_background: true,
  run: (ctx) => alertPeople(ctx, ctx.job),
}
