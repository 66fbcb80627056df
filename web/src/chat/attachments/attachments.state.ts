import { api } from '@scinav/contract'
import { useState } from 'react'
import { create } from 'zustand'
import { call } from '../../api/call.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import type { Attachment } from './added-attachments.ts'
import { sendFile } from './send-file.ts'

/** A file or document that questions of a chat are about. */
export interface ChatAttachment {
  key: string
  kind: 'file' | 'document'
  /** Empty until the upload is complete. */
  id: string
  name: string
  /** `reading`: the server is parsing it; a question may be sent already. */
  state: 'waiting' | 'uploading' | 'reading' | 'ready' | 'failed'
  /** Fraction done of the current step, 0–1. */
  progress: number
  /** Why it failed, in Chinese. */
  problem?: string | undefined
  /** The file to upload again after a failure. */
  file?: File | undefined
  parse_id?: string | undefined
  /** A question was asked about it, so citations refer to it. */
  asked: boolean
}

/** Maximum numbers of files and documents in one question. */
const MAX_FILES = 10
const MAX_DOCUMENTS = 100
const MAX_CONCURRENT_UPLOADS = 2

/** The attachments by chat. Uploaded ones survive a reload. */
export const useAttachments = create<Record<string, ChatAttachment[]>>()(() => ({}))

const NO_ATTACHMENTS: ChatAttachment[] = []
const storageKey = (chat: string): string => `scinav.attached:${chat}`
const abortControllers = new Map<string, AbortController>()
let lastKey = 0
const newKey = (): string => {
  lastKey += 1
  return `${Date.now().toString(36)}-${lastKey}`
}

/** Returns the attachments of the next question of a chat. */
export function useChatAttachments(chat: string): ChatAttachment[] {
  useState(() => loadAttachments(chat))
  return useAttachments((state) => state[chat]) ?? NO_ATTACHMENTS
}

function loadAttachments(chat: string): void {
  if (useAttachments.getState()[chat]) return
  // Only written by `changeAttachments`.
  const kept = JSON.parse(sessionStorage.getItem(storageKey(chat)) ?? '[]') as ChatAttachment[]
  if (kept.length > 0) useAttachments.setState({ [chat]: kept })
}

/** Returns the present attachments of a chat. */
export const attachmentsOf = (chat: string): ChatAttachment[] =>
  useAttachments.getState()[chat] ?? NO_ATTACHMENTS

function changeAttachments(chat: string, to: (now: ChatAttachment[]) => ChatAttachment[]): void {
  const next = to(attachmentsOf(chat))
  useAttachments.setState({ [chat]: next })
  const kept = next.filter(({ id, state }) => id !== '' && state !== 'failed')
  sessionStorage.setItem(storageKey(chat), JSON.stringify(kept.map(({ file: _, ...rest }) => rest)))
}

/** Updates one attachment; does nothing if it has been removed meanwhile. */
const updateAttachment = (chat: string, key: string, news: Partial<ChatAttachment>): void =>
  changeAttachments(chat, (now) => now.map((each) => (each.key === key ? { ...each, ...news } : each)))

/** Uploads and attaches files; reports empty ones and those beyond the maximum. */
export function attachFiles(chat: string, files: readonly File[]): void {
  const full = files.filter(({ size }) => size > 0)
  if (full.length < files.length)
    toast(`${files.length - full.length} 个文件是空的，没有附上`, { tone: 'bad' })
  const room = MAX_FILES - attachmentsOf(chat).filter(({ kind }) => kind === 'file').length
  if (full.length > room) toast(`一次提问最多附 ${MAX_FILES} 个文件，其余的没有附上`, { tone: 'bad' })
  const blank = { kind: 'file' as const, id: '', state: 'waiting' as const, progress: 0, asked: false }
  const added = full
    .slice(0, Math.max(0, room))
    .map((file) => ({ ...blank, key: newKey(), name: file.name, file }))
  if (added.length > 0) changeAttachments(chat, (now) => [...now, ...added])
  startUploads(chat)
}

function startUploads(chat: string): void {
  for (const { key } of attachmentsOf(chat)
    .filter(({ state }) => state === 'waiting')
    .slice(0, Math.max(0, MAX_CONCURRENT_UPLOADS - abortControllers.size)))
    void runUpload(chat, key)
}

async function runUpload(chat: string, key: string): Promise<void> {
  const file = attachmentsOf(chat).find((each) => each.key === key)?.file
  if (!file) return
  const stop = new AbortController()
  abortControllers.set(key, stop)
  updateAttachment(chat, key, { state: 'uploading', progress: 0, problem: undefined })
  const onProgress = (sent: number) =>
    updateAttachment(chat, key, { progress: Math.min(1, sent / file.size) })
  const sent = await sendFile(file, { onProgress, signal: stop.signal })
  abortControllers.delete(key)
  if (sent.success) {
    if (stop.signal.aborted) void call(api.files.remove, { file_id: sent.data.id })
    updateAttachment(chat, key, { id: sent.data.id, state: 'reading', progress: 0, file: undefined })
    await startReading(chat, key)
  } else updateAttachment(chat, key, { state: 'failed', problem: sent.issues?.[0]?.message ?? sent.message })
  startUploads(chat)
}

/** Starts parsing an uploaded file on the server. */
async function startReading(chat: string, key: string): Promise<void> {
  const file_id = attachmentsOf(chat).find((each) => each.key === key)?.id
  if (!file_id) return
  const answer = await call(api.ingestion.parseFile, { file_id })
  if (!answer.success) return updateAttachment(chat, key, { state: 'failed', problem: answer.message })
  updateAttachment(chat, key, { parse_id: answer.data.parse_id, state: 'reading' })
  await pollReading(chat, key)
}

/** Polls the parsing state of one attachment. */
async function pollReading(chat: string, key: string): Promise<void> {
  const parse_id = attachmentsOf(chat).find((each) => each.key === key)?.parse_id
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

/** Polls the parsing state of every attachment that is being parsed. */
export const pollAllReadings = (chat: string): Promise<unknown> =>
  Promise.all(attachmentsOf(chat).map(({ key, state }) => state === 'reading' && pollReading(chat, key)))

/** Repeats a failed upload or a failed parse. */
export function retryAttachment(chat: string, key: string): void {
  const failed = attachmentsOf(chat).find((each) => each.key === key)
  if (!failed) return
  updateAttachment(chat, key, { state: failed.id ? 'reading' : 'waiting', problem: undefined, progress: 0 })
  if (failed.id) void startReading(chat, key)
  else startUploads(chat)
}

/** Removes one attachment; a file that no question was asked about is deleted from the server too. */
export function removeAttachment(chat: string, key: string): void {
  const gone = attachmentsOf(chat).find((each) => each.key === key)
  changeAttachments(chat, (now) => now.filter((each) => each.key !== key))
  abortControllers.get(key)?.abort()
  if (gone?.kind === 'file' && gone.id && !gone.asked) void call(api.files.remove, { file_id: gone.id })
  startUploads(chat)
}

const READY = { state: 'ready' as const, progress: 1 }

/** Attaches documents of knowledge bases. */
export function attachDocuments(chat: string, documents: readonly { id: string; name: string }[]): void {
  const known = new Set(attachmentsOf(chat).map(({ id }) => id))
  const added = documents
    .filter(({ id }) => !known.has(id))
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
    changeAttachments(chat, (now) => now.map((each) => ({ ...each, asked: true })))
}
