import { api } from '@scinav/contract'
import { create } from 'zustand'
import { call } from '../../api/call.ts'
import { uploadParts } from '../../api/upload-parts.ts'

/** The import of an archive: its bytes are uploaded, then a job on the server processes it. */
type BaseImport =
  | { state: 'none' }
  | {
      state: 'sending'
      /** The name of the file. */
      name: string
      /** Fraction of the bytes sent, 0–1. */
      progress: number
      /** When the upload started, in milliseconds since 1970. */
      startedAt: number
      /** Cancels the upload. */
      stop: () => void
    }
  | { state: 'working'; job_id: string }
  | { state: 'failed'; name: string; problem: string }

/** The single import, which continues while its panel is closed. */
export const useBaseImport = create<{ current: BaseImport }>()(() => ({ current: { state: 'none' } }))

const setImport = (current: BaseImport): void => useBaseImport.setState({ current })

/** Resets the state for another archive. */
export const resetBaseImport = (): void => setImport({ state: 'none' })

/**
 * Uploads an archive and starts its import as a knowledge base of a project or, without one, of the user. The state of
 * `useBaseImport` reports the progress and the failure; after `stop` it is `none`.
 */
export async function importBase(file: File, project_id: string | undefined): Promise<void> {
  const controller = new AbortController()
  const { signal } = controller
  const sending = {
    state: 'sending' as const,
    name: file.name,
    startedAt: Date.now(),
    stop: () => controller.abort(),
  }
  const onProgress = (sent: number) =>
    setImport({ ...sending, progress: file.size > 0 ? sent / file.size : 1 })
  onProgress(0)
  const position = { upload_id: undefined, purpose: 'archive' as const }
  const upload = await uploadParts(file, position, { onProgress, signal })
  if (signal.aborted) return resetBaseImport()
  const answer = upload.success
    ? await call(api.baseArchive.import, { upload_id: upload.data.id, ...(project_id && { project_id }) })
    : upload
  if (answer.success) setImport({ state: 'working', job_id: answer.data.job_id })
  else setImport({ state: 'failed', name: file.name, problem: answer.issues?.[0]?.message ?? answer.message })
}
