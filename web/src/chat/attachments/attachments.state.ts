import { api } from '@scinav/contract'
import { useState } from 'react'
import { create } from 'zustand'
import { call } from '../../api/call.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import type { Attachment } from './added-attachments.ts'
import { sendFile } from './send-file.ts'

/** A file or document that questions of a chat are about. */
export interface ChatAttachment {
  /** Identifies it in the list, before and after its upload. */
  key: string
  kind: 'file' | 'document'
  /** The id of the file or document on the server; `''` until the upload is complete. */
  id: string
  name: string
  /** `reading`: the server is parsing it; a question may be sent already. */
  state: 'waiting' | 'uploading' | 'reading' | 'ready' | 'failed'
  /** How much of the upload or the parse is done, 0–1. */
  progress: number
  /** Why it failed, in Chinese. */
  problem?: string | undefined
  /** The file to upload again after a failure. */
  file?: File | undefined
  /** The parse on the server, once it has been started. */
  parse_id?: string | undefined
  /** Whether a question was asked about it, so that citations may refer to it. */
  asked: boolean
}

/** Maximum numbers of files and documents in one question. */
const MAX_FILES = 10
const MAX_DOCUMENTS = 100
/** Largest number of files that are uploaded at the same time. */
const MAX_CONCURRENT_UPLOADS = 2

/** The attachments of the next question, by the id of the chat. Uploaded ones survive a reload of the tab. */
export const useAttachments = create<Record<string, ChatAttachment[]>>()(() => ({}))

/** The same empty list for every chat without attachments. */
const NO_ATTACHMENTS: ChatAttachment[] = []
/** Returns the key under which the tab stores the attachments of a chat. */
const storageKey = (chat: string): string => `scinav.attached:${chat}`

/** The running uploads, by the key of their attachment. */
const abortControllers = new Map<string, AbortController>()

/** Number in the key of the attachment added last. */
let lastKeyNumber = 0
/** Creates a key that differs from those stored before a reload. */
const newKey = (): string => {
  lastKeyNumber += 1
  return `${Date.now().toString(36)}-${lastKeyNumber}`
}

/** Returns the attachments of the next question of a chat. */
export function useChatAttachments(chat: string): ChatAttachment[] {
  // Loads them before the first rendering, once.
  useState(() => loadAttachments(chat))
  return useAttachments((state) => state[chat]) ?? NO_ATTACHMENTS
}

/** Reads the stored attachments of a chat, unless they are in memory. */
function loadAttachments(chat: string): void {
  if (useAttachments.getState()[chat]) return
  // Only written by `changeAttachments`.
  const stored = JSON.parse(sessionStorage.getItem(storageKey(chat)) ?? '[]') as ChatAttachment[]
  if (stored.length > 0) useAttachments.setState({ [chat]: stored })
}

/** Returns the present attachments of a chat. */
export const attachmentsOf = (chat: string): ChatAttachment[] =>
  useAttachments.getState()[chat] ?? NO_ATTACHMENTS

/** Changes the attachments of a chat, and stores in this tab those that the server has, for a reload. */
function changeAttachments(chat: string, change: (before: ChatAttachment[]) => ChatAttachment[]): void {
  const next = change(attachmentsOf(chat))
  useAttachments.setState({ [chat]: next })
  const stored = next.filter(({ id, state }) => id !== '' && state !== 'failed')
  sessionStorage.setItem(storageKey(chat), JSON.stringify(stored.map(({ file: _, ...rest }) => rest)))
}

/** Updates one attachment; does nothing if it has been removed meanwhile. */
const updateAttachment = (chat: string, key: string, changes: Partial<ChatAttachment>): void =>
  changeAttachments(chat, (now) => now.map((one) => (one.key === key ? { ...one, ...changes } : one)))

/** Attaches files and starts their uploads; a toast reports empty ones and those beyond the maximum. */
export function attachFiles(chat: string, files: readonly File[]): void {
  const nonEmpty = files.filter(({ size }) => size > 0)
  if (nonEmpty.length < files.length)
    toast(`${files.length - nonEmpty.length} 个文件是空的，没有附上`, { tone: 'bad' })
  const room = MAX_FILES - attachmentsOf(chat).filter(({ kind }) => kind === 'file').length
  if (nonEmpty.length > room) toast(`一次提问最多附 ${MAX_FILES} 个文件，其余的没有附上`, { tone: 'bad' })
  const blank = { kind: 'file' as const, id: '', state: 'waiting' as const, progress: 0, asked: false }
  const added = nonEmpty
    .slice(0, Math.max(0, room))
    .map((file) => ({ ...blank, key: newKey(), name: file.name, file }))
  if (added.length > 0) changeAttachments(chat, (now) => [...now, ...added])
  startUploads(chat)
}

/** Starts waiting uploads of a chat, as many as may run at the same time. */
function startUploads(chat: string): void {
  for (const { key } of attachmentsOf(chat)
    .filter(({ state }) => state === 'waiting')
    .slice(0, Math.max(0, MAX_CONCURRENT_UPLOADS - abortControllers.size)))
    void runUpload(chat, key)
}

