import type { Readable } from 'node:stream'

/**
 * One event of a stream. `seq` grows from 1 without gaps, so that a reader can go on after it. A shape of `event` and
 * `data` travels as a frame with a name.
 */
export type StreamEvent<Data> = Data extends { event: infer Name extends string; data: infer Body }
  ? { seq: number; name: Name; data: Body }
  : { seq: number; data: Data }

/** Events one by one, or those that came together; the same list for many readers is written out once. */
export type StreamReply<Data> = AsyncIterable<StreamEvent<Data> | readonly StreamEvent<Data>[]>

export interface ByteRange {
  start: number
  end: number
}

/** A file as an answer: sent as an attachment, never shown in place. */
export interface FileReply {
  name: string
  mime: string
  size: number
  /** What else is to be said of it. */
  headers?: Record<string, string>
  /** Changes with the content: parts of the file may be asked for, and put together with earlier ones. */
  etag?: string
  /** From one byte to another, both included; the whole without. */
  stream: (range?: ByteRange) => Readable
}

/**
 * A page whose elements are JSON already, where reading and printing them again would be most of the work. Each is given
 * as objects whose fields, one after the other, are the element's; none is empty. Who makes them answers for their shape.
 */
export interface SerializedPage<Page extends { list: unknown[] }> {
  written: string[][]
  page: Omit<Page, 'list'>
}

/** Tells a written page from an output value. */
export function isSerializedPage(reply: unknown): reply is SerializedPage<{ list: unknown[] }> {
  return Array.isArray((reply as SerializedPage<never> | null)?.written)
}

/** Tells a file from the output value, for answers that may be either. */
export function isFileReply(reply: unknown): reply is FileReply {
  return typeof (reply as FileReply | null)?.stream === 'function'
}
