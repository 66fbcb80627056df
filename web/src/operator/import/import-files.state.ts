import { create } from 'zustand'
import { type UploadPosition, uploadParts } from '../../api/upload-parts.ts'

/** A file on its way into the library. */
export interface ImportFile {
  key: number
  file: File
  state: 'waiting' | 'uploading' | 'paused' | 'arrived' | 'failed'
  /** Bytes that have left. */
  sent: number
  place: UploadPosition
  /** Why it failed, in Chinese; counts while `state` is `failed`. */
  problem?: string
  /** Of a table: what each column holds, by its heading. Missing where the headings say it. */
  mapping?: Record<string, string>
}

/** How many files are uploaded at a time. */
const MAX_CONCURRENT_UPLOADS = 3

/** Files that were chosen for import. They go on while the panel is closed. */
export const useImportFiles = create<{ files: ImportFile[] }>()(() => ({ files: [] }))

const running = new Map<number, AbortController>()
let lastKey = 0

/** Takes chosen files into the list and begins to upload them. */
export function addImportFiles(chosen: Iterable<File>): void {
  const added = Array.from(chosen, (file): ImportFile => {
    lastKey += 1
    return { key: lastKey, file, state: 'waiting', sent: 0, place: { upload_id: undefined } }
  })
  useImportFiles.setState(({ files }) => ({ files: [...files, ...added] }))
  startUploads()
}

/** Stops a file where it is; what has arrived stays. */
export function pauseImportFile(key: number): void {
  changeFile(key, { state: 'paused' })
  running.get(key)?.abort()
}

/** Goes on with a paused or failed file. */
export function resumeImportFile(key: number): void {
  changeFile(key, { state: 'waiting' })
  startUploads()
}

/** Says what the columns of a table hold; an empty mapping leaves it to the headings. */
export function mapImportFile(key: number, mapping: Record<string, string>): void {
  changeFile(key, { mapping })
}

/** Takes files out of the list, whatever they are doing. */
export function removeImportFiles(keys: readonly number[]): void {
  useImportFiles.setState(({ files }) => ({ files: files.filter(({ key }) => !keys.includes(key)) }))
  for (const key of keys) running.get(key)?.abort()
}

function startUploads(): void {
  // A file that was paused and resumed at once is still stopping; it begins again when it has.
  const { files } = useImportFiles.getState()
  const waiting = files.filter(({ key, state }) => state === 'waiting' && !running.has(key))
  for (const next of waiting.slice(0, MAX_CONCURRENT_UPLOADS - running.size)) void runUpload(next)
}

async function runUpload({ key, file, place }: ImportFile): Promise<void> {
  const stop = new AbortController()
  running.set(key, stop)
  changeFile(key, { state: 'uploading' })
  const answer = await uploadParts(file, place, {
    onProgress: (sent) => changeFile(key, { sent }),
    signal: stop.signal,
  })
  running.delete(key)
  if (answer.success) changeFile(key, { state: 'arrived', sent: file.size })
  else if (answer.problem !== 'cancelled')
    changeFile(key, { state: 'failed', problem: answer.issues?.[0]?.message ?? answer.message })
  startUploads()
}

function changeFile(key: number, to: Partial<ImportFile>): void {
  useImportFiles.setState(({ files }) => ({
    files: files.map((one) => (one.key === key ? { ...one, ...to } : one)),
  }))
}
