import { api, type OutputOf } from '@scinav/contract'
import { type Answer, call, type Failure, NO_RESPONSE } from '../../api/call.ts'
import { trackUpload } from '../../api/running-uploads.state.ts'
import { sendBytes } from '../../api/send-bytes.ts'
import { PART_BYTES, uploadParts } from '../../api/upload-parts.ts'
import { fileSize } from '../../ui/figures.ts'
import { hashFile } from './hash-file.ts'
import { ensureFolder } from './make-folders.ts'
import type { SameName, Upload, UploadOutcome } from './uploads.state.ts'

/** What follows an upload and may cancel it. */
interface SendListener {
  signal: AbortSignal
  /** Called with the SHA-256 of the file, once it is known. */
  onHash: (sha256: string) => void
  /** Called with the server's id of an upload in parts, once it has one, and with each progress after that. */
  onBegun: (upload_id: string) => void
  /** Called with the document that has the same name when the result is `document.same_name`. */
  onSameName: (same_name: SameName) => void
  /** Called with the number of bytes sent so far. */
  onProgress: (sent: number) => void
}

/** The document that holds the file after the upload, and how it came about. */
interface ArrivedDocument {
  document_id: string
  outcome: UploadOutcome
}

/**
 * The result of an upload. Besides the problems of the calls, a failure has one of these:
 *
 * - `file.unreadable`: the browser can no longer read the file
 * - `document.same_name`: its folder contains another file with this name, and the user has not chosen what to do
 * - `room`: the file exceeds the available space
 * - `document.too_many_queued`: the server has no place in its queue at the moment
 * - `cancelled`: the listener's signal was aborted
 * - `answer`: the server did not accept the file and named no problem
 */
export type SendResult = Answer<ArrivedDocument>

type CheckResult = OutputOf<typeof api.ingestion.check>
type AddResult = OutputOf<typeof api.ingestion.add>['results'][number]

/** Creates a failure that no response reported. */
const failure = (problem: string, message: string): Failure => ({
  success: false,
  code: NO_RESPONSE,
  problem,
  message,
})
/** The failures of a cancelled upload and of a file that cannot be read. */
const cancelled = failure('cancelled', '已取消')
const unreadable = failure('file.unreadable', '浏览器读不到这个文件，请重新选择')

/**
 * Uploads a file into its knowledge base. Its hash is sent first: a file that exists already, or is in the recycle bin,
 * sends no bytes, and a lack of space is reported at once. Small files are sent in one request, larger ones in parts.
 */
export async function sendUpload(upload: Upload, listener: SendListener): Promise<SendResult> {
  const { file } = upload
  if (!file || !(await isReadable(file))) return unreadable
  const sha256 = upload.sha256 ?? (await hashFile(file))
  if (listener.signal.aborted) return cancelled
  if (sha256 === undefined) return unreadable
  listener.onHash(sha256)
  const check = await checkBeforeSending(upload, sha256, listener)
  return check.isSettled ? check.result : sendNew({ ...upload, file }, sha256, check.same_name, listener)
}

/** Sends the bytes of a new file, when its name is free or the user has chosen what to do. */
async function sendNew(
  upload: Upload & { file: File },
  sha256: string,
  same_name: SameName | null,
  listener: SendListener,
): Promise<SendResult> {
  const { file, choice, size } = upload
  if (same_name && choice === 'replace' && same_name.may_replace)
    return replaceFile(upload, file, same_name.document_id, listener)
  if (same_name && choice !== 'keep') return nameTaken(same_name, listener)
  const sent = await (size > PART_BYTES ? sendInParts : sendWhole)(upload, file, listener)
  if (sent.success || sent.problem !== 'document.same_name') return sent
  // Another file with this name has arrived meanwhile, so the user is asked about that one.
  const check = await checkBeforeSending(upload, sha256, listener)
  if (check.isSettled) return check.result
  return check.same_name ? nameTaken(check.same_name, listener) : failure('answer', sent.message)
}

/** Reports the document that has the same name, and returns the failure. */
function nameTaken(same_name: SameName, { onSameName }: SendListener): Failure {
  onSameName(same_name)
  return failure('document.same_name', '这里已有同名文件')
}

/** The outcome of the check: the result of the upload, or the document that has the file's name (null for none). */
type CheckOutcome = { isSettled: true; result: SendResult } | { isSettled: false; same_name: SameName | null }

/**
 * Asks the server about a file by its hash, and settles what needs no bytes: a file that exists is put into the folder,
 * one in the recycle bin is restored, one that does not fit is refused.
 */
async function checkBeforeSending(
  upload: Upload,
  sha256: string,
  { signal }: SendListener,
): Promise<CheckOutcome> {
  const { dataset_id, folder_id, size } = upload
  const path = uploadPath(upload)
  const files = [{ size, sha256, ...(path.length <= MAX_PATH_CHARS && { path }) }]
  const checked = await call(
    api.ingestion.check,
    { dataset_id, files, ...(folder_id && { folder_id }) },
    { signal },
  )
  if (!checked.success) return { isSettled: true, result: checked }
  const result = await settleWithoutBytes(upload, checked.data)
  if (result) return { isSettled: true, result }
  return { isSettled: false, same_name: checked.data.files[0]?.same_name ?? null }
}

/** Maximum length of a path on the server, in characters; the names of files with longer ones are not compared. */
const MAX_PATH_CHARS = 1_000

