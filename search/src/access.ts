import type { PaperIndex } from './port.ts'

/** How services reach the index of the library. */
export interface IndexAccess {
  /** The index; waits a moment at the start, until it has what the database has. */
  current: () => Promise<PaperIndex>
  /** Brings in what was written since; resolves when it is searchable. */
  catchUp: () => Promise<void>
  /** Builds everything again from the database; `report` gets 0–1. */
  rebuild: (report: (progress: number) => Promise<void>) => Promise<void>
  close: () => Promise<void>
}
