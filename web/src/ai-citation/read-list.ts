import { api, type OutputOf } from '@scinav/contract'
import { type Answer, call, type Failure, NO_RESPONSE } from '../api/call.ts'
import { sleep } from '../api/sleep.ts'
import { sendFile } from '../chat/attachments/send-file.ts'
import { progressText } from '../documents/state/progress.ts'
import type { ListSource } from './named-list.state.ts'

type ReferenceListing = OutputOf<typeof api.reading.listed>

/** Progress of reading a file. */
export interface ReadingProgress {
  /** Fraction of the current step, 0–1. */
  progress: number
  /** The current step, in Chinese. */
  note: string
}

/** How a list is read: reports its progress, and stops when the signal is aborted. */
export interface ReadingOptions {
  onProgress: (progress: ReadingProgress) => void
  signal: AbortSignal
}

/** Reads the reference list of a document or a paper. */
export const readDocumentList = (
  source: ListSource,
  { signal }: ReadingOptions,
): Promise<Answer<ReferenceListing>> => call(api.reading.listed, source, { signal })

/** Reads the reference list of a local file: the server parses it, returns the list, and deletes the file. */
export async function readFileList(file: File, reading: ReadingOptions): Promise<Answer<ReferenceListing>> {
  const { signal } = reading
  const onProgress = (sent: number) =>
    reading.onProgress({ progress: Math.min(1, sent / file.size), note: '上传' })
  const upload = await sendFile(file, { onProgress, signal })
  if (!upload.success) return upload
  const file_id = upload.data.id
  try {
    const failure = await waitUntilRead(file_id, reading)
    return failure ?? (await call(api.reading.listed, { file_id }, { signal }))
  } finally {
    void call(api.files.remove, { file_id }, { keepalive: true })
  }
}

/** Interval at which the state of the parse is read, in milliseconds. */
const POLL_INTERVAL_MS = 1_000

/** Waits until the server has parsed a file; resolves to the failure, if any. */
async function waitUntilRead(
  file_id: string,
  { onProgress, signal }: ReadingOptions,
): Promise<Failure | undefined> {
  const begun = await call(api.ingestion.parseFile, { file_id }, { signal })
  if (!begun.success) return begun
  const { parse_id } = begun.data
  for (;;) {
    const answer = await call(api.ingestion.parseState, { parse_id }, { signal })
    if (!answer.success) return answer
    const { state, progress, error } = answer.data
    if (state === 'ready') return undefined
    if (state === 'failed' || state === 'cancelled') return unreadableFailure(error)
    const document = { id: parse_id, state, progress, error, parse_id: null, parsing: answer.data }
    onProgress({ progress, note: progressText(document, Date.now()) })
    await sleep(POLL_INTERVAL_MS, signal)
  }
}

/** Returns the failure of a file whose text could not be read. */
const unreadableFailure = (error: string | null): Failure => ({
  success: false,
  message: error ?? '没有读完这个文件',
  code: NO_RESPONSE,
  problem: 'unreadable',
})
