import { create } from 'zustand'
import type { UploadPosition } from '../../api/upload-parts.ts'

/**
 * `waiting` for its turn · `checking`: is it there already, is there room · `uploading` · `paused` ·
 * `asking`: its folder has another file of its name, and the person has not said what to do ·
 * `broken`: the server is away or has its hands full, it goes on by itself · `lost`: after a reload the browser no longer has the file ·
 * `arrived`: it is a document now · `failed`.
 */
type UploadState =
  | 'waiting'
  | 'checking'
  | 'uploading'
  | 'paused'
  | 'asking'
  | 'broken'
  | 'lost'
  | 'arrived'
  | 'failed'

/** What is to be done with a file whose folder has another one of its name. */
export type SameNameChoice = 'replace' | 'keep' | 'skip'

/** The document that has the name of an upload in its folder. */
export interface SameName {
  document_id: string
  may_replace: boolean
}

/** Where files go: a knowledge base, or a folder of it. */
export interface UploadTarget {
  dataset_id: string
  dataset_name: string
  folder_id: string | null
  /** The paper whose full text the file is. */
  paper_id?: string | undefined
}

/** A file on its way into a knowledge base. */
export interface Upload extends UploadTarget {
  key: string
  /** Folders below the target, made where they are missing. */
  way: string[]
  name: string
  size: number
  modified: number
  /** Missing while the browser does not have it. */
  file: File | undefined
  sha256: string | undefined
  state: UploadState
  /** Bytes that have left. */
  sent: number
  place: UploadPosition
  /** The document that it became. */
  document_id: string | undefined
  /** Known while `state` is `asking`. */
  same_name: SameName | undefined
  /** What the person has said for the case that its name is taken. */
  choice: SameNameChoice | undefined
  /** Of what has arrived: new, in the base before, brought back from the bin, or in the place of an older file. */
  outcome: UploadOutcome | undefined
  /** Why it failed or waits, in Chinese; counts while `state` is `failed` or `broken`. */
  problem: string | undefined
  /** Whether it failed because files of its kind are not taken. */
  isUnsupported: boolean
}

export type UploadOutcome = 'new' | 'there' | 'restored' | 'replaced'

interface UploadListState {
  uploads: readonly Upload[]
  /** The knowledge base whose screen shows its own uploads; the tray leaves them out. */
  shown: string | null
  /** Whether the question about names that are taken was closed without an answer. */
  isQuestionPutOff: boolean
}

/** Files on their way into knowledge bases. They go on while one walks from screen to screen. */
export const useUploadList = create<UploadListState>()(() => ({
  uploads: [],
  shown: null,
  isQuestionPutOff: false,
}))

export const allUploads = (): readonly Upload[] => useUploadList.getState().uploads

export const findUpload = (key: string): Upload | undefined => allUploads().find((one) => one.key === key)

export function changeUpload(key: string, to: Partial<Upload>): void {
  useUploadList.setState(({ uploads }) => ({
    uploads: uploads.map((one) => (one.key === key ? { ...one, ...to } : one)),
  }))
}

/** Whether bytes of it are still to be sent, now or when somebody says so. */
export const isPending = ({ state }: Upload): boolean => state !== 'arrived' && state !== 'failed'
