import type { ResearchEvidence, ResearchState, ResearchSynthesis } from '@scinav/contract'
import { outlineEntry, stepEvidence } from './outline.ts'
import type { SectionContext } from './section-context.ts'
import { notedEvidence } from './synthesis.ts'

/** Returns the evidence of a section: that of its works, of its step, or of all works, most important works first. */
export function sectionEvidence({ state, section, revising }: SectionContext): ResearchEvidence[] {
  const { kind, step_id, section_id } = section
  if (kind === 'evidence') return stepEvidence(state, step_id)
  // For a revision the state holds the evidence chosen for it.
  const all = state.synthesis && !revising ? notedEvidence(state) : interleaveSources(state.evidence)
  const works = revising ? undefined : outlineEntry(state, section_id)?.source_ids
  if (kind === 'body' && works)
    return putWorksFirst(all, works).filter(({ source_id }) => works.includes(source_id))
  if (!state.synthesis) return all
  const cited = putCitedFirst(all, state)
  const compared = comparedWorks(state.synthesis)
  if (kind === 'agreement' && compared.length > 0)
    return putWorksFirst(cited, compared).filter(({ source_id }) => compared.includes(source_id))
  return putWorksFirst(cited, centralWorks(state.synthesis))
}

/** Puts what the sections written so far cite first, so that a section about all of them can cite it too. */
function putCitedFirst(evidence: ResearchEvidence[], { sections }: ResearchState): ResearchEvidence[] {
  const cited = new Set(
    sections.flatMap(({ citations }) => citations.map(({ passage_id, quote }) => `${passage_id} ${quote}`)),
  )
  const isCited = ({ passage_id, quote }: ResearchEvidence) => cited.has(`${passage_id} ${quote}`)
  return [...evidence.filter(isCited), ...evidence.filter((each) => !isCited(each))]
}

/** Returns the works of disagreements and agreements. */
const comparedWorks = ({ agreements, disagreements }: ResearchSynthesis): string[] => [
  ...disagreements.flatMap(({ sides }) => sides.flatMap(({ source_ids }) => source_ids)),
  ...agreements.flatMap(({ source_ids }) => source_ids),
]

/** Number of works of each main section that a section about all works is offered before any others. */
const LEADING_WORKS = 2

/**
 * Returns the most important works of every main section, then the works of disagreements and agreements, then the
 * others of the main sections in turns.
 */
function centralWorks(synthesis: ResearchSynthesis): string[] {
  const { outline } = synthesis
  const longest = Math.max(0, ...outline.map(({ source_ids }) => source_ids.length))
  const inTurns = Array.from({ length: longest }, (_, at) =>
    outline.flatMap(({ source_ids }) => source_ids[at] ?? []),
  )
  const leading = inTurns.slice(0, LEADING_WORKS).flat()
  return [...leading, ...comparedWorks(synthesis), ...inTurns.flat()]
}

/** Puts the evidence of some works first, in the order of the works. */
function putWorksFirst(evidence: ResearchEvidence[], source_ids: string[]): ResearchEvidence[] {
  const first = [...new Set(source_ids)].flatMap((id) => evidence.filter(({ source_id }) => source_id === id))
  return [...first, ...evidence.filter(({ source_id }) => !source_ids.includes(source_id))]
}

/** Orders evidence in rounds: the first piece of every source, then the second pieces. */
function interleaveSources(evidence: ResearchEvidence[]): ResearchEvidence[] {
  const counts = new Map<string, number>()
  return evidence
    .map((each) => {
      const at = counts.get(each.source_id) ?? 0
      counts.set(each.source_id, at + 1)
      return { each, at }
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each)
}
