import { RESEARCH_LIMITS, type ResearchEvidence, type ResearchState } from '@scinav/contract'
import { yearOf } from '@scinav/search'
import { overlap, type ResearchSentence, researchSentences } from '../../answers/index.ts'
import { phrasePattern } from '../../language/phrases.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { quotePosition, sourceFields } from '../../retrieval/index.ts'
import { fitsFocus, focusQuestionType, stepFocus } from '../plan/focus.ts'
import type { StepFocus } from '../plan/templates.ts'
import { correctAspects } from './correct-aspects.ts'
import type { PassageHit, ResearchStep } from './search-result.ts'

/** The input of choosing evidence for a step. */
export interface EvidenceSelection {
  state: ResearchState
  step: ResearchStep
  passages: PassageHit[]
  /** The year that separates earlier from later work. */
  pivot: number
}

/** A sentence that may become evidence. */
export type EvidenceCandidate = ResearchSentence & {
  /** The query that found it. */
  query: string
  /** Whether it is the kind of statement that the step looks for. */
  fit: boolean
  /** Its letters and digits, by which repetitions are recognized. */
  normalized: string
}

/** Weight of the term overlap with chosen sentences, which is subtracted from the score. */
const NOVELTY_WEIGHT = 0.5
/** Subtracted per chosen sentence of the same source, so that first sentences of other sources come before. */
const SAME_SOURCE_PENALTY = 0.15
/** Subtracted from the score of sentences that only a relaxed query found. */
const WIDER_SEARCH_PENALTY = 0.2
/** Minimum score of a chosen sentence, as a share of the best score. */
const MIN_SCORE_SHARE = 0.4
/** Maximum number of limitations of the sources of a step. */
const MAX_LIMITATIONS = 2
/** Minimum coverage of the query by a passage that compares two things. */
const MIN_COMPARISON_COVERAGE = 0.75
/** Sentences outside the focus are added to a section up to this number. */
const MIN_QUOTES = 4
/** Matches statements on the availability of code and data, which are never quoted. */
const RELEASE_NOTICE = phrasePattern('gathering/release-notice')
/** Matches statements on participation in a contest and announcements of talks. */
const ANNOUNCEMENT = phrasePattern('gathering/announcement')
/**
 * Subtracted from the score of a sentence that refers back to another one, and of one that announces
 * something.
 */
const CONTEXT_PENALTY = 0.25
const BACK_REFERENCE = phrasePattern('anaphora/sentence-openings')
/** Minimum share of the subject that a sentence, or its paper's title, has to state. */
const MIN_SUBJECT_SHARE = 0.2
/** A record with at most this many sentences counts as relevant by its title and keywords. */
const MAX_BRIEF_SENTENCES = 2
/** Minimum share of the subject in a sentence that compares two things, which has to name them. */
const MIN_COMPARED_SHARE = 0.5

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

