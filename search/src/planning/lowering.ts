import type { Bilingual } from './bilingual.ts'
import type { NameLookup } from './field-plans.ts'

/** What a query is turned into terms with. */
export interface LoweringContext {
  lookup: NameLookup
  /** Null where translations are switched off. */
  bilingual: Bilingual | null
  /** Pairs (`pairKey`) that are no translations in this library. */
  other_senses?: ReadonlySet<string>
  /** Words as written, without stems and translations. */
  exact: boolean
}

/** How the words of a query are read. */
export interface WordReading extends LoweringContext {
  forms: number
}

/** Terms that stand for a word besides itself. */
export interface TermExpansion {
  from: string
  to: string[]
}

/** Names a term with one of its translations. */
export const pairKey = (from: string, to: string): string => `${from.toLowerCase()}\n${to}`
