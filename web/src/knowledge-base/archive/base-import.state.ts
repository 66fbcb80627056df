import { api } from '@scinav/contract'
import { create } from 'zustand'
import { call } from '../../api/call.ts'
import { uploadParts } from '../../api/upload-parts.ts'

/** The import of an archive: its bytes are uploaded, then a job on the server processes it. */
type BaseImport =
  | { state: 'none' }
  | { state: 'sending'; name: string; share: number; began: number; stop: () => void }
  | { state: 'working'; job_id: string }
  | { state: 'failed'; name: string; problem: string }

/** The single import, which continues while its panel is closed. */
export const useBaseImport = create<{ now: BaseImport }>()(() => ({ now: { state: 'none' } }))

const setImport = (now: BaseImport): void => useBaseImport.setState({ now })

/** Resets the state for another archive. */
export const resetBaseImport = (): void => setImport({ state: 'none' })

/** Uploads an archive and starts importing it as a knowledge base of a project or of one's own. */
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
