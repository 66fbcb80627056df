import { mayRecall } from './memory-flag.ts'

/** Nothing of what somebody was sending stays in the browser: they leave. */
export async function forgetUploads(): Promise<void> {
  if (!mayRecall()) return
  const { endUploads } = await import('./run-uploads.ts')
  await endUploads()
}
