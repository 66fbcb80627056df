import { api } from '@scinav/contract'
import { implement } from '../http/implement.ts'
import { cancelJob, jobState, watchJob } from './job.service.ts'

export const jobsRoutes = implement(api.jobs, { state: jobState, watch: watchJob, cancel: cancelJob })
