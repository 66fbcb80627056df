import { api, type OutputOf } from '@scinav/contract'
import { type Answer, call, type Failure } from './call.ts'
import { trackUpload } from './running-uploads.state.ts'
import { sendBytes } from './send-bytes.ts'
import { sleep } from './sleep.ts'

type Upload = OutputOf<typeof api.upload.state>

/** Maximum size of one part, in bytes. */
export const PART_BYTES = 8 * 1024 * 1024

/** Delays before an interrupted upload is retried, in milliseconds; after the last one it fails. */
const RETRY_DELAYS_MS = [500, 2_000, 5_000, 15_000]

/**
 * The position of an upload, which `uploadParts` keeps up to date in place. Passed to the next call, it resumes after
 * the bytes that have arrived.
 */
export interface UploadPosition {
  upload_id: string | undefined
  /** Set to upload a whole knowledge base, which may be larger than a single file may. */
  purpose?: 'archive'
}

/** What follows an upload and may stop it. */
interface UploadListener {
  /** Called with the number of bytes sent so far, out of `file.size`. */
  onProgress: (sent: number) => void
  /** Pauses or cancels; the bytes that have arrived stay on the server for a later call. */
  signal: AbortSignal
}

/**
 * Uploads a file in parts of at most 8 MiB and resolves to the finished upload. After a lost connection, a busy server
 * or a wrong offset it queries the server's state and continues from there; a lasting failure resolves with `success:
 * false`, an abort with the problem `cancelled`. No new service worker takes over meanwhile.
 */
export function uploadParts(
  file: File,
  position: UploadPosition,
  listener: UploadListener,
): Promise<Answer<Upload>> {
  return trackUpload(() => resumeUpload(file, position, listener, { furthest: UNKNOWN_OFFSET, attempts: 0 }))
}

/** Stands for the number of bytes on the server while that is unknown; below every offset. */
const UNKNOWN_OFFSET = -1

/**
 * Uploads the rest of a file and calls itself after a failure that may pass.
 *
 * @param before the furthest offset that earlier attempts started from, and the attempts since it was reached
 */
async function resumeUpload(
  file: File,
  position: UploadPosition,
  listener: UploadListener,
  before: { furthest: number; attempts: number },
): Promise<Answer<Upload>> {
  const start = await fetchUploadState(file, position, listener.signal)
  const answer = start.success ? await sendRest(file, start.data, listener) : start
  if (answer.success || !isTransient(answer)) return answer
  const reached = start.success ? start.data.offset : UNKNOWN_OFFSET
  const attempts = reached > before.furthest ? 1 : before.attempts + 1
  const pause = RETRY_DELAYS_MS[attempts - 1]
  if (pause === undefined) return answer
  await sleep(pause, listener.signal)
  return resumeUpload(file, position, listener, { furthest: Math.max(reached, before.furthest), attempts })
}

/**
 * Fetches how many bytes have arrived. Registers the file when the server does not know the upload, or no longer does.
 */
async function fetchUploadState(
  file: File,
  position: UploadPosition,
  signal: AbortSignal,
): Promise<Answer<Upload>> {
  if (position.upload_id !== undefined) {
    const state = await call(api.upload.state, { id: position.upload_id }, { signal })
    if (state.success || state.problem !== 'upload.not_found') return state
  }
  const { purpose } = position
  const description = { name: file.name, size: file.size, ...(purpose && { purpose }) }
  const begun = await call(api.upload.begin, description, { signal })
  if (begun.success) position.upload_id = begun.data.id
  return begun
}

/** Sends the parts that have not arrived, one after the other. */
async function sendRest(
  file: File,
  start: Upload,
  { onProgress, signal }: UploadListener,
): Promise<Answer<Upload>> {
  let upload = start
  for (;;) {
    const { id, offset, done } = upload
    onProgress(offset)
    if (done) return { success: true, code: 200, data: upload }
    const part = file.slice(offset, offset + PART_BYTES)
    const url = `${api.upload.part.path.replace('{id}', encodeURIComponent(id))}?offset=${offset}`
    const answer = await sendBytes(api.upload.part, url, part, {
      onProgress: (sent) => onProgress(offset + sent),
      signal,
    })
    if (!answer.success) return answer
    upload = answer.data
  }
}

/**
 * Whether continuing from the bytes that have arrived can help: after a lost connection, a wrong offset, too many
 * requests, or a server that is down.
 */
function isTransient({ code, problem }: Failure): boolean {
  if (problem === 'upload.too_many' || problem === 'disk.full') return false
  return ['network', 'timeout', 'upload.wrong_offset'].includes(problem) || code === 429 || code >= 502
}
