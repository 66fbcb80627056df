import { create } from 'zustand'

/** How many uploads run in this page. While one does, no new version takes over. */
export const useUploads = create<{ running: number }>()(() => ({ running: 0 }))

/** Counts one upload as running for as long as `work` takes. */
export async function whileUploading<Result>(work: () => Promise<Result>): Promise<Result> {
  const change = (by: number) => useUploads.setState(({ running }) => ({ running: running + by }))
  change(1)
  try {
    return await work()
  } finally {
    change(-1)
  }
}
