import { api } from '@scinav/contract'
import { call } from '../../api/call.ts'
import { isLoggedIn, useUserInfo } from '../../api/session.state.ts'
import type { FoundFile } from './dropped-files.ts'
import { clearFolderCache } from './make-folders.ts'
import { roomRefusal, type SendResult, sendUpload } from './send-file.ts'
import {
  claimStoredUploads,
  clearStoredUploads,
  removeStoredUploads,
  type StoredUpload,
  storeUpload,
  updateStoredUpload,
} from './stored-uploads.ts'
import {
  allUploads,
  changeUpload,
  findUpload,
  isPending,
  type SameNameChoice,
  type Upload,
  type UploadTarget,
  useUploadList,
} from './uploads.state.ts'

/** Maximum number of concurrent uploads. */
const MAX_CONCURRENT_UPLOADS = 3
/** Delay before a retry after a lost connection, in milliseconds. */
const RETRY_DELAY_MS = 10_000
/** Maximum number of files in one call that checks whether they fit. */
const MAX_CHECKED_FILES = 500
/** Interval of progress updates, in milliseconds. */
const PROGRESS_INTERVAL_MS = 150

/**
 * Time until which no upload is started, in milliseconds of `performance.now()`: a failure of the connection or server
 * affects all files.
 */
let heldUntil = 0
/** The timer that ends the pause. */
let holdTimer: ReturnType<typeof setTimeout> | undefined

/** The running uploads, by key. */
const running = new Map<string, AbortController>()
/** Number in the key of the upload added last. */
let lastKeyNumber = 0

/** Returns the id of the logged-in user; `''` when nobody is. */
const userId = (): string => {
  const { userInfo } = useUserInfo.getState()
  return isLoggedIn(userInfo) ? userInfo.id : ''
}

/** The fields of an upload that has not begun. */
const initialUpload = {
  sha256: undefined,
  sent: 0,
  document_id: undefined,
  same_name: undefined,
  choice: undefined,
  outcome: undefined,
  problem: undefined,
  isUnsupported: false,
} satisfies Partial<Upload>

/** Adds files to the list and starts their upload. */
export function addUploads(target: UploadTarget, found: readonly FoundFile[]): void {
  const added = found.map(({ file, way }): Upload => {
    lastKeyNumber += 1
    const { name, size, lastModified: modified } = file
    // Differs from the keys of uploads restored after a reload.
    const key = `${Date.now().toString(36)}-${lastKeyNumber}`
    const position = { upload_id: undefined }
    return { ...initialUpload, ...target, key, way, name, size, modified, file, position, state: 'waiting' }
  })
  useUploadList.setState(({ uploads }) => ({
    uploads: [...uploads, ...added],
    isQuestionPutOff: false,
  }))
  void storeUploads(added, userId())
  void checkRoom(target.dataset_id, added).then(startWaiting)
}

/** Rejects at once files that exceed the available space; when that check fails, each file is checked on its own. */
async function checkRoom(dataset_id: string, added: readonly Upload[]): Promise<void> {
  const files = added.slice(0, MAX_CHECKED_FILES).map(({ size }) => ({ size }))
  const answer = await call(api.ingestion.check, { dataset_id, files })
  if (!answer.success) return
  const { room } = answer.data
  let remainingBytes = room.bytes
  const refusedKeys: string[] = []
  for (const { key, size } of added) {
    const problem = roomRefusal(size, { ...room, bytes: remainingBytes })
    if (problem === undefined) remainingBytes -= size
    else {
      changeUpload(key, { state: 'failed', problem })
      refusedKeys.push(key)
    }
  }
  void removeStoredUploads(refusedKeys)
}

/** Stores the uploads that are still pending in the browser, so that they survive a reload. */
async function storeUploads(added: readonly Upload[], user_id: string): Promise<void> {
  for (const { key } of added) {
    const upload = findUpload(key)
    if (upload && isPending(upload)) await storeUpload(upload, user_id)
    // It may have been removed, or have arrived, while it was being stored.
    const current = findUpload(key)
    if (!current || current.state === 'arrived') await removeStoredUploads([key])
  }
}