/** Returns the path of a file below the target folder. */
const uploadPath = ({ way, name }: Upload): string => [...way, name].join('/')

/**
 * Whether a file can still be read. One that was changed or removed since it was chosen cannot, and sending it would
 * look like a lost connection.
 */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

/**
 * Returns the result of an upload that needs no bytes: its file exists, was restored from the recycle bin, or does not
 * fit. Returns undefined when the bytes have to be sent.
 */
async function settleWithoutBytes(
  upload: Upload,
  { files, room }: CheckResult,
): Promise<SendResult | undefined> {
  const [found] = files
  const refusal = roomRefusal(upload.size, room)
  if (!found || found.state === 'new' || found.state === 'too_large' || found.document_id === null)
    return refusal === undefined ? queueRefusal(room) : failure('room', refusal)
  const { document_id, state } = found
  if (state === 'in_bin') {
    const restored = await call(api.ingestion.operate, { document_id, operation: 'restore' })
    if (!restored.success) return restored
  }
  const placed = await addToFolder(upload, document_id)
  if (!placed.success) return placed
  return {
    success: true,
    code: 200,
    data: { document_id, outcome: state === 'in_bin' ? 'restored' : 'there' },
  }
}

/** Returns a failure while the server's queue has no room for another file, otherwise undefined. */
const queueRefusal = ({ files }: CheckResult['room']): Failure | undefined =>
  files > 0
    ? undefined
    : { ...failure('document.too_many_queued', '正在处理的文件很多，等其中一些处理完再继续'), code: 429 }

/** Returns in Chinese why a file exceeds the available space; undefined when it fits. */
export function roomRefusal(size: number, { file_bytes, bytes }: CheckResult['room']): string | undefined {
  if (size > file_bytes) return `单个文件不能超过 ${fileSize(file_bytes)}`
  return size > bytes ? `空间不够：还可以保存 ${fileSize(bytes)}` : undefined
}

/** Adds an existing document to one more folder. */
async function addToFolder(upload: Upload, document_id: string): Promise<Answer<unknown>> {
  const folder = await ensureFolder(upload)
  if (!folder.success || folder.data === null) return folder
  const targets = [{ dataset_id: upload.dataset_id, folder_id: folder.data }]
  return call(api.datasets.copyDocuments, { document_ids: [document_id], targets })
}

/** Sends a small file together with the call that adds it. */
function sendWhole(upload: Upload, file: File, listener: SendListener): Promise<SendResult> {
  const form = new FormData()
  form.append('file', file, file.name)
  return trackUpload(() => addDocument(upload, form, listener))
}

/** Uploads a large file, then adds it by the id of its upload. */
async function sendInParts(upload: Upload, file: File, listener: SendListener): Promise<SendResult> {
  const arrived = await uploadFileParts(upload, file, listener)
  if (!arrived.success) return arrived
  const form = new FormData()
  form.append('upload_ids', arrived.data.id)
  return addDocument(upload, form, { signal: listener.signal, onProgress: () => {} })
}

/** Replaces the file that has the same name; the old text remains searchable until the new file is parsed. */
async function replaceFile(
  upload: Upload,
  file: File,
  document_id: string,
  listener: SendListener,
): Promise<SendResult> {
  const arrived = await uploadFileParts(upload, file, listener)
  if (!arrived.success) return arrived
  const operation = { document_id, operation: 'replace', upload_id: arrived.data.id } as const
  const replaced = await call(api.ingestion.operate, operation)
  return replaced.success ? { ...replaced, data: { document_id, outcome: 'replaced' } } : replaced
}

/**
 * Uploads the bytes of a file in parts, and reports the id of the upload when the server has assigned one.
 * `uploadParts` writes that id into `position`, with which a later call resumes.
 */
function uploadFileParts(
  { position }: Upload,
  file: File,
  listener: SendListener,
): ReturnType<typeof uploadParts> {
  const before = position.upload_id
  return uploadParts(file, position, {
    signal: listener.signal,
    onProgress: (sent) => {
      if (position.upload_id !== undefined && position.upload_id !== before)
        listener.onBegun(position.upload_id)
      listener.onProgress(sent)
    },
  })
}

/** Adds a document. Files of a dropped folder send their paths, from which the server creates the folders. */
async function addDocument(
  upload: Upload,
  form: FormData,
  listener: Pick<SendListener, 'signal' | 'onProgress'>,
): Promise<SendResult> {
  const { path } = api.ingestion.add
  const { dataset_id, folder_id, way, choice } = upload
  const query = new URLSearchParams({ on_same_name: choice === 'keep' ? 'keep' : 'refuse' })
  if (folder_id) query.set('folder_id', folder_id)
  if (way.length > 0) query.set('paths', uploadPath(upload))
  const url = `${path.replace('{dataset_id}', encodeURIComponent(dataset_id))}?${query}`
  const answer = await sendBytes(api.ingestion.add, url, form, listener)
  return answer.success ? toSendResult(answer.data.results[0]) : answer
}

/** The outcome of an upload, by the outcome that the server reports. */
const outcomes = { added: 'new', duplicate: 'there', restored: 'restored' } as const

/** Converts what the server reports about the added file. */
function toSendResult(result: AddResult | undefined): SendResult {
  if (!result?.document || result.outcome === 'refused')
    return failure(result?.problem ?? 'answer', result?.message || '没有收下这个文件')
  const data = { document_id: result.document.id, outcome: outcomes[result.outcome] }
  return { success: true, code: 200, data }
}
