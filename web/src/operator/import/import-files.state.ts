import { create } from 'zustand'
import { type UploadPosition, uploadParts } from '../../api/upload-parts.ts'

/** A file being imported into the library. */
export interface ImportFile {
  /** Identifies the file in the list. */
  key: number
  file: File
  state: 'waiting' | 'uploading' | 'paused' | 'arrived' | 'failed'
  /** Bytes sent. */
  sent: number
  /** Where the upload continues; `uploadParts` updates it in place. */
  position: UploadPosition
  /** Why it failed, in Chinese; valid while `state` is `failed`. */
  problem?: string
  /**
   * For a table: the field that each column contains, by its heading. Absent or empty while the headings determine
   * it.
   */
  mapping?: Record<string, string>
}

/** Maximum number of concurrent uploads. */
const MAX_CONCURRENT_UPLOADS = 3

/** Files chosen for import; their uploads continue while the panel is closed. */
export const useImportFiles = create<{ files: ImportFile[] }>()(() => ({ files: [] }))

/** The running uploads, by the key of their file. */
const running = new Map<number, AbortController>()
let lastKey = 0

/** Adds chosen files to the list and starts their upload. */
export function addImportFiles(chosen: Iterable<File>): void {
  const added = Array.from(chosen, (file): ImportFile => {
    lastKey += 1
    return { key: lastKey, file, state: 'waiting', sent: 0, position: { upload_id: undefined } }
  })
  useImportFiles.setState(({ files }) => ({ files: [...files, ...added] }))
  startUploads()
}

/** Pauses an upload; the bytes that have arrived are kept, and `resumeImportFile` continues after them. */
export function pauseImportFile(key: number): void {
  changeFile(key, { state: 'paused' })
  running.get(key)?.abort()
}

/** Resumes an upload that is paused or has failed; call it only for these. */
export function resumeImportFile(key: number): void {
  changeFile(key, { state: 'waiting' })
  startUploads()
}

/** Sets what the columns of a table contain, by heading; with an empty mapping, the headings determine it. */
export function mapImportFile(key: number, mapping: Record<string, string>): void {
  changeFile(key, { mapping })
}

/** Removes files from the list, whatever their state. */
export function removeImportFiles(keys: readonly number[]): void {
  useImportFiles.setState(({ files }) => ({ files: files.filter(({ key }) => !keys.includes(key)) }))
  for (const key of keys) running.get(key)?.abort()
}

/** Starts waiting uploads, as many as may run at the same time. */
function startUploads(): void {
  // A file that was paused and resumed quickly is still stopping; it starts again when it has stopped.
  const { files } = useImportFiles.getState()
  const waiting = files.filter(({ key, state }) => state === 'waiting' && !running.has(key))
  for (const next of waiting.slice(0, MAX_CONCURRENT_UPLOADS - running.size)) void runUpload(next)
}

/**
 * Uploads a file and then starts the next one. One that was paused or removed meanwhile (`cancelled`) keeps the state
 * that this gave it.
 */
async function runUpload({ key, file, position }: ImportFile): Promise<void> {
  const controller = new AbortController()
  running.set(key, controller)
  changeFile(key, { state: 'uploading' })
  const answer = await uploadParts(file, position, {
    onProgress: (sent) => changeFile(key, { sent }),
    signal: controller.signal,
  })
  running.delete(key)
  if (answer.success) changeFile(key, { state: 'arrived', sent: file.size })
  else if (answer.problem !== 'cancelled')
    changeFile(key, { state: 'failed', problem: answer.issues?.[0]?.message ?? answer.message })
  startUploads()
}

function changeFile(key: number, changes: Partial<ImportFile>): void {
  useImportFiles.setState(({ files }) => ({
    files: files.map((file) => (file.key === key ? { ...file, ...changes } : file)),
  }))
}
