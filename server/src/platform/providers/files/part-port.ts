import type { Readable } from 'node:stream'

/** A store of files that arrive in parts. Names are our own ids, never a person's. */
export interface PartStore {
  /**
   * Writes bytes from an offset and returns their number once they are stored.
   *
   * @throws what reading the bytes throws; the next try overwrites what was written so far.
   */
  write: (name: string, offset: number, bytes: AsyncIterable<Uint8Array>) => Promise<number>
  /** Streams the bytes of a file, as far as they were stored. */
  read: (name: string) => Readable
  /** Returns the number of stored bytes, 0 when there is no such file. */
  size: (name: string) => Promise<number>
  /**
   * Provides a local file with these bytes for the duration of `use`.
   *
   * @returns the result of `use`, or null when there is no such file.
   */
  withLocalFile: <Result>(name: string, use: (path: string) => Promise<Result>) => Promise<Result | null>
  remove: (name: string) => Promise<void>
  /** Lists the names of all files. */
  names: () => Promise<string[]>
  /** Returns the free space on this machine, bytes. */
  free: () => Promise<number>
}
