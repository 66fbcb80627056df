import { type Evidence, relevant } from '../../answers/index.ts'

/** What only comes near a search has to say so much of it, its title counting for it as well. */
const LEAST_NEAR = 0.57

/** What is about a search; of what only comes near it what says most of it. */
export function relevantOf(evidence: Evidence[], scoped: boolean): Evidence[] {
  const sure = new Set(relevant(evidence, 'quotes', scoped))
  const near = relevant(evidence, 'related', scoped).filter(
    ({ coverage, title_fit }) => scoped || coverage + title_fit / 2 >= LEAST_NEAR,
  )
  return evidence.filter((each) => sure.has(each) || near.includes(each))
}
