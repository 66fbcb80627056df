/** What is being done: reading, finding out the structure, recognising characters. */
export type ParseStage = 'read' | 'layout' | 'ocr'

/** How whoever waits for a document hears of it. */
export interface ParseWatch {
  /** `done` of `all` pages; 0 of 0 where the format has none. */
  report: (stage: ParseStage, done: number, all: number) => void
}
