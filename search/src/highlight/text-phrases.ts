import { scan } from '../analysis/scan.ts'
import type { PhrasePlan } from '../planning/plan.ts'

/** Phrases to find, with all their terms. */
export interface Phrases {
  /** The offset of the first part of each is 0. */
  plans: Pick<PhrasePlan, 'parts'>[]
  terms: Set<string>
  /** Returns whether a term is part of a phrase, or wanted by itself (searched for outside a phrase). */
  isWantedOrPart: (term: string) => boolean
}

/** Span of a term in a folded text; `to` is exclusive. */
export interface TermSpan {
  from: number
  to: number
}

/** Maximum number of terms looked up in one text; beyond it, further phrases of the text are not found. */
const MAX_LOOKUPS = 20_000

/**
 * Returns the occurrences of terms that form a phrase in sequence, unordered.
 *
 * @param text folded text
 * @param spansByTerm occurrences of the phrases' terms in the text, in text order
 */
export function findPhraseTerms(
  text: string,
  { plans }: Phrases,
  spansByTerm: ReadonlyMap<string, TermSpan[]>,
): Set<TermSpan> {
  const spans = new Set<TermSpan>()
  let lookups = 0
  for (const { matched, isWhole } of tryPhrases(text, plans, spansByTerm)) {
    lookups += matched.length + 1
    if (lookups > MAX_LOOKUPS) break
    if (isWhole) for (const span of matched) spans.add(span)
  }
  return spans
}

/**
 * Yields the result of matching each phrase, if all of its terms occur, at each occurrence of its first term: the spans
 * of its terms up to the first that does not match.
 */
function* tryPhrases(text: string, plans: Phrases['plans'], spansByTerm: ReadonlyMap<string, TermSpan[]>) {
  let positions: TermPositions | undefined
  for (const { parts } of plans) {
    if (!parts.every(({ term }) => spansByTerm.has(term))) continue
    positions ??= indexPositions(text, spansByTerm)
    for (const start of positions.get(parts[0]?.term ?? '')?.keys() ?? []) {
      const matched = matchPhrase(start, parts, positions)
      yield { matched, isWhole: matched.length === parts.length }
    }
  }
}

/** The span of each occurrence of a term, by term and by position as the index counts it. */
type TermPositions = Map<string, Map<number, TermSpan>>

/** Scans the text for positions, as the index counts them, and arranges the spans of the terms by these. */
function indexPositions(text: string, spansByTerm: ReadonlyMap<string, TermSpan[]>): TermPositions {
  const positionAt = new Map<number, number>()
  // Words are passed to the second function, other terms to the first.
  scan(
    text,
    (_term, position, at) => positionAt.set(at, position),
    (_entry, position, at) => positionAt.set(at, position),
  )
  // The spans are those of terms that a scan finds, so each has a position; -1 only satisfies the type.
  const byTerm: TermPositions = new Map()
  for (const [term, spans] of spansByTerm)
    byTerm.set(term, new Map(spans.map((span) => [positionAt.get(span.from) ?? -1, span])))
  return byTerm
}

/** Returns the spans of the terms of a phrase that begins at a position, up to the first term that does not match. */
function matchPhrase(start: number, parts: PhrasePlan['parts'], positions: TermPositions): TermSpan[] {
  const matched: TermSpan[] = []
  for (const { term, offset } of parts) {
    const span = positions.get(term)?.get(start + offset)
    if (!span) return matched
    matched.push(span)
  }
  return matched
}
