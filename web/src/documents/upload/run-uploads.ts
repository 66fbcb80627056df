import { api } from '@scinav/contract'
import { call } from '../../api/call.ts'
import { isLoggedIn, useUserInfo } from '../../api/session.state.ts'
import type { FoundFile } from './dropped.ts'
import { forgetFolders } from './make-folders.ts'
import { refusalOf, type Sent, send } from './send-file.ts'
import { forget, forgetAll, note, type Remembered, recall, remember } from './upload-memory.ts'
import {
  allUploads,
  changeUpload,
  isOpen,
  type SameNameChoice,
  type Upload,
  type UploadTarget,
  uploadOf,
  useUploadList,
} from './uploads.state.ts'

/** How many files are sent at a time. */
const AT_A_TIME = 3
/** How long a lost connection is left alone before it is tried again, in milliseconds. */
const AGAIN_AFTER = 10_000
/** The most files that one question is about. */
const MOST_ASKED = 500
/** How often progress is told, in milliseconds. */
const TELL_EVERY = 150

const running = new Map<string, AbortController>()
let last = 0

const userId = (): string => {
  const { userInfo } = useUserInfo.getState()
  return isLoggedIn(userInfo) ? userInfo.id : ''
}

const blank = {
  sha256: undefined,
  sent: 0,
  document_id: undefined,
  same_name: undefined,
  choice: undefined,
  outcome: undefined,
  problem: undefined,
  isUnsupported: false,
} satisfies Partial<Upload>

/** Takes files into the list and begins to send them. */
export function addUploads(target: UploadTarget, found: readonly FoundFile[]): void {
  const added = found.map(({ file, way }): Upload => {
    last += 1
    const { name, size, lastModified: modified } = file
    const key = `${Date.now().toString(36)}-${last}`
    const place = { upload_id: undefined }
    return { ...blank, ...target, key, way, name, size, modified, file, place, state: 'waiting' }
  })
  useUploadList.setState(({ uploads }) => ({
    uploads: [...uploads, ...added],
    isQuestionPutOff: false,
  }))
  void rememberAll(added, userId())
  void admit(target.dataset_id, added).then(begin)
}

/** Refuses at once what there is no room for; where that cannot be asked, each file is told for itself. */
async function admit(dataset_id: string, added: readonly Upload[]): Promise<void> {
  const files = added.slice(0, MOST_ASKED).map(({ size }) => ({ size }))
  const answer = await call(api.ingestion.check, { dataset_id, files })
  if (!answer.success) return
  const { room } = answer.data
  let left = room.bytes
  const refused: string[] = []
  for (const { key, size } of added) {
    const problem = refusalOf(size, { ...room, bytes: left })
    if (problem === undefined) left -= size
    else {
      changeUpload(key, { state: 'failed', problem })
      refused.push(key)
    }
  }
  void forget(refused)
}

async function rememberAll(added: readonly Upload[], user_id: string): Promise<void> {
  for (const { key } of added) {
    const upload = uploadOf(key)
    if (upload && isOpen(upload)) await remember(upload, user_id)
    // It arrived while it was written down.
    const now = uploadOf(key)
    if (!now || now.state === 'arrived') await forget([key])
  }
}

globalThis.addEventListener('online', goOn)

/** Goes on with what was being sent when the page went. Files that the browser has no longer are asked for. */
export async function recallUploads(): Promise<void> {
  const known = new Set(allUploads().map(({ key }) => key))
  const rows = (await recall(userId())).filter(({ key }) => !known.has(key))
  if (rows.length === 0) return
  useUploadList.setState(({ uploads }) => ({ uploads: [...uploads, ...rows.map(fromMemory)] }))
  begin()
}

function fromMemory({ user_id: _, tab: _tab, upload_id, ...row }: Remembered): Upload {
  return { ...blank, ...row, place: { upload_id }, state: row.file ? 'waiting' : 'lost' }
}

/** Stops files where they are; what has arrived stays on the server. */
export function pauseUploads(keys: readonly string[]): void {
  for (const key of keys) {
    changeUpload(key, { state: 'paused' })
    running.get(key)?.abort()
  }
  begin()
}

/** Goes on with paused, broken and failed files. */
export function resumeUploads(keys: readonly string[]): void {
  forgetFolders()
  restUntil = 0
  for (const key of keys) {
    const file = uploadOf(key)?.file
    changeUpload(key, { state: file ? 'waiting' : 'lost', problem: undefined })
  }
  void rememberAll(
    allUploads().filter(({ key }) => keys.includes(key)),
    userId(),
  )
  begin()
}

/** Goes on as the person has chosen with files whose names are taken; others remember the choice. */
export function chooseForSameName(keys: readonly string[], choice: SameNameChoice): void {
  for (const key of keys) {
    changeUpload(key, { choice })
    if (uploadOf(key)?.state === 'asking') settleSameName(key)
  }
  begin()
}

/** Does with a file whose name is taken what was chosen for it, or leaves it to be asked about. */
function settleSameName(key: string): void {
  const upload = uploadOf(key)
  if (!upload) return
  const { choice, same_name } = upload
  const isSettled = choice === 'keep' || (choice === 'replace' && same_name?.may_replace === true)
  if (choice === 'skip') dropUploads([key])
  else changeUpload(key, { state: isSettled ? 'waiting' : 'asking' })
}

