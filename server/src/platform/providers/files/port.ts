import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/**
 * A store of bytes by name. Names are our own (`exports/<id>.zip`), never a person's.
 *
 * A remote store throws AppError `storage.unavailable` when it cannot be reached, and `storage.damaged` when a file
 * differs from what was stored.
 */
export interface FileStore {
  /** Writes a file atomically. */
  put: (name: string, bytes: Uint8Array) => Promise<void>
  /** Writes a file atomically that is too large for memory: `write` fills an empty file. */
  build: (name: string, write: (file: FileHandle) => Promise<void>) => Promise<void>
  /** Stores a copy of a local file whose bytes are on the disk; the file itself stays until its owner removes it. */
  putFile: (name: string, path: string) => Promise<void>
  /**
   * Opens a file; `stream` reads a range, both ends included.
   *
   * @returns null when there is no such file.
   */
  open: (
    name: string,
  ) => Promise<{ size: number; stream: (range?: { start: number; end: number }) => Readable } | null>
  /**
   * Provides a local file with these bytes for the duration of `use`, for work that another process reads.
   *
   * @returns the result of `use`, or null when there is no such file.
   */
  withLocalFile: <Result>(name: string, use: (path: string) => Promise<Result>) => Promise<Result | null>
  /** Removes a file; does nothing when there is none. */
  remove: (name: string) => Promise<void>
  /** Lists the files below a folder, or all, with the times they were stored. */
  list: (folder?: string) => Promise<{ name: string; stored_at: Date }[]>
  /** Removes writes that began before a moment, were never finished and appear in no list. */
  removeUnfinished: (before: Date) => Promise<void>
}
