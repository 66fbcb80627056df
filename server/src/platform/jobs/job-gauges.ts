import type { BaseContext } from '../context/context.ts'
import * as jobs from './job.store.ts'

/** Metrics of the queue that all processes share: jobs by state, and how long the oldest due job has waited. */
export const jobGauges = (ctx: Pick<BaseContext, 'db' | 'now'>) => [
  {
    name: 'jobs',
    help: 'Jobs of the queue that all processes share',
    read: () => jobs.countByState(ctx.db),
  },
  {
    name: 'jobs_oldest_due_seconds',
    help: 'How long the job has been due that waits the longest',
    read: async () => {
      const due = await jobs.findOldestDue(ctx.db)
      const waited = due ? (ctx.now().getTime() - Date.parse(due)) / 1_000 : 0
      return { queued: Math.max(0, waited) }
    },
  },
]
