import type { UnderstoodChip } from '@scinav/contract'
import type { TextSpan } from '../text/sentences.ts'

/** The bounds, all inclusive, of the papers that may answer a question; empty lists and absent years are no bounds. */
export interface Constraints {
  year_from?: number
  year_to?: number
  /** Author names as the question writes them. */
  author: string[]
  /** Venues as the question writes them, as far as the library has them. */
  source: string[]
  resource_type: number[]
}

/** Constraints that exclude no paper. */
export const NO_CONSTRAINTS: Constraints = { author: [], source: [], resource_type: [] }

/** Returns whether at least one bound is set. */
export const isConstrained = ({ year_from, year_to, author, source, resource_type }: Constraints): boolean =>
  year_from !== undefined || year_to !== undefined || author.length + source.length + resource_type.length > 0

/** A span of a question that narrows the search, with the bound it means and the chip that shows it. */
export interface ConstraintSpan extends TextSpan {
  chip: UnderstoodChip
  constraint: Partial<Constraints>
}
