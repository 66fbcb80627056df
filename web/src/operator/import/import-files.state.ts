import { create } from 'zustand'
import { type UploadPlace, uploadParts } from '../../api/upload-parts.ts'

/** A file on its way into the library. */
export interface ImportFile {
  key: number
  file: File
  state: 'waiting' | 'uploading' | 'paused' | 'arrived' | 'failed'
  /** Bytes that have left. */
  sent: number
  place: UploadPlace
  /** Why it failed, in Chinese; counts while `state` is `failed`. */
  problem?: string
  /** Of a table: what each column holds, by its heading. Missing where the headings say it. */
  mapping?: Record<string, string>
}

/** How many files are uploaded at a time. */
const AT_A_TIME = 3

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
  begin()
}

/** Stops a file where it is; what has arrived stays. */
export function pauseImportFile(key: number): void {
  change(key, { state: 'paused' })
  running.get(key)?.abort()
}

/** Goes on with a paused or failed file. */
export function resumeImportFile(key: number): void {
  change(key, { state: 'waiting' })
  begin()
}

/** Says what the columns of a table hold; an empty mapping leaves it to the headings. */
export function mapImportFile(key: number, mapping: Record<string, string>): void {
  change(key, { mapping })
}

/** Takes files out of the list, whatever they are doing. */
export function dropImportFiles(keys: readonly number[]): void {
  useImportFiles.setState(({ files }) => ({ files: files.filter(({ key }) => !keys.includes(key)) }))
  for (const key of keys) running.get(key)?.abort()
}

function begin(): void {
  // A file that was paused and resumed at once is still stopping; it begins again when it has.
  const { files } = useImportFiles.getState()
  const waiting = files.filter(({ key, state }) => state === 'waiting' && !running.has(key))
  for (const next of waiting.slice(0, AT_A_TIME - running.size)) void run(next)
}

async function run({ key, file, place }: ImportFile): Promise<void> {
  const stop = new AbortController()
  running.set(key, stop)
  change(key, { state: 'uploading' })
  const answer = await uploadParts(file, place, {
    onProgress: (sent) => change(key, { sent }),
    signal: stop.signal,
  })
  running.delete(key)
  if (answer.success) change(key, { state: 'arrived', sent: file.size })
  else if (answer.problem !== 'cancelled')
    change(key, { state: 'failed', problem: answer.issues?.[0]?.message ?? answer.message })
  begin()
}

function change(key: number, to: Partial<ImportFile>): void {
  useImportFiles.setState(({ files }) => ({
    files: files.map((one) => (one.key === key ? { ...one, ...to } : one)),
  }))
}
