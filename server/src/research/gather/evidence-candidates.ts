import type { ResearchState } from '@scinav/contract'
import { yearOf } from '@scinav/search'
import { type ResearchSentence, researchSentences } from '../../answers/index.ts'
import { phrasePattern } from '../../language/phrases.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
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

/** Subtracted from the score of sentences that only a relaxed query found. */
const WIDER_SEARCH_PENALTY = 0.2

/** Returns the sentences that a step may quote, without those that other steps quote. */
export async function findNewCandidates(selection: EvidenceSelection): Promise<EvidenceCandidate[]> {
  const { state, step } = selection
  const elsewhere = state.evidence.flatMap(({ step_id, quote }) =>
    step_id === step.step_id ? [] : [normalizeSentence(quote)],
  )
  return (await findCandidates(selection)).filter(
    ({ normalized }) => !elsewhere.some((other) => isSameNormalized(other, normalized)),
  )
}

/**
 * Returns the sentences of the passages that may be quoted: those about the subject that fit the focus of
 * this step, or that of no other step. The order is that of the passages.
 */
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

/** Minimum coverage of the query by a passage that compares two things. */
const MIN_COMPARISON_COVERAGE = 0.75
/** Minimum share of the subject in a sentence that compares two things, which has to name them. */
const MIN_COMPARED_SHARE = 0.5
/** Minimum share of the subject that a sentence, or its paper's title, has to state. */
const MIN_SUBJECT_SHARE = 0.2
/** A passage with at most this many quotable sentences counts as about the subject even if none states it. */
const MAX_BRIEF_SENTENCES = 2
/** Matches statements on the availability of code and data, which are never quoted. */
const RELEASE_NOTICE = phrasePattern('gathering/release-notice')

/** Returns the sentences of a passage that state enough of the subject for the focus of a step. */
function relevantSentences({ evidence, concepts }: PassageHit, focus: StepFocus): ResearchSentence[] {
  // A comparison has to state both sides.
  if (focus === 'comparison' && evidence.coverage < MIN_COMPARISON_COVERAGE) return []
  const minShare = focus === 'comparison' ? MIN_COMPARED_SHARE : MIN_SUBJECT_SHARE
  // No step is scored as a question for a number or for an order.
  const criteria = { type: focusQuestionType(focus), concepts, figure: null, ordered: false }
  const sentences = researchSentences([evidence], criteria)
  // Every sentence of such a passage counts as about the subject.
  const isOnSubject =
    evidence.title_fit >= minShare || (focus !== 'comparison' && sentences.length <= MAX_BRIEF_SENTENCES)
  const relevant = sentences.filter(
    ({ stated_share, quote }) => (isOnSubject || stated_share >= minShare) && !RELEASE_NOTICE.test(quote),
  )
  return relevant.map((each) => ({ ...each, aspects: correctAspects(each.quote, each.aspects) }))
}

/** Subtracted from the score of a sentence that refers back to another one, and of one that announces something. */
const CONTEXT_PENALTY = 0.25

/** Matches the opening of a sentence that refers back to the one before. */
const BACK_REFERENCE = phrasePattern('anaphora/sentence-openings')
/** Matches statements on participation in a contest and announcements of talks. */
const ANNOUNCEMENT = phrasePattern('gathering/announcement')

/** Returns the amount subtracted from the score of a sentence that says little without its context. */
const contextPenalty = (quote: string): number =>
  (BACK_REFERENCE.test(quote) ? CONTEXT_PENALTY : 0) + (ANNOUNCEMENT.test(quote) ? CONTEXT_PENALTY : 0)

/** Returns the letters and digits of a text in lower case, to be compared with others. */
const normalizeSentence = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Returns whether two normalized sentences are equal or one contains the other. */
export const isSameNormalized = (a: string, b: string): boolean => a === b || a.includes(b) || b.includes(a)

/** Returns whether two sentences are equal apart from punctuation and case, or one contains the other. */
export const isSameSentence = (one: string, other: string): boolean =>
  isSameNormalized(normalizeSentence(one), normalizeSentence(other))
