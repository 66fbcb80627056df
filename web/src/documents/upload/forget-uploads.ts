import { mayHaveStoredUploads } from './memory-flag.ts'

/** Removes a user's unfinished uploads from the browser when they log out. */
export async function forgetUploads(): Promise<void> {
  if (!mayHaveStoredUploads()) return
  const { discardUploads } = await import('./run-uploads.ts')
  await discardUploads()
}
