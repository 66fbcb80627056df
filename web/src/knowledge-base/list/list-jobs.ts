import { create } from 'zustand'

/**
 * Creates a store of the last job started for each list, by the list's id, so that the job can be found again after
 * other screens were open.
 */
function createListJobs() {
  const useJobs = create<{ jobs: Readonly<Record<string, string>> }>()(() => ({ jobs: {} }))
  const remember = (dataset_id: string, job_id: string): void =>
    useJobs.setState(({ jobs }) => ({ jobs: { ...jobs, [dataset_id]: job_id } }))
  const forget = (dataset_id: string): void =>
    useJobs.setState(({ jobs }) => {
      const { [dataset_id]: _, ...rest } = jobs
      return { jobs: rest }
    })
  return { useJobs, remember, forget }
}

/** Jobs that export a list to one file. */
export const { useJobs: useExports, remember: rememberExport, forget: forgetExport } = createListJobs()

/** Jobs that copy the documents of a list, by the id of the copy. */
export const { useJobs: useCopies, remember: rememberCopy, forget: forgetCopy } = createListJobs()
