// Pairs the terms of adjacent words, for ranking by their proximity.
import type { Plan } from './plan.ts'

/** Returns the pairs of different terms of adjacent words, in order, including those within a term of several words. */
export function neighborPairs(units: Plan[]): [string, string][] {
  const terms = units.flatMap(orderedTerms)
  return terms.slice(1).flatMap((term, at): [string, string][] => {
    // `terms` is shifted by one here, so that this is the term before `term`.
    const previous = terms[at]
    return previous && term && previous !== term ? [[previous, term]] : []
  })
}

/** Returns the terms of one unit in order, with null where it has none; translations and names are left out. */
function orderedTerms(unit: Plan): (string | null)[] {
  if (unit.op === 'term') return [unit.term]
  if (unit.op === 'boost') return orderedTerms(unit.part)
  if (unit.op === 'and') return unit.parts.flatMap(orderedTerms)
  if (unit.op === 'phrase') return unit.parts.map(({ term }) => term)
  if (unit.op === 'or' && unit.parts[0]) return orderedTerms(unit.parts[0])
  return [null]
}
