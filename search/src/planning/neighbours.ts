import type { Plan } from './plan.ts'

/** Returns the pairs of terms of adjacent words, including those within a term of several words. */
export function neighbourPairs(units: Plan[]): [string, string][] {
  const terms = units.flatMap(orderedTerms)
  return terms.slice(1).flatMap((term, at): [string, string][] => {
    const before = terms[at]
    return before && term && before !== term ? [[before, term]] : []
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
