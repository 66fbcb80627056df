import type { Work } from '@scinav/contract'
import type { Block, FileKind, ParsedDocument, Passage } from '@scinav/documents'

/** What is known of a document as a whole. */
export interface DocumentFacts extends Omit<ParsedDocument, 'blocks'> {
  kind: FileKind
  blocks: number
  passages: number
  /** Of a file of references: nothing else is in it then. */
  works: number
}

/** A file that was read. Its text may be long: blocks and passages come in pieces, so that nobody else waits for them. */
export interface ParsedFile {
  facts: DocumentFacts
  /** In reading order, at most 200 at once. */
  blocks: () => AsyncGenerator<Block[]>
  passages: () => AsyncGenerator<Passage[]>
  works: () => AsyncGenerator<Work[]>
  /** The result lies on the disk until then. */
  discard: () => Promise<void>
}

export interface ParseProgress {
  /** 读取, 版面, 文字识别, 分段; what follows, 索引, is told by whoever does it. */
  stage: 'read' | 'layout' | 'ocr' | 'split'
  /** Pages done of all; 0 of 0 where the format has none. */
  done: number
  all: number
}

export interface ParseTask {
  id: string
  /** The same in every try, also after a restart of the server; absent where there is only one. */
  parse_id?: string
  /** Owners take turns. */
  owner_id: string
  path: string
  /** As its owner calls it. */
  name: string
  /** What an engine outside says of its structure, asked when its turn has come; absent where none is asked. */
  structure?: (signal: AbortSignal) => Promise<Uint8Array | null>
}

export interface ParseControl {
  signal?: AbortSignal
  report?: (progress: ParseProgress) => void
}

/** How files become documents: one after the other in turns of their owners, watched and ended from outside. */
export interface ParserPool {
  /**
   * Waits for its turn, then reads the file.
   *
   * @throws UnreadableDocument with a reason for the file's owner; the reason of `signal` once that is aborted.
   */
  parse: (task: ParseTask, turn?: ParseControl) => Promise<ParsedFile>
  /** How many files at once. */
  width: number
  /** Files that wait for another turn, or have it, with a part of their pages recognised: others may begin beside them. */
  unfinished: () => number
  /** How many files go before this one; null once it has begun. */
  place: (id: string) => number | null
  close: () => void
}
