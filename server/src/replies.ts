import type { Readable } from 'node:stream'

/** One event of a stream. `seq` grows from 1 without gaps, so that a reader can go on after it. */
export interface StreamEvent<Data> {
  seq: number
  data: Data
}

/** A file as an answer: sent as an attachment, never shown in place. */
export interface FileReply {
  name: string
  mime: string
  size: number
  stream: () => Readable
}

/** Tells a file from the output value, for answers that may be either. */
export function isFileReply(reply: unknown): reply is FileReply {
  return typeof (reply as FileReply | null)?.stream === 'function'
}