/** Uploads a file and starts its parse, then starts the next upload. */
async function runUpload(chat: string, key: string): Promise<void> {
  const file = attachmentsOf(chat).find((one) => one.key === key)?.file
  if (!file) return
  const controller = new AbortController()
  abortControllers.set(key, controller)
  updateAttachment(chat, key, { state: 'uploading', progress: 0, problem: undefined })
  const onProgress = (sent: number) =>
    updateAttachment(chat, key, { progress: Math.min(1, sent / file.size) })
  const answer = await sendFile(file, { onProgress, signal: controller.signal })
  abortControllers.delete(key)
  if (answer.success) {
    // The attachment was removed too late to stop the upload, so its file is deleted.
    if (controller.signal.aborted) void call(api.files.remove, { file_id: answer.data.id })
    updateAttachment(chat, key, { id: answer.data.id, state: 'reading', progress: 0, file: undefined })
    await startReading(chat, key)
  } else
    updateAttachment(chat, key, { state: 'failed', problem: answer.issues?.[0]?.message ?? answer.message })
  startUploads(chat)
}

/** Starts the parse of an uploaded file on the server. */
async function startReading(chat: string, key: string): Promise<void> {
  const file_id = attachmentsOf(chat).find((one) => one.key === key)?.id
  if (!file_id) return
  const answer = await call(api.ingestion.parseFile, { file_id })
  if (!answer.success) return updateAttachment(chat, key, { state: 'failed', problem: answer.message })
  updateAttachment(chat, key, { parse_id: answer.data.parse_id, state: 'reading' })
  await pollReading(chat, key)
}

/**
 * Asks the server once how far the parse of an attachment is. Of failed calls only a missing file changes its state, as
 * others may succeed the next time.
 */
async function pollReading(chat: string, key: string): Promise<void> {
  const parse_id = attachmentsOf(chat).find((one) => one.key === key)?.parse_id
  if (!parse_id) return
  const answer = await call(api.ingestion.parseState, { parse_id })
  if (!answer.success) {
    if (answer.code === 404)
      updateAttachment(chat, key, { state: 'failed', problem: '这个文件已不在，请重新添加' })
    return
  }
  const { state, progress, error } = answer.data
  if (state === 'ready') updateAttachment(chat, key, { state: 'ready', progress: 1 })
  else if (state === 'failed' || state === 'cancelled')
    updateAttachment(chat, key, { state: 'failed', problem: error ?? '没有读完这个文件' })
  else updateAttachment(chat, key, { progress })
}

/** Asks the server once about every attachment that is being parsed. */
export const pollAllReadings = (chat: string): Promise<unknown> =>
  Promise.all(attachmentsOf(chat).map(({ key, state }) => state === 'reading' && pollReading(chat, key)))

/** Repeats the step of an attachment that failed: its upload or its parse. */
export function retryAttachment(chat: string, key: string): void {
  const failed = attachmentsOf(chat).find((one) => one.key === key)
  if (!failed) return
  updateAttachment(chat, key, { state: failed.id ? 'reading' : 'waiting', problem: undefined, progress: 0 })
  if (failed.id) void startReading(chat, key)
  else startUploads(chat)
}

/** Removes one attachment; a file that no question was asked about is deleted from the server too. */
export function removeAttachment(chat: string, key: string): void {
  const removed = attachmentsOf(chat).find((one) => one.key === key)
  changeAttachments(chat, (now) => now.filter((one) => one.key !== key))
  abortControllers.get(key)?.abort()
  if (removed?.kind === 'file' && removed.id && !removed.asked)
    void call(api.files.remove, { file_id: removed.id })
  startUploads(chat)
}

/** The state of an attachment that needs neither an upload nor a parse. */
const READY = { state: 'ready' as const, progress: 1 }

/** Attaches documents of knowledge bases that are not attached yet; those beyond the maximum are left out silently. */
export function attachDocuments(chat: string, documents: readonly { id: string; name: string }[]): void {
  const attachedIds = new Set(attachmentsOf(chat).map(({ id }) => id))
  const added = documents
    .filter(({ id }) => !attachedIds.has(id))
    .map(({ id, name }) => ({ key: id, kind: 'document' as const, id, name, asked: false, ...READY }))
  changeAttachments(chat, (now) => [...now, ...added].slice(0, MAX_DOCUMENTS + MAX_FILES))
}

/** Converts the attachments of an earlier question, to be attached again. */
export const toChatAttachments = (attachments: readonly Attachment[]): ChatAttachment[] =>
  attachments.flatMap(({ kind, id, name }) =>
    kind === 'file' || kind === 'document' ? [{ key: id, kind, id, name, asked: true, ...READY }] : [],
  )

/** Replaces the present attachments. */
export const setAttachments = (chat: string, attached: ChatAttachment[]): void =>
  changeAttachments(chat, () => attached)

/** Returns the attachments sent with a question: all that are uploaded and have not failed. */
export function sendableAttachments(chat: string): ChatAttachment[] {
  return attachmentsOf(chat).filter(({ id, state }) => id !== '' && state !== 'failed')
}

/** Whether an upload is pending or running; a question waits for it. */
export const isSending = (attached: readonly ChatAttachment[]): boolean =>
  attached.some(({ state }) => state === 'waiting' || state === 'uploading')

/** Records that a question was asked about all attachments. */
export const markAsked = (chat: string): void => {
  if (attachmentsOf(chat).length > 0)
    changeAttachments(chat, (now) => now.map((one) => ({ ...one, asked: true })))
}
