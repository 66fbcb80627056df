import type { Readable } from 'node:stream'

/** Files that arrive in parts. Names are our own ids, never a person's. */
export interface PartStore {
  /**
   * Writes bytes from an offset on and answers how many there were; they are stored by then.
   *
   * @throws what reading the bytes throws; what was written so far is written over by the next try.
   */
  write: (name: string, offset: number, bytes: AsyncIterable<Uint8Array>) => Promise<number>
  read: (name: string) => Readable
  /** Bytes that are stored; 0 where there is no such file. */
  size: (name: string) => Promise<number>
  /** Lends a file of this machine with these bytes. @returns what `use` answers; null where there is no such file. */
  lend: <Result>(name: string, use: (path: string) => Promise<Result>) => Promise<Result | null>
  remove: (name: string) => Promise<void>
  names: () => Promise<string[]>
  /** Bytes that this machine's disk has free for us. */
  free: () => Promise<number>
}
