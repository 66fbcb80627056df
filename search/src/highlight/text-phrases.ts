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
export interface Term {
  from: number
  to: number
}

/** Words that are looked at in one text. Only phrases without end in texts without end have more. */
const MOST_LOOKS = 20_000

/**
 * The terms that stand as the parts of a phrase, one behind the other, in no order.
 *
 * @param found where the text has the phrases' terms, by term, in the order of the text.
 */
export function termsInPhrases(
  text: string,
  { plans }: Phrases,
  found: ReadonlyMap<string, Term[]>,
): Set<Term> {
  const terms = new Set<Term>()
  let looks = 0
  for (const { phrase, isWhole } of triesOf(text, plans, found)) {
    looks += phrase.length + 1
    if (looks > MOST_LOOKS) break
    if (isWhole) for (const term of phrase) terms.add(term)
  }
  return terms
}

/** Each phrase all of whose terms the text has, from each place of its first, as far as its terms follow. */
function* triesOf(text: string, plans: Phrases['plans'], found: ReadonlyMap<string, Term[]>) {
  let places: Places | undefined
  for (const { parts } of plans) {
    if (!parts.every(({ term }) => found.has(term))) continue
    places ??= placesIn(text, found)
    for (const head of places.get(parts[0]?.term ?? '')?.keys() ?? []) {
      const phrase = phraseFrom(head, parts, places)
      yield { phrase, isWhole: phrase.length === parts.length }
    }
  }
}

/** Where terms stand, by their positions among the words as the index counts them. */
type Places = Map<string, Map<number, Term>>

function placesIn(text: string, found: ReadonlyMap<string, Term[]>): Places {
  const positions = new Map<number, number>()
  scan(
    text,
    (_term, position, at) => positions.set(at, position),
    (_entry, position, at) => positions.set(at, position),
  )
  const places: Places = new Map()
  for (const [term, all] of found)
    places.set(term, new Map(all.map((place) => [positions.get(place.from) ?? -1, place])))
  return places
}

/** The terms of a phrase that begins at a position, up to the first that does not follow. */
function phraseFrom(head: number, parts: PhrasePlan['parts'], places: Places): Term[] {
  const phrase: Term[] = []
  for (const { term, offset } of parts) {
    const place = places.get(term)?.get(head + offset)
    if (!place) return phrase
    phrase.push(place)
  }
  return phrase
}
