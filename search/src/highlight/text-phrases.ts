import { scan } from '../analysis/scan.ts'
import type { PhrasePlan } from '../planning/plan.ts'

/** Phrases that are looked for, and all their terms. */
export interface Phrases {
  plans: Pick<PhrasePlan, 'parts'>[]
  terms: Set<string>
  /** Whether a term is one of these, or wanted alone. */
  isWantedOrPart: (term: string) => boolean
}

/** A term in a folded text, by its units. */
export interface TermSpan {
  from: number
  to: number
}

/** Words that are looked at in one text. Only phrases without end in texts without end have more. */
const MAX_LOOKUPS = 20_000

/**
 * The terms that stand as the parts of a phrase, one behind the other, in no order.
 *
 * @param found where the text has the phrases' terms, by term, in the order of the text.
 */
export function findPhraseTerms(
  text: string,
  { plans }: Phrases,
  found: ReadonlyMap<string, TermSpan[]>,
): Set<TermSpan> {
  const terms = new Set<TermSpan>()
  let looks = 0
  for (const { phrase, isWhole } of tryPhrases(text, plans, found)) {
    looks += phrase.length + 1
    if (looks > MAX_LOOKUPS) break
    if (isWhole) for (const term of phrase) terms.add(term)
  }
  return terms
}

/** Each phrase all of whose terms the text has, from each place of its first, as far as its terms follow. */
function* tryPhrases(text: string, plans: Phrases['plans'], found: ReadonlyMap<string, TermSpan[]>) {
  let places: TermPositions | undefined
  for (const { parts } of plans) {
    if (!parts.every(({ term }) => found.has(term))) continue
    places ??= indexPositions(text, found)
    for (const head of places.get(parts[0]?.term ?? '')?.keys() ?? []) {
      const phrase = matchPhrase(head, parts, places)
      yield { phrase, isWhole: phrase.length === parts.length }
    }
  }
}

/** Where terms stand, by their positions among the words as the index counts them. */
type TermPositions = Map<string, Map<number, TermSpan>>

function indexPositions(text: string, found: ReadonlyMap<string, TermSpan[]>): TermPositions {
  const positions = new Map<number, number>()
  scan(
    text,
    (_term, position, at) => positions.set(at, position),
    (_entry, position, at) => positions.set(at, position),
  )
  const places: TermPositions = new Map()
  for (const [term, all] of found)
    places.set(term, new Map(all.map((place) => [positions.get(place.from) ?? -1, place])))
  return places
}

/** The terms of a phrase that begins at a position, up to the first that does not follow. */
function matchPhrase(head: number, parts: PhrasePlan['parts'], places: TermPositions): TermSpan[] {
  const phrase: TermSpan[] = []
  for (const { term, offset } of parts) {
    const place = places.get(term)?.get(head + offset)
    if (!place) return phrase
    phrase.push(place)
  }
  return phrase
}
