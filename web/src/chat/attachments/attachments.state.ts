import { api } from '@scinav/contract'
import { useState } from 'react'
import { create } from 'zustand'
import { call } from '../../api/call.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import type { Attachment } from './added-to.ts'
import { sendFile } from './send-file.ts'

/** A file or a document that questions of a chat are about. */
export interface Attached {
  key: string
  kind: 'file' | 'document'
  /** Empty until the file has arrived. */
  id: string
  name: string
  /** `reading`: the server reads it; a question may be asked already. */
  state: 'waiting' | 'uploading' | 'reading' | 'ready' | 'failed'
  /** 0–1, of what is being done. */
  progress: number
  /** Why it failed, in Chinese. */
  problem?: string | undefined
  /** What can be sent again. */
  file?: File | undefined
  parse_id?: string | undefined
  /** A question was asked about it: its citations want it. */
  asked: boolean
}

/** As many as one question takes. */
const MOST_FILES = 10
const MOST_DOCUMENTS = 100
const AT_A_TIME = 2

/** What is attached, by chat. What has arrived outlives a reload. */
export const useAttachments = create<Record<string, Attached[]>>()(() => ({}))

const NONE: Attached[] = []
const stored = (chat: string): string => `scinav.attached:${chat}`
const stops = new Map<string, AbortController>()
let last = 0
const newKey = (): string => {
  last += 1
  return `${Date.now().toString(36)}-${last}`
}

/** What is attached to the next question of a chat. */
export function useAttached(chat: string): Attached[] {
  useState(() => load(chat))
  return useAttachments((state) => state[chat]) ?? NONE
}

function load(chat: string): void {
  if (useAttachments.getState()[chat]) return
  // Written by `change` alone.
  const kept = JSON.parse(sessionStorage.getItem(stored(chat)) ?? '[]') as Attached[]
  if (kept.length > 0) useAttachments.setState({ [chat]: kept })
}

/** What is attached now. */
export const attachmentsOf = (chat: string): Attached[] => useAttachments.getState()[chat] ?? NONE

function change(chat: string, to: (now: Attached[]) => Attached[]): void {
  const next = to(attachmentsOf(chat))
  useAttachments.setState({ [chat]: next })
  const kept = next.filter(({ id, state }) => id !== '' && state !== 'failed')
  sessionStorage.setItem(stored(chat), JSON.stringify(kept.map(({ file: _, ...rest }) => rest)))
}

/** Changes one; what was removed meanwhile stays away. */
const tell = (chat: string, key: string, news: Partial<Attached>): void =>
  change(chat, (now) => now.map((each) => (each.key === key ? { ...each, ...news } : each)))

/** Sends files, to be attached; says so where they are empty or too many. */
export function attachFiles(chat: string, files: readonly File[]): void {
  const full = files.filter(({ size }) => size > 0)
  if (full.length < files.length)
    toast(`${files.length - full.length} 个文件是空的，没有附上`, { tone: 'bad' })
  const room = MOST_FILES - attachmentsOf(chat).filter(({ kind }) => kind === 'file').length
  if (full.length > room) toast(`一次提问最多附 ${MOST_FILES} 个文件，其余的没有附上`, { tone: 'bad' })
  const blank = { kind: 'file' as const, id: '', state: 'waiting' as const, progress: 0, asked: false }
  const added = full
    .slice(0, Math.max(0, room))
    .map((file) => ({ ...blank, key: newKey(), name: file.name, file }))
  if (added.length > 0) change(chat, (now) => [...now, ...added])
  begin(chat)
}

function begin(chat: string): void {
  for (const { key } of attachmentsOf(chat)
    .filter(({ state }) => state === 'waiting')
    .slice(0, Math.max(0, AT_A_TIME - stops.size)))
    void run(chat, key)
}

async function run(chat: string, key: string): Promise<void> {
  const file = attachmentsOf(chat).find((each) => each.key === key)?.file
  if (!file) return
  const stop = new AbortController()
  stops.set(key, stop)
  tell(chat, key, { state: 'uploading', progress: 0, problem: undefined })
  const onProgress = (sent: number) => tell(chat, key, { progress: Math.min(1, sent / file.size) })
  const sent = await sendFile(file, { onProgress, signal: stop.signal })
  stops.delete(key)
  if (sent.success) {
    if (stop.signal.aborted) void call(api.files.remove, { file_id: sent.data.id })
    tell(chat, key, { id: sent.data.id, state: 'reading', progress: 0, file: undefined })
    await read(chat, key)
  } else tell(chat, key, { state: 'failed', problem: sent.issues?.[0]?.message ?? sent.message })
  begin(chat)
}

