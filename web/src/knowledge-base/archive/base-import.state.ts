import { api } from '@scinav/contract'
import { create } from 'zustand'
import { call } from '../../api/call.ts'
import { uploadParts } from '../../api/upload-parts.ts'

/** An archive on its way to become a knowledge base: its bytes are sent, then the server works on it. */
type BaseImport =
  | { state: 'none' }
  | { state: 'sending'; name: string; share: number; began: number; stop: () => void }
  | { state: 'working'; job_id: string }
  | { state: 'failed'; name: string; problem: string }

/** It goes on while its panel is closed; one at a time. */
export const useBaseImport = create<{ now: BaseImport }>()(() => ({ now: { state: 'none' } }))

const setImport = (now: BaseImport): void => useBaseImport.setState({ now })

/** Ready for another archive. */
export const resetBaseImport = (): void => setImport({ state: 'none' })

/** Sends an archive and begins to make a knowledge base of it: of a project, or among one's own lists. */
export async function importBase(file: File, project_id: string | undefined): Promise<void> {
  const abort = new AbortController()
  const sending = {
    state: 'sending' as const,
    name: file.name,
    began: Date.now(),
    stop: () => abort.abort(),
  }
  const onProgress = (sent: number) => setImport({ ...sending, share: file.size > 0 ? sent / file.size : 1 })
  onProgress(0)
  const place = { upload_id: undefined, purpose: 'archive' as const }
  const sent = await uploadParts(file, place, { onProgress, signal: abort.signal })
  if (abort.signal.aborted) return resetBaseImport()
  const answer = sent.success
    ? await call(api.baseArchive.import, { upload_id: sent.data.id, ...(project_id && { project_id }) })
    : sent
  if (answer.success) setImport({ state: 'working', job_id: answer.data.job_id })
  else setImport({ state: 'failed', name: file.name, problem: answer.issues?.[0]?.message ?? answer.message })
}
