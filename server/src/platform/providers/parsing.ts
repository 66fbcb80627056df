import type { Work } from '@scinav/contract'
import type { Block, FileKind, ParsedDocument, Passage } from '@scinav/documents'

/** Facts about a document as a whole. */
export interface DocumentFacts extends Omit<ParsedDocument, 'blocks'> {
  kind: FileKind
  blocks: number
  passages: number
  /** Number of works in a file of references, which has no other content. */
  works: number
}

/** A parsed file. Its text may be long: blocks and passages come in batches, so that other work is not blocked. */
export interface ParsedFile {
  facts: DocumentFacts
  /** In reading order, at most 200 at once. */
  blocks: () => AsyncGenerator<Block[]>
  passages: () => AsyncGenerator<Passage[]>
  works: () => AsyncGenerator<Work[]>
  /** Removes the result, which is kept on the disk until then. */
  discard: () => Promise<void>
}

/** The progress of a parse. */
export interface ParseProgress {
  /** 读取, 版面, 文字识别, 分段; the next stage, 索引, is reported by the indexer. */
  stage: 'read' | 'layout' | 'ocr' | 'split'
  /** Number of pages done; 0 when the format has none. */
  done: number
  /** Number of pages in all; 0 when the format has none. */
  all: number
}

/** A file to be parsed. */
export interface ParseTask {
  id: string
  /** The same in every attempt, also after a restart of the server; absent when there is only one. */
  parse_id?: string
  /** Owners take turns. */
  owner_id: string
  path: string
  /** The name its owner gave it. */
  name: string
  /**
   * Returns the structure found by an external engine, requested when the task's turn comes; absent when none is used.
   */
  structure?: (signal: AbortSignal) => Promise<Uint8Array | null>
}

/** Cancels a parse and receives its progress. */
export interface ParseControl {
  signal?: AbortSignal
  report?: (progress: ParseProgress) => void
}

/** Parses files into documents, one after the other in turns of their owners; supervised and cancellable. */
export interface ParserPool {
  /**
   * Waits for its turn, then parses the file.
   *
   * @throws UnreadableDocument with a reason for the file's owner; the reason of `signal` when it is aborted.
   */
  parse: (task: ParseTask, control?: ParseControl) => Promise<ParsedFile>
  /** Number of files parsed at once. */
  width: number
  /**
   * Returns the number of files of which some pages are recognised and others are not; between two turns of such a file
   * others may begin.
   */
  unfinished: () => number
  /** Returns how many files go before this one; null once it has begun. */
  place: (id: string) => number | null
  close: () => void
}
