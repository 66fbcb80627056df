import { relevantEvidence } from './relevant.ts'
import type { PassageHit } from './search-result.ts'
import type { StepSearch } from './step-search.ts'

/** Returns the relevant evidence of a search, none when it failed. */
export const relevantInSearch = ({ found, terms }: StepSearch, textWithNames: string) =>
  found ? relevantEvidence(found, textWithNames, terms) : []

/** Returns the relevant passages of all searches, each with the search that found it first. */
export function distinctPassages(searches: StepSearch[], textWithNames: string): PassageHit[] {
  const byId = new Map<string, PassageHit>()
  for (const search of searches)
    for (const evidence of relevantInSearch(search, textWithNames)) {
      const { query, found, relaxed } = search
      const { passage_id } = evidence.passage
      if (!byId.has(passage_id))
        byId.set(passage_id, {
          evidence,
          query,
          wider: relaxed !== undefined,
          concepts: found?.concepts ?? [],
        })
    }
  return [...byId.values()]
}
