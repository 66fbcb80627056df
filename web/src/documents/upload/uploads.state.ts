import { create } from 'zustand'
import type { UploadPosition } from '../../api/upload-parts.ts'

/**
 * The state of an upload: `waiting` for its turn · `checking` whether it exists and fits · `uploading` · `paused` ·
 * `asking`: its folder has another file with this name, and the user has not chosen what to do · `broken`: the server
 * is unreachable or overloaded, it resumes automatically · `lost`: after a reload the browser no longer has the file ·
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

/** The choice for a file whose folder has another one with the same name. */
export type SameNameChoice = 'replace' | 'keep' | 'skip'

/** The document with the same name in the upload's folder. */
export interface SameName {
  document_id: string
  /** Whether the user may replace its file. */
  may_replace: boolean
}

/** The target of an upload: a knowledge base, or one of its folders. */
export interface UploadTarget {
  dataset_id: string
  dataset_name: string
  /** Null for the top level. */
  folder_id: string | null
  /** The paper whose full text the file is. */
  paper_id?: string | undefined
}

/** An upload into a knowledge base. */
export interface Upload extends UploadTarget {
  /** Identifies the upload in this browser. */
  key: string
  /** Folders below the target, created when missing. */
  way: string[]
  name: string
  /** In bytes. */
  size: number
  /** When the file was last changed, in milliseconds since 1970. */
  modified: number
  /** The file to send; undefined once it has arrived, and when the browser lost it in a reload. */
  file: File | undefined
  /** In hexadecimal; undefined until it has been computed. */
  sha256: string | undefined
  state: UploadState
  /** Bytes sent. */
  sent: number
  /** Where an upload in parts continues. */
  position: UploadPosition
  /** The id of the resulting document; undefined until the file has arrived. */
  document_id: string | undefined
  /** Set while `state` is `asking`. */
  same_name: SameName | undefined
  /** The user's choice for the case that its name exists; undefined until it has been made. */
  choice: SameNameChoice | undefined
  /**
   * Outcome of an arrived file: new, already in the base, restored from the recycle bin, or in place of an older file.
   */
  outcome: UploadOutcome | undefined
  /** Why it failed or waits, in Chinese; valid while `state` is `failed` or `broken`. */
  problem: string | undefined
  /** Whether it failed because files of its kind are not accepted. */
  isUnsupported: boolean
}

/** What became of a file that has arrived: a new document, or one that existed, was restored, or got a new file. */
export type UploadOutcome = 'new' | 'there' | 'restored' | 'replaced'

/** The list of uploads and how it is shown. */
interface UploadListState {
  uploads: readonly Upload[]
  /** Id of the knowledge base whose screen shows its own uploads; the tray omits them. */
  shownDatasetId: string | null
  /** Whether the dialog about existing names was closed without a choice. */
  isQuestionPutOff: boolean
}

/** The uploads into knowledge bases; they continue across screens. */
export const useUploadList = create<UploadListState>()(() => ({
  uploads: [],
  shownDatasetId: null,
  isQuestionPutOff: false,
}))

/** Returns the uploads as they are now. */
export const allUploads = (): readonly Upload[] => useUploadList.getState().uploads

/** Returns an upload as it is now; undefined when it has been removed. */
export const findUpload = (key: string): Upload | undefined =>
  allUploads().find((upload) => upload.key === key)

/** Changes an upload; does nothing when it has been removed. */
export function changeUpload(key: string, changes: Partial<Upload>): void {
  useUploadList.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)),
  }))
}

/** Whether bytes still have to be sent, now or after the user acts. */
export const isPending = ({ state }: Upload): boolean => state !== 'arrived' && state !== 'failed'