/** Takes files out of the list, whatever they are doing. */
export function dropUploads(keys: readonly string[]): void {
  const gone = new Set(keys)
  useUploadList.setState(({ uploads }) => ({ uploads: uploads.filter(({ key }) => !gone.has(key)) }))
  for (const key of keys) running.get(key)?.abort()
  void forget(keys)
  begin()
}

/** Forgets all of them: the person has left. */
export async function endUploads(): Promise<void> {
  useUploadList.setState({ uploads: [] })
  clearTimeout(resting)
  restUntil = 0
  for (const stop of running.values()) stop.abort()
  await forgetAll()
}

/**
 * Files that were asked for again after a reload: each goes to the upload that misses it, by name and size. Answers
 * how many were not missed.
 */
export function giveBack(files: readonly File[]): number {
  let strange = 0
  for (const file of files) {
    const missed = allUploads().find(
      ({ state, name, size }) => state === 'lost' && name === file.name && size === file.size,
    )
    if (!missed) strange += 1
    // Changed since: what has arrived of the old one is of no use.
    else if (missed.modified === file.lastModified) changeUpload(missed.key, { file, state: 'waiting' })
    else
      changeUpload(missed.key, { file, state: 'waiting', sha256: undefined, place: { upload_id: undefined } })
  }
  begin()
  return strange
}

function begin(): void {
  if (performance.now() < restUntil) return
  // A file that was paused and resumed at once is still stopping; it begins again when it has.
  const waiting = allUploads().filter(({ key, state }) => state === 'waiting' && !running.has(key))
  for (const next of waiting.slice(0, Math.max(0, AT_A_TIME - running.size))) void run(next)
}

/** Until then nothing new is begun: what keeps one file from coming keeps all of them. */
let restUntil = 0
let resting: ReturnType<typeof setTimeout> | undefined

function rest(milliseconds: number): void {
  restUntil = performance.now() + milliseconds
  clearTimeout(resting)
  resting = setTimeout(goOn, milliseconds)
}

/** Tries again what the connection, or the server, has kept from coming. */
function goOn(): void {
  clearTimeout(resting)
  restUntil = 0
  for (const { key, state } of allUploads())
    if (state === 'broken') changeUpload(key, { state: 'waiting', problem: undefined })
  begin()
}

async function run(upload: Upload): Promise<void> {
  const { key } = upload
  const stop = new AbortController()
  running.set(key, stop)
  changeUpload(key, { state: 'checking' })
  const answer = await send(upload, {
    signal: stop.signal,
    onHash: (sha256) => {
      changeUpload(key, { sha256 })
      void note(key, { sha256 })
    },
    onBegun: (upload_id) => void note(key, { upload_id }),
    onSameName: (same_name) => changeUpload(key, { same_name }),
    onProgress: telling(key),
  })
  const bound = answer.success ? await bind(upload, answer) : answer
  running.delete(key)
  end(key, upload.size, bound)
  begin()
}

/** Says that what has arrived is the full text of a paper, where it was sent as that. */
async function bind({ paper_id }: Upload, sent: Extract<Sent, { success: true }>): Promise<Sent> {
  if (paper_id === undefined) return sent
  const { document_id } = sent.data
  const taken = await call(api.ingestion.operate, { document_id, operation: 'accept_paper', paper_id })
  if (taken.success) return sent
  return { ...taken, message: `文件已上传，但没有作为这篇文献的全文：${taken.message}` }
}

/** Tells of progress, but not at every packet. */
function telling(key: string): (sent: number) => void {
  let told = 0
  return (sent) => {
    const now = performance.now()
    if (now - told < TELL_EVERY) return
    told = now
    if (uploadOf(key)?.state !== 'paused') changeUpload(key, { state: 'uploading', sent })
  }
}

function end(key: string, size: number, answer: Sent): void {
  if (answer.success) {
    changeUpload(key, { state: 'arrived', sent: size, file: undefined, ...answer.data })
    void forget([key])
  } else if (answer.problem === 'document.same_name') settleSameName(key)
  else if (isPassing(answer)) {
    const problem = answer.code === 429 ? answer.message : undefined
    changeUpload(key, { state: 'broken', problem })
    rest((answer.retry_after ?? 0) * 1_000 || AGAIN_AFTER)
  } else if (answer.problem === 'file.unreadable') changeUpload(key, { state: 'lost', file: undefined })
  else if (answer.problem !== 'cancelled') {
    const problem = answer.issues?.[0]?.message ?? answer.message
    const isUnsupported = answer.problem === 'document.unknown_format'
    changeUpload(key, { state: 'failed', problem, isUnsupported, choice: undefined })
    void forget([key])
  }
}

/** Whether the server, or the way to it, is away, or has its hands full: it goes on by itself. */
const isPassing = ({ problem, code }: Extract<Sent, { success: false }>): boolean =>
  ['network', 'timeout', 'document.too_many_queued'].includes(problem) ||
  (code === 429 && problem !== 'upload.too_many') ||
  [502, 503, 504].includes(code)
