import type { Block } from './document.ts'

/** What a parser is doing: reading the file, detecting its structure, recognising characters. */
export type ParseStage = 'read' | 'layout' | 'ocr'

/** A page whose characters were recognised. */
export interface RecognisedPage {
  page: number
  blocks: Block[]
  confidence: number
}

/** Character recognition in several steps: a scanned book takes longer than one parse may run. */
export interface RecognitionPieces {
  /** Pages recognised by earlier steps. */
  known: readonly RecognisedPage[]
  /** Stores a page for the steps that follow. */
  keep: (page: RecognisedPage) => void
  /** Time after which a step ends, in milliseconds; the page in progress is still completed. */
  piece_ms: number
}

/** Receives the progress of a parse and controls how it is divided into steps. */
export interface ParseWatch {
  /** Reports that `done` of `all` pages are processed; both are 0 when the format has no pages. */
  report: (stage: ParseStage, done: number, all: number) => void
  /** Absent when all pages are recognised in one step. */
  pieces?: RecognitionPieces
}

/** Thrown when some pages are recognised and stored, and more remain for the next step. */
export class MorePages extends Error {}
