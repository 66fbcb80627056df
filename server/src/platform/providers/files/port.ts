import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/**
 * Bytes by name. Names are our own (`exports/<id>.zip`), never a person's. What is not on this machine throws AppError
 * `storage.unavailable` while it cannot be reached, `storage.damaged` where a file is not what was stored.
 */
export interface FileStore {
  /** Writes whole or not at all. */
  put: (name: string, bytes: Uint8Array) => Promise<void>
  /** The same for what is too large to be held: `write` puts the bytes into an empty file. */
  build: (name: string, write: (file: FileHandle) => Promise<void>) => Promise<void>
  /** Takes over a file of this machine, whose bytes are on the disk; the file itself stays until its owner removes it. */
  adopt: (name: string, path: string) => Promise<void>
  /** `stream` begins and ends with the bytes of a range, both included. @returns null where there is no such file. */
  open: (
    name: string,
  ) => Promise<{ size: number; stream: (range?: { start: number; end: number }) => Readable } | null>
  /**
   * Lends a file of this machine with these bytes, for work that reads it from another process.
   *
   * @returns what `use` answers; null where there is no such file.
   */
  lend: <Result>(name: string, use: (path: string) => Promise<Result>) => Promise<Result | null>
  remove: (name: string) => Promise<void>
  /** The files below a folder, or all, and when each came there. */
  list: (folder?: string) => Promise<{ name: string; came_at: Date }[]>
  /** Takes away what was begun before a moment, was never stored, and is in no list. */
  clean: (before: Date) => Promise<void>
}
