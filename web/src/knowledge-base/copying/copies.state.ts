import { createListJobs } from '../list/list-jobs.ts'

/** Jobs that copy the documents of a list, by the id of the copy. */
export const { use: useCopies, remember: rememberCopy, forget: forgetCopy } = createListJobs()
