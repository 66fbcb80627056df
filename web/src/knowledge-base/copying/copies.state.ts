import { createListJobs } from '../list/list-jobs.ts'

/** By the id of the copy, while a job brings in its documents. */
export const { use: useCopies, remember: rememberCopy, forget: forgetCopy } = createListJobs()
