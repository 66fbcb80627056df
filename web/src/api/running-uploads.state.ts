import { create } from 'zustand'

/** Number of uploads running in this page. While it is above 0, no new service worker takes over. */
export const useUploads = create<{ running: number }>()(() => ({ running: 0 }))

/** Counts one upload as running for the duration of `work`. */
export async function trackUpload<Result>(work: () => Promise<Result>): Promise<Result> {
  const change = (by: number) => useUploads.setState(({ running }) => ({ running: running + by }))
  change(1)
  try {
    return await work()
  } finally {
    change(-1)
  }
}
