import type { Block } from './document.ts'

/** What is being done: reading, finding out the structure, recognising characters. */
export type ParseStage = 'read' | 'layout' | 'ocr'

/** A page whose characters were recognised. */
export interface RecognisedPage {
  page: number
  blocks: Block[]
  confidence: number
}

/** Recognition in pieces: a scanned book takes longer than anybody may read at a stretch. */
export interface RecognitionPieces {
  /** What earlier pieces have read. */
  known: readonly RecognisedPage[]
  /** Keeps a page for the pieces that follow. */
  keep: (page: RecognisedPage) => void
  /** A piece ends with the page that takes it beyond this. */
  piece_ms: number
}

/** How whoever waits for a document hears of it. */
export interface ParseWatch {
  /** `done` of `all` pages; 0 of 0 where the format has none. */
  report: (stage: ParseStage, done: number, all: number) => void
  /** Absent where one waits for all pages at a stretch. */
  pieces?: RecognitionPieces
}

/** Some pages are recognised and kept, and more are left for the next piece. */
export class MorePages extends Error {}