// Does not wait for the end of a pause when the browser is online again.
globalThis.addEventListener('online', retryBroken)

/** Resumes the uploads interrupted by leaving the page. Files that the browser no longer has must be chosen again. */
export async function restoreUploads(): Promise<void> {
  const listedKeys = new Set(allUploads().map(({ key }) => key))
  const rows = (await claimStoredUploads(userId())).filter(({ key }) => !listedKeys.has(key))
  if (rows.length === 0) return
  useUploadList.setState(({ uploads }) => ({ uploads: [...uploads, ...rows.map(toUpload)] }))
  startWaiting()
}

/** Converts a stored upload; one without its file waits for the user to choose that again. */
function toUpload({ user_id: _, tab: _tab, upload_id, ...row }: StoredUpload): Upload {
  return { ...initialUpload, ...row, position: { upload_id }, state: row.file ? 'waiting' : 'lost' }
}

/** Pauses uploads; the bytes that have arrived stay on the server. */
export function pauseUploads(keys: readonly string[]): void {
  for (const key of keys) {
    changeUpload(key, { state: 'paused' })
    running.get(key)?.abort()
  }
  startWaiting()
}

/** Resumes paused, broken and failed uploads. */
export function resumeUploads(keys: readonly string[]): void {
  clearFolderCache()
  heldUntil = 0
  for (const key of keys) {
    const file = findUpload(key)?.file
    changeUpload(key, { state: file ? 'waiting' : 'lost', problem: undefined })
  }
  void storeUploads(
    allUploads().filter(({ key }) => keys.includes(key)),
    userId(),
  )
  startWaiting()
}

/**
 * Applies the user's choice to files whose names exist already and continues; files still uploading keep it for later.
 */
export function chooseForSameName(keys: readonly string[], choice: SameNameChoice): void {
  for (const key of keys) {
    changeUpload(key, { choice })
    if (findUpload(key)?.state === 'asking') settleSameName(key)
  }
  startWaiting()
}

/** Applies the user's choice for a file whose name exists already; without a valid choice, the user is asked. */
function settleSameName(key: string): void {
  const upload = findUpload(key)
  if (!upload) return
  const { choice, same_name } = upload
  const isSettled = choice === 'keep' || (choice === 'replace' && same_name?.may_replace === true)
  if (choice === 'skip') removeUploads([key])
  else changeUpload(key, { state: isSettled ? 'waiting' : 'asking' })
}

/** Removes uploads from the list, whatever their state. */
export function removeUploads(keys: readonly string[]): void {
  const removed = new Set(keys)
  useUploadList.setState(({ uploads }) => ({ uploads: uploads.filter(({ key }) => !removed.has(key)) }))
  for (const key of keys) running.get(key)?.abort()
  void removeStoredUploads(keys)
  startWaiting()
}

/** Removes all uploads, because the user has logged out. */
export async function discardUploads(): Promise<void> {
  useUploadList.setState({ uploads: [] })
  clearTimeout(holdTimer)
  heldUntil = 0
  for (const controller of running.values()) controller.abort()
  await clearStoredUploads()
}

/**
 * Assigns files chosen again after a reload to the uploads that lack them, by name and size. Returns the number of
 * files that match none.
 */
export function reattachFiles(files: readonly File[]): number {
  let unmatchedCount = 0
  for (const file of files) {
    const lost = allUploads().find(
      ({ state, name, size }) => state === 'lost' && name === file.name && size === file.size,
    )
    if (!lost) unmatchedCount += 1
    else if (lost.modified === file.lastModified) changeUpload(lost.key, { file, state: 'waiting' })
    // The file has changed since, so the bytes that have arrived cannot be used.
    else
      changeUpload(lost.key, {
        file,
        state: 'waiting',
        sha256: undefined,
        position: { upload_id: undefined },
      })
  }
  startWaiting()
  return unmatchedCount
}

