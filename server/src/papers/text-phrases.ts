import { scan } from '../search/analyse/scan.ts'
import type { PhrasePlan } from '../search/engine/plan.ts'

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

/** Two words are read no further apart than this many units for each word of their distance. */
const FAR = 256

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
  for (const { parts } of plans) {
    const [first, ...others] = parts
    if (!first || others.some(({ term }) => !found.has(term))) continue
    for (const head of found.get(first.term) ?? [])
      for (const term of phraseFrom(text, head, others, found)) terms.add(term)
  }
  return terms
}

/** The terms of a phrase that begins with `head`; none where another does not follow. */
function phraseFrom(
  text: string,
  head: Term,
  others: PhrasePlan['parts'],
  found: ReadonlyMap<string, Term[]>,
): Term[] {
  const phrase = [head]
  for (const { term, offset } of others) {
    const next = follower(text, head, found.get(term), offset)
    if (!next) return []
    phrase.push(next)
  }
  return phrase
}

/** Of the places of a term the one that is so many words behind another. */
function follower(text: string, head: Term, places: Term[] = [], offset: number): Term | undefined {
  for (const place of places) {
    const units = place.from - head.from
    if (units > FAR * offset) return undefined
    if (units <= 0) continue
    const distance = distanceOf(text, head, place)
    if (distance >= offset) return distance === offset ? place : undefined
  }
  return undefined
}

/** How many words one place is behind another, as the index counts them. */
function distanceOf(text: string, head: Term, place: Term): number {
  let distance = 0
  const start = place.from - head.from
  const look = (position: number, at: number) => {
    if (at === start) distance = position
  }
  scan(
    text.slice(head.from, place.to),
    (_term, position, at) => look(position, at),
    (_entry, position, at) => look(position, at),
  )
  return distance
}
