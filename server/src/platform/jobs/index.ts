// Work after the reply, on a queue in the database.

export { hasClockLeapt } from './schedule.ts'
export { getJobState, listJobs, removeEndedJobsBefore, requireOwnJob, setJob } from './job.service.ts'
export { jobGauges } from './job.service.ts'
export { enqueue, type Job, type JobContext, type UnfinishedEnd } from './queue.ts'
export { createRunner, type Runner } from './runner.ts'
export type { Schedule } from './schedule.ts'
