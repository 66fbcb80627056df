// Work after the reply, on a queue in the database.

export {
  getJobState,
  jobGauges,
  listJobs,
  removeEndedJobsBefore,
  requireOwnJob,
  setJob,
} from './job.service.ts'
export { enqueue, type Job, type JobContext, type UnfinishedEnd } from './queue.ts'
export { createRunner, type Runner } from './runner.ts'
export { hasClockLeapt, type Schedule } from './schedule.ts'