/** Starts waiting uploads, as many as may run at the same time; none while all are paused after a failure. */
function startWaiting(): void {
  if (performance.now() < heldUntil) return
  // A file that was paused and resumed quickly is still stopping; it starts again when it has stopped.
  const waiting = allUploads().filter(({ key, state }) => state === 'waiting' && !running.has(key))
  for (const next of waiting.slice(0, Math.max(0, MAX_CONCURRENT_UPLOADS - running.size)))
    void runUpload(next)
}

/** Starts no upload for a while; then retries those interrupted by the connection or the server. */
function holdStarts(milliseconds: number): void {
  heldUntil = performance.now() + milliseconds
  clearTimeout(holdTimer)
  holdTimer = setTimeout(retryBroken, milliseconds)
}

/** Retries the uploads interrupted by the connection or the server. */
function retryBroken(): void {
  clearTimeout(holdTimer)
  heldUntil = 0
  for (const { key, state } of allUploads())
    if (state === 'broken') changeUpload(key, { state: 'waiting', problem: undefined })
  startWaiting()
}

/** Runs one upload to its end, and starts the next one. */
async function runUpload(upload: Upload): Promise<void> {
  const { key } = upload
  const controller = new AbortController()
  running.set(key, controller)
  changeUpload(key, { state: 'checking' })
  const answer = await sendUpload(upload, {
    signal: controller.signal,
    onHash: (sha256) => {
      changeUpload(key, { sha256 })
      void updateStoredUpload(key, { sha256 })
    },
    onBegun: (upload_id) => void updateStoredUpload(key, { upload_id }),
    onSameName: (same_name) => changeUpload(key, { same_name }),
    onProgress: progressReporter(key),
  })
  const result = answer.success ? await bindFullText(upload, answer) : answer
  running.delete(key)
  finishUpload(key, upload.size, result)
  startWaiting()
}

/** Links an uploaded file as the full text of its paper, when it was uploaded for one. */
async function bindFullText(
  { paper_id }: Upload,
  sent: Extract<SendResult, { success: true }>,
): Promise<SendResult> {
  if (paper_id === undefined) return sent
  const { document_id } = sent.data
  const answer = await call(api.ingestion.operate, { document_id, operation: 'accept_paper', paper_id })
  if (answer.success) return sent
  return { ...answer, message: `文件已上传，但没有作为这篇文献的全文：${answer.message}` }
}

/** Returns a callback that records the progress of an upload, at most once per interval. */
function progressReporter(key: string): (sent: number) => void {
  let lastReport = 0
  return (sent) => {
    const now = performance.now()
    if (now - lastReport < PROGRESS_INTERVAL_MS) return
    lastReport = now
    if (findUpload(key)?.state !== 'paused') changeUpload(key, { state: 'uploading', sent })
  }
}

/** Records how an upload ended; a temporary failure pauses all uploads for a while. */
function finishUpload(key: string, size: number, answer: SendResult): void {
  if (answer.success) {
    changeUpload(key, { state: 'arrived', sent: size, file: undefined, ...answer.data })
    void removeStoredUploads([key])
  } else if (answer.problem === 'document.same_name') settleSameName(key)
  else if (isTransient(answer)) {
    const problem = answer.code === 429 ? answer.message : undefined
    changeUpload(key, { state: 'broken', problem })
    holdStarts((answer.retry_after ?? 0) * 1_000 || RETRY_DELAY_MS)
  } else if (answer.problem === 'file.unreadable') changeUpload(key, { state: 'lost', file: undefined })
  else if (answer.problem !== 'cancelled') {
    const problem = answer.issues?.[0]?.message ?? answer.message
    const isUnsupported = answer.problem === 'document.unknown_format'
    changeUpload(key, { state: 'failed', problem, isUnsupported, choice: undefined })
    void removeStoredUploads([key])
  }
}

/**
 * Whether a failure is temporary: the server or the connection is down, or the server is overloaded. Such uploads
 * resume automatically.
 */
const isTransient = ({ problem, code }: Extract<SendResult, { success: false }>): boolean =>
  ['network', 'timeout', 'document.too_many_queued'].includes(problem) ||
  (code === 429 && problem !== 'upload.too_many') ||
  [502, 503, 504].includes(code)
