import type { Block } from './document.ts'

/** What a parser is doing: reading the file, detecting its structure, recognizing characters. */
export type ParseStage = 'read' | 'layout' | 'ocr'

/** A page whose characters were recognized. */
export interface RecognizedPage {
  /** From 1. */
  page: number
  blocks: Block[]
  /** Confidence of the recognition, 0–1. */
  confidence: number
}

/** Character recognition in several steps: a scanned book takes longer than one parse may run. */
export interface RecognitionSteps {
  /** Pages recognized by earlier steps. */
  recognized: readonly RecognizedPage[]
  /** Stores a page for the steps that follow. */
  save: (page: RecognizedPage) => void
  /** Time after which a step ends, in milliseconds; the page in progress is still completed. */
  step_ms: number
}

/** Receives the progress of a parse and controls how it is divided into steps. */
export interface ParseWatch {
  /** Reports that `done` of `total` pages are processed; both are 0 when the format has no pages. */
  report: (stage: ParseStage, done: number, total: number) => void
  /** Absent when all pages are recognized in one step. */
  steps?: RecognitionSteps
}

/** Thrown when some pages are recognized and stored, and more remain for the next step. */
export class MorePages extends Error {}
