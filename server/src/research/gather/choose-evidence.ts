import { RESEARCH_LIMITS, type ResearchEvidence } from '@scinav/contract'
import { quotePosition, sourceFields } from '../../retrieval/index.ts'
import { stepFocus } from '../plan/focus.ts'
import {
  type EvidenceCandidate,
  type EvidenceSelection,
  findNewCandidates,
  isSameNormalized,
} from './evidence-candidates.ts'
import { pickBest } from './pick-best.ts'
import type { ResearchStep } from './search-result.ts'

/** Maximum number of limitations of the sources of a step. */
const MAX_LIMITATIONS = 2
/** Sentences outside the focus are added to a section up to this number. */
const MIN_QUOTES = 4

/** Returns the evidence for the section of a step: few sentences of each source, none that another step quotes. */
export async function chooseEvidence(selection: EvidenceSelection): Promise<ResearchEvidence[]> {
  const { step } = selection
  const candidates = await findNewCandidates(selection)
  // Limitations have a section of their own, whatever the focus of the step is.
  const isLimit = ({ aspects }: EvidenceCandidate) =>
    stepFocus(step) !== 'limitation' && aspects.has('limitation')
  const limits = await pickBest(candidates.filter(isLimit), MAX_LIMITATIONS)
  const rest = candidates.filter((each) => !isLimit(each))
  const fitting = await pickBest(
    rest.filter(({ fit }) => fit),
    RESEARCH_LIMITS.evidence_a_step - limits.length,
  )
  // When few sentences fit the focus, sentences that are only about the subject are added.
  const others = await pickBest(
    rest.filter(({ fit }) => !fit),
    Math.max(0, MIN_QUOTES - fitting.length),
  )
  const chosen = [...fitting, ...others, ...limits]
  return inReadingOrder(limitPerSource(chosen)).map((each, at) => toResearchEvidence(each, step, at))
}

/** Limits the number of sentences per source and removes repeated sentences. */
function limitPerSource<Each extends EvidenceCandidate>(chosen: Each[]): Each[] {
  const counts = new Map<string, number>()
  return chosen.filter(({ evidence: { source_id }, normalized }, at) => {
    if (chosen.slice(0, at).some((other) => isSameNormalized(other.normalized, normalized))) return false
    const count = (counts.get(source_id) ?? 0) + 1
    counts.set(source_id, count)
    return count <= RESEARCH_LIMITS.quotes_a_source
  })
}

/** Sorts the sentences of each source by their position in it, and keeps the positions of the sources in the list. */
function inReadingOrder<Each extends EvidenceCandidate>(chosen: Each[]): Each[] {
  const offset = ({ evidence: { passage }, quote }: EvidenceCandidate) => passage.text.indexOf(quote)
  const bySource = Map.groupBy(chosen, ({ evidence }) => evidence.source_id)
  const queues = new Map(
    [...bySource].map(([source_id, quotes]) => [source_id, quotes.toSorted((a, b) => offset(a) - offset(b))]),
  )
  return chosen.flatMap(({ evidence }) => queues.get(evidence.source_id)?.shift() ?? [])
}

/** Converts a chosen sentence to evidence of its step; `at` is its index in the step. */
function toResearchEvidence(
  { evidence, quote, aspects, query }: EvidenceCandidate,
  step: ResearchStep,
  at: number,
): ResearchEvidence {
  const focus = stepFocus(step)
  const aspectOfStep = [...aspects].find((aspect) => aspect === focus || aspect === 'limitation')
  const [first = null] = aspects
  return {
    evidence_id: `${step.step_id}-e${at + 1}`,
    step_id: step.step_id,
    source_id: evidence.source_id,
    query,
    aspect: aspectOfStep ?? first,
    ...sourceFields(evidence),
    ...quotePosition(evidence.passage, quote),
    quote,
  }
}
