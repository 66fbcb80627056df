// Work after the reply, on a queue in the database.
export { jobFigures } from './figures.ts'
export { jobState, listJobs, ownJob, removeEndedBefore, setJob } from './job.service.ts'
export { hasLeapt } from './leap.ts'
export { enqueue, type Job, type JobContext, type UnfinishedEnd } from './queue.ts'
export { createRunner, type Runner } from './runner.ts'
export type { Schedule } from './schedule.ts'
