import { create } from 'zustand'

/** The last job that was begun for each list: it goes on, and can be found again, while other screens are open. */
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