/** Returns the sentences that a step may quote, without those that other steps quote. */
async function findNewCandidates(selection: EvidenceSelection): Promise<EvidenceCandidate[]> {
  const { state, step } = selection
  const elsewhere = state.evidence.flatMap(({ step_id, quote }) =>
    step_id === step.step_id ? [] : [normalizeSentence(quote)],
  )
  return (await findCandidates(selection)).filter(
    ({ normalized }) => !elsewhere.some((other) => isSameNormalized(other, normalized)),
  )
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

/** Chooses sentences greedily by score and by novelty compared with those already chosen. */
async function pickBest(candidates: EvidenceCandidate[], limit: number): Promise<EvidenceCandidate[]> {
  const bestScore = Math.max(0, ...candidates.map(({ score }) => score))
  const remaining = [...candidates]
  const chosen: EvidenceCandidate[] = []
  while (chosen.length < limit) {
    const next = nextBest(remaining, chosen)
    if (!next || next.score < bestScore * MIN_SCORE_SHARE) break
    chosen.push(next)
    remaining.splice(remaining.indexOf(next), 1)
    await yieldToEventLoop()
  }
  return chosen
}

/** Returns the sentences of the passages that may be quoted: those about the subject that no other step looks for. */
async function findCandidates({
  state,
  step,
  passages,
  pivot,
}: EvidenceSelection): Promise<EvidenceCandidate[]> {
  const focus = stepFocus(step)
  const others = state.steps
    .filter(({ step_id }) => step_id !== step.step_id)
    .map(stepFocus)
    .filter((other) => other !== 'any')
  const candidates: EvidenceCandidate[] = []
  for (const passage of passages) {
    const years = { year: yearOf(passage.evidence.work.publish_date), pivot }
    for (const each of relevantSentences(passage, focus)) {
      const fit = fitsFocus(focus, each, years)
      // Sentences that fit the focus of another step are left to that step.
      if (fit || !others.some((other) => fitsFocus(other, each, years)))
        candidates.push({
          ...each,
          query: passage.query,
          fit,
          normalized: normalizeSentence(each.quote),
          score: each.score - contextPenalty(each.quote) - (passage.wider ? WIDER_SEARCH_PENALTY : 0),
        })
    }
    await yieldToEventLoop()
  }
  return candidates
}

/** Returns the sentences of a passage that state enough of the subject for the focus of a step. */
function relevantSentences({ evidence, concepts }: PassageHit, focus: StepFocus): ResearchSentence[] {
  // A comparison has to state both sides.
  if (focus === 'comparison' && evidence.coverage < MIN_COMPARISON_COVERAGE) return []
  const minShare = focus === 'comparison' ? MIN_COMPARED_SHARE : MIN_SUBJECT_SHARE
  const criteria = { type: focusQuestionType(focus), concepts, figure: null, ordered: false }
  const sentences = researchSentences([evidence], criteria)
  // Every sentence of such a paper is about the subject.
  const isOnSubject =
    evidence.title_fit >= minShare || (focus !== 'comparison' && sentences.length <= MAX_BRIEF_SENTENCES)
  const relevant = sentences.filter(
    ({ stated_share, quote }) => (isOnSubject || stated_share >= minShare) && !RELEASE_NOTICE.test(quote),
  )
  return relevant.map((each) => ({ ...each, aspects: correctAspects(each.quote, each.aspects) }))
}

/** Returns the amount subtracted from the score of a sentence that says little without its context. */
const contextPenalty = (quote: string): number =>
  (BACK_REFERENCE.test(quote) ? CONTEXT_PENALTY : 0) + (ANNOUNCEMENT.test(quote) ? CONTEXT_PENALTY : 0)

/**
 * Returns the candidate with the highest value among sources below their limit, where value = score −
 * NOVELTY_WEIGHT · (largest term overlap with a chosen sentence) − SAME_SOURCE_PENALTY · (number of chosen
 * sentences of its source). Undefined when none is left.
 */
function nextBest(
  candidates: EvidenceCandidate[],
  chosen: EvidenceCandidate[],
): EvidenceCandidate | undefined {
  let best: EvidenceCandidate | undefined
  let bestValue = Number.NEGATIVE_INFINITY
  for (const each of candidates) {
    const { source_id } = each.evidence
    const sameSource = chosen.filter((other) => other.evidence.source_id === source_id)
    if (sameSource.length >= RESEARCH_LIMITS.quotes_a_source) continue
    if (chosen.some((other) => isSameNormalized(other.normalized, each.normalized))) continue
    const similarity = Math.max(0, ...chosen.map((other) => overlap(each.terms, other.terms)))
    const value = each.score - NOVELTY_WEIGHT * similarity - sameSource.length * SAME_SOURCE_PENALTY
    if (value > bestValue) [best, bestValue] = [each, value]
  }
  return best
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

/** Returns the letters and digits of a text in lower case, to be compared with others. */
const normalizeSentence = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Returns whether two normalized sentences are equal or one contains the other. */
const isSameNormalized = (a: string, b: string): boolean => a === b || a.includes(b) || b.includes(a)

/** Returns whether two sentences are equal apart from punctuation and case, or one contains the other. */
export const isSameSentence = (one: string, other: string): boolean =>
  isSameNormalized(normalizeSentence(one), normalizeSentence(other))
