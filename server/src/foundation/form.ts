import type { Readable } from 'node:stream'

/** Files of a form, one after the other: each comes while it is read. */
export interface Form {
  /** Bytes of the whole form where it says so: none of its files is larger. */
  length: number | null
  files: AsyncIterable<FormFile>
}

export interface FormFile {
  /** As its owner calls it. */
  name: string
  bytes: Readable
}
