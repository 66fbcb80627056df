import { createListJobs } from '../list/list-jobs.ts'

export const { use: useExports, remember: rememberExport, forget: forgetExport } = createListJobs()
