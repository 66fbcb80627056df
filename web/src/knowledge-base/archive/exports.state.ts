import { create } from 'zustand'

/** The last export that was begun of each knowledge base: it goes on, and is there, when its panel is closed. */
export const useExports = create<{ jobs: Readonly<Record<string, string>> }>()(() => ({ jobs: {} }))

export const rememberExport = (dataset_id: string, job_id: string): void =>
  useExports.setState(({ jobs }) => ({ jobs: { ...jobs, [dataset_id]: job_id } }))

export const forgetExport = (dataset_id: string): void =>
  useExports.setState(({ jobs }) => {
    const { [dataset_id]: _, ...rest } = jobs
    return { jobs: rest }
  })