/** Has a file read that has arrived. */
async function read(chat: string, key: string): Promise<void> {
  const file_id = attachmentsOf(chat).find((each) => each.key === key)?.id
  if (!file_id) return
  const answer = await call(api.ingestion.parseFile, { file_id })
  if (!answer.success) return tell(chat, key, { state: 'failed', problem: answer.message })
  tell(chat, key, { parse_id: answer.data.parse_id, state: 'reading' })
  await lookAt(chat, key)
}

/** Asks how far the reading of one is. */
async function lookAt(chat: string, key: string): Promise<void> {
  const parse_id = attachmentsOf(chat).find((each) => each.key === key)?.parse_id
  if (!parse_id) return
  const answer = await call(api.ingestion.parseState, { parse_id })
  if (!answer.success) {
    if (answer.code === 404) tell(chat, key, { state: 'failed', problem: '这个文件已不在，请重新添加' })
    return
  }
  const { state, progress, error } = answer.data
  if (state === 'ready') tell(chat, key, { state: 'ready', progress: 1 })
  else if (state === 'failed' || state === 'cancelled')
    tell(chat, key, { state: 'failed', problem: error ?? '没有读完这个文件' })
  else tell(chat, key, { progress })
}

export const lookAtAll = (chat: string): Promise<unknown> =>
  Promise.all(attachmentsOf(chat).map(({ key, state }) => state === 'reading' && lookAt(chat, key)))

/** Sends, or reads, once more what failed. */
export function retryAttached(chat: string, key: string): void {
  const failed = attachmentsOf(chat).find((each) => each.key === key)
  if (!failed) return
  tell(chat, key, { state: failed.id ? 'reading' : 'waiting', problem: undefined, progress: 0 })
  if (failed.id) void read(chat, key)
  else begin(chat)
}

/** Takes one away; a file that no question was asked about goes from the server too. */
export function detach(chat: string, key: string): void {
  const gone = attachmentsOf(chat).find((each) => each.key === key)
  change(chat, (now) => now.filter((each) => each.key !== key))
  stops.get(key)?.abort()
  if (gone?.kind === 'file' && gone.id && !gone.asked) void call(api.files.remove, { file_id: gone.id })
  begin(chat)
}

const settled = { state: 'ready' as const, progress: 1 }

/** Attaches documents of knowledge bases. */
export function attachDocuments(chat: string, documents: readonly { id: string; name: string }[]): void {
  const known = new Set(attachmentsOf(chat).map(({ id }) => id))
  const added = documents
    .filter(({ id }) => !known.has(id))
    .map(({ id, name }) => ({ key: id, kind: 'document' as const, id, name, asked: false, ...settled }))
  change(chat, (now) => [...now, ...added].slice(0, MOST_DOCUMENTS + MOST_FILES))
}

/** What a question was asked about, to be asked about again. */
export const askedAgain = (attachments: readonly Attachment[]): Attached[] =>
  attachments.flatMap(({ kind, id, name }) =>
    kind === 'file' || kind === 'document' ? [{ key: id, kind, id, name, asked: true, ...settled }] : [],
  )

/** Attaches these, in the place of what is attached now. */
export const putAttached = (chat: string, attached: Attached[]): void => change(chat, () => attached)

/** What goes along with a question: nothing that could not be read. */
export function takenAlong(chat: string): Attached[] {
  return attachmentsOf(chat).filter(({ id, state }) => id !== '' && state !== 'failed')
}

/** Whether something is still being sent: a question waits for it. */
export const isSending = (attached: readonly Attached[]): boolean =>
  attached.some(({ state }) => state === 'waiting' || state === 'uploading')

/** Says that a question was asked about all of them. */
export const markAsked = (chat: string): void => {
  if (attachmentsOf(chat).length > 0) change(chat, (now) => now.map((each) => ({ ...each, asked: true })))
}
