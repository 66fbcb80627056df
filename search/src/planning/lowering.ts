import type { Bilingual } from './bilingual.ts'
import type { NameLookup } from './field-plans.ts'

/** Inputs of lowering a query to terms. */
export interface LoweringContext {
  lookup: NameLookup
  /** Null when translations are switched off. */
  bilingual: Bilingual | null
  /** Pairs (`pairKey`) that do not translate each other in this library. */
  other_senses?: ReadonlySet<string>
  /** Whether words are searched as written, without stems and translations. */
  exact: boolean
}

/**
 * How the words of a query are read; `forms` is the additional score of written forms, as a share of the word's weight.
 */
export interface WordReading extends LoweringContext {
  forms: number
}

/** A term of the query with the translations that are searched too. */
export interface TermExpansion {
  from: string
  to: string[]
}

/** Returns the key of a term with one of its translations. */
export const pairKey = (from: string, to: string): string => `${from.toLowerCase()}\n${to}`
