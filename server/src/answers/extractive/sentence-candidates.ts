import { type Concept, conceptCoverage, type TermPlaces } from '@scinav/search'
import { phrasePattern } from '../../language/phrases.ts'
import type { QuestionType } from '../../language/question/question-type.ts'
import { type AnswerCriteria, type Evidence, hasDigits } from '../../retrieval/index.ts'
import { CUE_REQUIRED_TYPES, isAnswer } from './is-answer.ts'
import { qualityFactor } from './quality-factor.ts'
import { quotableSentences } from './quotable-sentences.ts'
import { statedShare } from './sentence-coverage.ts'

/** A sentence that may be quoted. */
export interface SentenceCandidate {
  evidence: Evidence
  quote: string
  terms: TermPlaces
  score: number
  /** Whether it answers the question; otherwise it is only related. */
  answers: boolean
  /** The share of the question that it states itself, 0–1. */
  stated_share: number
  /** Whether it may be quoted next to a sentence of its paper that answers. */
  may_accompany: boolean
  /** How clearly it shows the kind of answer asked for, 0–1. */
  cue: number
  /** The rank of its passage in the evidence, from 0. */
  rank: number
}

/** The weight of concepts that only the passage or its paper states, relative to the sentence itself. */
const CONTEXT_WEIGHT = 0.4
const FIRST_SENTENCE_BONUS = 0.06
/** The bonus of a sentence that states what a paper does or finds. */
const FINDING_BONUS = 0.08
const STATES_FINDING = phrasePattern('result/finding')
/** The penalty for each passage that is ranked before. */
const RANK_PENALTY = 0.02
/** The same when the question asks for an order, such as the newest papers. */
const ORDERED_RANK_PENALTY = 0.08
/** The bonus for a title that matches the question. */
const TITLE_MATCH_WEIGHT = 0.25
/** The weight of the cue for the kind of answer. */
const CUE_WEIGHT = 0.22
/** The bonus of sentences that answer over those that are only related. */
const ANSWER_BONUS = 0.3
/** The bonus of figures in digits over number words. */
const DIGITS_BONUS = 0.08

/**
 * Returns the sentences of a passage with their scores: (relevance + position + CUE_WEIGHT · cue + TITLE_MATCH_WEIGHT ·
 * title_fit + digits − rank · penalty) · quality, plus ANSWER_BONUS for a sentence that answers (times the cue, for a
 * cause).
 *
 * @param rank the rank of the passage in the evidence, from 0.
 * @param cue returns how clearly a sentence shows the kind of answer, 0–1.
 */
export function sentenceCandidates(
  evidence: Evidence,
  criteria: AnswerCriteria,
  rank: number,
  cue: (sentence: string) => number,
): SentenceCandidate[] {
  const { type, concepts } = criteria
  const sentences = quotableSentences(evidence, type)
  const isDefined = type === 'definition' && evidence.title_fit >= MIN_DEFINED_TITLE_FIT
  const quoteCue = isDefined ? (quote: string) => Math.max(cue(quote), presentationCue(quote)) : cue
  const around = coverageAround(evidence, isDefined ? 1 : CONTEXT_WEIGHT)
  const rankPenalty = rank * (criteria.ordered ? ORDERED_RANK_PENALTY : RANK_PENALTY)
  return sentences.map(({ quote, terms }, at) => {
    const previous = CONTINUES_PREVIOUS.test(quote) ? (sentences[at - 1]?.terms ?? null) : null
    const cueScore = quoteCue(quote)
    const relevance =
      statedShare({ terms, previous }, concepts, around) + positionBonus(quote, at) + CUE_WEIGHT * cueScore
    const score = relevance + TITLE_MATCH_WEIGHT * evidence.title_fit + digitsBonus(type, quote) - rankPenalty
    const answers = isAnswer(evidence, { quote, terms, previous }, criteria)
    const answerBonus = answers ? ANSWER_BONUS * (type === 'cause' ? cueScore : 1) : 0
    return {
      evidence,
      quote,
      terms,
      answers,
      stated_share: statedShare({ terms, previous }, concepts),
      may_accompany: CUE_REQUIRED_TYPES.has(type),
      cue: cueScore,
      rank,
      score: score * qualityFactor(evidence, quote) + answerBonus,
    }
  })
}

/**
 * From this title fit on, the title is the term to define, and the paper presents it whether or not a
 * sentence names it.
 */
const MIN_DEFINED_TITLE_FIT = 0.9

/** Sentences that present the work of their paper: "we introduce". */
const PRESENTS_WORK = phrasePattern('creation/presents-work')
/** How clearly such a sentence shows a definition, 0–1. */
const PRESENTATION_CUE_SCORE = 0.8

/** Returns the cue of a sentence that presents the work as a definition of its title. */
const presentationCue = (quote: string): number => (PRESENTS_WORK.test(quote) ? PRESENTATION_CUE_SCORE : 0)

/** Returns the bonus of a quote with a figure for a question that asks for one, or for a conclusion. */
const digitsBonus = (type: QuestionType, quote: string): number =>
  (type === 'number' || type === 'conclusion') && hasDigits(quote) ? DIGITS_BONUS : 0

/** Sentences that continue the previous one: "This is due to", "of these conjectures", 「这是因为」. */
const CONTINUES_PREVIOUS = phrasePattern('anaphora/continues-sentence')

/** Creates a function that returns how far passage and paper state a concept, times a weight. */
const coverageAround =
  ({ terms: passage, about }: Evidence, weight: number) =>
  (concept: Concept): number =>
    Math.max(conceptCoverage(passage, concept), conceptCoverage(about, concept)) * weight

/** Returns the bonus of the first sentence of a passage, and of one that states a finding. */
function positionBonus(quote: string, at: number): number {
  return (at === 0 ? FIRST_SENTENCE_BONUS : 0) + (STATES_FINDING.test(quote) ? FINDING_BONUS : 0)
}
