import type { Readable } from 'node:stream'

/**
 * One event of a stream. `seq` grows from 1 without gaps, so that a reader can resume after it. Data of the shape `{
 * event, data }` is sent as a frame with a name.
 */
export type StreamEvent<Data> = Data extends { event: infer Name extends string; data: infer Body }
  ? { seq: number; name: Name; data: Body }
  : { seq: number; data: Data }

/** A stream of events, one by one or in batches; a batch that many readers share is serialized once. */
export type StreamReply<Data> = AsyncIterable<StreamEvent<Data> | readonly StreamEvent<Data>[]>

/** A range of bytes, both ends included. */
export interface ByteRange {
  start: number
  end: number
}

/** A file as a reply: sent as an attachment, never displayed in place. */
export interface FileReply {
  name: string
  mime: string
  /** In bytes; null for a file that is written while it is sent. */
  size: number | null
  /** Additional response headers. */
  headers?: Record<string, string>
  /** Changes with the content. With it, ranges of the file may be requested and combined with earlier ones. */
  etag?: string
  /** Streams a range, both ends included, or the whole file. */
  stream: (range?: ByteRange) => Readable
}

/**
 * A page whose elements are JSON already, for replies where parsing and serializing them again would be most of the
 * work. Each element is given as a nonempty list of serialized objects whose fields are concatenated: `['{"id":1}',
 * '{"views":2}']` becomes `{"id":1,"views":2}`. The producer is responsible for their shape.
 */
export interface SerializedPage<Page extends { list: unknown[] }> {
  /** The elements of `list`, each as the parts that are concatenated. */
  serializedElements: string[][]
  page: Omit<Page, 'list'>
}

/** Returns whether a reply is a serialized page. */
export function isSerializedPage(reply: unknown): reply is SerializedPage<{ list: unknown[] }> {
  return Array.isArray((reply as SerializedPage<never> | null)?.serializedElements)
}

/** Returns whether a reply is a file, for calls that may return either. */
export function isFileReply(reply: unknown): reply is FileReply {
  return typeof (reply as FileReply | null)?.stream === 'function'
}
