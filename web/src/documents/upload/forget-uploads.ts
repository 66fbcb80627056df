import { mayHaveStoredUploads } from './memory-flag.ts'

/** Nothing of what somebody was sending stays in the browser: they leave. */
export async function forgetUploads(): Promise<void> {
  if (!mayHaveStoredUploads()) return
  const { discardUploads } = await import('./run-uploads.ts')
  await discardUploads()
}
