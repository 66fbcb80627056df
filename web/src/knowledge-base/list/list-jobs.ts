import { create } from 'zustand'

/**
 * Creates a store of the last job started for each list, so that the job can be found again after other screens were
 * open.
 */
export function createListJobs() {
  const use = create<{ jobs: Readonly<Record<string, string>> }>()(() => ({ jobs: {} }))
  const remember = (dataset_id: string, job_id: string): void =>
    use.setState(({ jobs }) => ({ jobs: { ...jobs, [dataset_id]: job_id } }))
  const forget = (dataset_id: string): void =>
    use.setState(({ jobs }) => {
      const { [dataset_id]: _, ...rest } = jobs
      return { jobs: rest }
    })
  return { use, remember, forget }
}
