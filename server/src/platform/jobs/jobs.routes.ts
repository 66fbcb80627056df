import { api } from '@scinav/contract'
import { implement } from '../http/implement.ts'
import { cancelJob, getJobState, watchJob } from './job.service.ts'

export const jobsRoutes = implement(api.jobs, { state: getJobState, watch: watchJob, cancel: cancelJob })
