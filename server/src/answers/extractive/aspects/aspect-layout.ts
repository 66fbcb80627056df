import type { Language } from '../../../language/question/question.ts'
import { ASPECTS, type Aspect } from './aspect-model.ts'

/** How papers are laid out by aspect. */
export interface AspectLayout {
  language: Language
  /** A single paper by itself, papers as a table, or all together as a review; several papers of a list are a table. */
  form: 'list' | 'table' | 'review'
  /** The aspects to show; empty for all. */
  aspects: Aspect[]
  /** Whether the question asks for aspects; otherwise they are shown because nothing answered it. */
  direct: boolean
  /** What a review is organized by; by aspect when absent. */
  organized?: ReviewOrganization
  /** The aspects that come before the others. */
  leading?: Aspect[]
  /** The names of requested columns of a table that are no aspects. */
  unknown?: string[]
}

/** The principle that a review is organized by; `method` is by aspect with the methods first. */
export type ReviewOrganization = 'aspect' | 'time' | 'method'

/** Returns the aspects to show, the leading ones first. */
export function aspectsInOrder({ aspects, leading = [], organized }: AspectLayout): Aspect[] {
  const requested = aspects.length > 0 ? aspects : [...ASPECTS]
  const first: Aspect[] = organized === 'method' ? ['method'] : leading
  return [...new Set([...first, ...requested])]
}
