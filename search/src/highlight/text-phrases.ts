import { scan } from '../analysis/scan.ts'
import type { PhrasePlan } from '../planning/plan.ts'

/** Phrases to find, with all their terms. */
export interface Phrases {
  plans: Pick<PhrasePlan, 'parts'>[]
  terms: Set<string>
  /** Returns whether a term is part of a phrase, or wanted by itself. */
  isWantedOrPart: (term: string) => boolean
}

/** Span of a term in a folded text. */
export interface TermSpan {
  from: number
  to: number
}

/** Maximum number of terms looked up in one text; only very long phrases in very long texts reach it. */
const MAX_LOOKUPS = 20_000

/**
 * Returns the terms that form a phrase in sequence, unordered.
 *
 * @param found occurrences of the phrases' terms in the text, by term, in text order.
 */
export function findPhraseTerms(
  text: string,
  { plans }: Phrases,
  found: ReadonlyMap<string, TermSpan[]>,
): Set<TermSpan> {
  const terms = new Set<TermSpan>()
  let lookups = 0
  for (const { phrase, isWhole } of tryPhrases(text, plans, found)) {
    lookups += phrase.length + 1
    if (lookups > MAX_LOOKUPS) break
    if (isWhole) for (const term of phrase) terms.add(term)
  }
  return terms
}

/**
 * Yields each attempt to match a phrase whose terms all occur, from each occurrence of its first term, with the
 * matching part.
 */
function* tryPhrases(text: string, plans: Phrases['plans'], found: ReadonlyMap<string, TermSpan[]>) {
  let positions: TermPositions | undefined
  for (const { parts } of plans) {
    if (!parts.every(({ term }) => found.has(term))) continue
    positions ??= indexPositions(text, found)
    for (const head of positions.get(parts[0]?.term ?? '')?.keys() ?? []) {
      const phrase = matchPhrase(head, parts, positions)
      yield { phrase, isWhole: phrase.length === parts.length }
    }
  }
}

/** Terms by position as counted by the index. */
type TermPositions = Map<string, Map<number, TermSpan>>

function indexPositions(text: string, found: ReadonlyMap<string, TermSpan[]>): TermPositions {
  const positions = new Map<number, number>()
  scan(
    text,
    (_term, position, at) => positions.set(at, position),
    (_entry, position, at) => positions.set(at, position),
  )
  const byTerm: TermPositions = new Map()
  for (const [term, spans] of found)
    byTerm.set(term, new Map(spans.map((span) => [positions.get(span.from) ?? -1, span])))
  return byTerm
}

/** Returns the terms of a phrase that begins at a position, up to the first that does not match. */
function matchPhrase(head: number, parts: PhrasePlan['parts'], positions: TermPositions): TermSpan[] {
  const phrase: TermSpan[] = []
  for (const { term, offset } of parts) {
    const span = positions.get(term)?.get(head + offset)
    if (!span) return phrase
    phrase.push(span)
  }
  return phrase
}
