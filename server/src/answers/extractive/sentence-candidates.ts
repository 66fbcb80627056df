import {
  type Concept,
  collectTextTerms,
  conceptCoverage,
  isChineseOnly,
  isChineseText,
  statesPlan,
  type TermPlaces,
} from '@scinav/search'
import type { QuestionType } from '../../language/question/question-type.ts'
import { expandAbbreviations, findAbbreviations } from '../../language/text/abbreviations.ts'
import {
  type AnswerCriteria,
  type Evidence,
  hasDigits,
  statesChange,
  statesFigure,
  statesShare,
  statesYear,
} from '../../retrieval/index.ts'
import { cueScore, namesPrecedingSentence, statesIntentOnly } from './answer-cues.ts'
import { isFragment } from './fragment.ts'
import { isOnSubject } from './on-subject.ts'

/** A sentence that may be quoted. */
export interface SentenceCandidate {
  evidence: Evidence
  quote: string
  terms: TermPlaces
  score: number
  /** Whether it answers the question; otherwise it is only related. */
  answers: boolean
  /** The share of the question that it states itself, 0–1. */
  said: number
  /** Whether it may be quoted next to a sentence that answers. */
  beside: boolean
}

/** The weight of concepts that only the passage or its paper states, relative to the sentence itself. */
const CONTEXT_WEIGHT = 0.4
const FIRST_SENTENCE_BONUS = 0.06
const FINDING_BONUS = 0.08

/** Sentences that state what a paper does or finds. */
const STATES_FINDING =
  /提出|表明|发现|证明|说明|认为|指出|建立|揭示|是指|即|\b(?:we|this paper|results?|show|shows|showed|find|found|propose|present|introduce|demonstrate|argue|is|are)\b/iu

const RANK_PENALTY = 0.02
/** The rank penalty when the question requests an order. */
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
  wanted: AnswerCriteria,
  rank: number,
  cue: (sentence: string) => number,
): SentenceCandidate[] {
  const { type, concepts } = wanted
  // Concepts that the paper's title and keywords do not state are what is asked about it.
  const asked = concepts.filter(({ plan }) => !statesPlan(evidence.about, plan))
  const sentences = quotableSentences(evidence, type)
  const isDefined = type === 'definition' && evidence.title_fit >= MIN_TITLE_FIT
  const cueOfQuote = isDefined ? (quote: string) => Math.max(cue(quote), presentationCue(quote)) : cue
  const context = isDefined ? 1 : CONTEXT_WEIGHT
  const byRank = rank * (wanted.ordered ? ORDERED_RANK_PENALTY : RANK_PENALTY)
  return sentences.map(({ quote, terms }, at) => {
    const before = CONTINUES_PREVIOUS.test(quote) ? (sentences[at - 1]?.terms ?? null) : null
    const called = TITLE_MATCH_WEIGHT * evidence.title_fit
    const digits = digitsBonus(type, quote)
    const cued = cueOfQuote(quote)
    const relevant =
      relevance(evidence, { terms, before }, concepts, context) + positionBonus(quote, at) + CUE_WEIGHT * cued
    const score = relevant + called + digits - byRank
    const answers =
      isAnswer(evidence, { quote, terms, asked }, wanted) && isOnSubject(evidence, { terms, before }, wanted)
    const telling = answers ? ANSWER_BONUS * (type === 'cause' ? cued : 1) : 0
    return {
      evidence,
      quote,
      terms,
      answers,
      said: statedShare({ terms, before }, concepts),
      beside: CUE_REQUIRED_TYPES.has(type),
      score: score * qualityFactor(evidence, quote) + telling,
    }
  })
}

/** Returns the sentences of a passage as they would be quoted. */
function quotableSentences(
  { passage }: Evidence,
  type: QuestionType,
): { quote: string; terms: TermPlaces }[] {
  const known = findAbbreviations(passage.text)
  return passage.sentences.map(({ start, end }, at) => {
    const own = passage.text.slice(start, end)
    const before =
      type === 'definition' && namesPrecedingSentence(own) ? passage.sentences[at - 1] : undefined
    const both = before ? passage.text.slice(before.start, end) : own
    const quote = both.length <= MAX_PAIR_CHARS ? both : own
    return { quote, terms: collectTextTerms(expandAbbreviations(quote, known)) }
  })
}

/** A paper whose title is the term to define presents it, whether or not a sentence names it. */
const MIN_TITLE_FIT = 0.9
const PRESENTATION_CUE_SCORE = 0.8
const presentationCue = (quote: string): number => (PRESENTS_WORK.test(quote) ? PRESENTATION_CUE_SCORE : 0)
const PRESENTS_WORK =
  /\b(?:we|this (?:paper|work|article|report)|the (?:paper|article)|nous|cet article|dieser?) (?:\p{L}{2,14} )?(?:propos|present|introduc|releas|describ|develop|pr[eé]sent|d[eé]criv|stell)\p{L}*|提出|介绍|构建|发布/iu

/** The most UTF-16 units of a sentence that names what the previous one describes, quoted together with it. */
const MAX_PAIR_CHARS = 420

const digitsBonus = (type: QuestionType, quote: string): number =>
  (type === 'number' || type === 'conclusion') && hasDigits(quote) ? DIGITS_BONUS : 0

/** The least share of what is asked about a paper that a sentence giving its number must state. */
const MIN_ASKED_SHARE = 0.2
/** The least share of what is counted that such a sentence must state. */
const MIN_COUNTED_SHARE = 0.5

/** The least share of the question that a sentence with a weak cue must state. */
const MIN_DOUBTFUL_SHARE = 0.33

/** Types whose answers are recognised by cues. */
const CUE_REQUIRED_TYPES: ReadonlySet<QuestionType> = new Set([
  'limitation',
  'cause',
  'comparison',
  'yes-no',
  'conclusion',
])

/** Types whose answers state an outcome rather than what was studied. */
const OUTCOME_TYPES: ReadonlySet<QuestionType> = new Set(['conclusion', 'comparison', 'yes-no'])

const isTitleEvidence = ({ field }: Evidence) => field === 'title' || field === 'title_zh'

/**
 * Returns whether a sentence answers: a title answers only a list question, a figure must belong to what is counted.
 */
function isAnswer(evidence: Evidence, said: SentenceContent, wanted: AnswerCriteria): boolean {
  const { type, concepts } = wanted
  if (type === 'list') return true
  if (isTitleEvidence(evidence) || isFragment(evidence, said.quote)) return false
  if (type === 'year') return statesYear(said.quote)
  if (OUTCOME_TYPES.has(type) && statesIntentOnly(said.quote)) return false
  if (!CUE_REQUIRED_TYPES.has(type)) return type !== 'number' || countsWhatIsAsked(said, wanted)
  return showsAnswerType(said, type, concepts)
}

/** Returns whether a sentence shows by its words that it gives the kind of answer asked for. */
function showsAnswerType(said: SentenceContent, type: QuestionType, concepts: Concept[]): boolean {
  const cue = cueScore(type, said.quote)
  if (cue === 1 || (type === 'conclusion' && hasDigits(said.quote))) return true
  return cue > 0 && statedShare({ ...said, before: null }, concepts) >= MIN_DOUBTFUL_SHARE
}

/** A sentence, and the concepts that its paper's title and keywords do not state. */
interface SentenceContent {
  quote: string
  terms: TermPlaces
  asked: Concept[]
}

/**
 * Returns whether a sentence gives a figure for what is counted; any sentence does when the question has no criteria.
 */
function countsWhatIsAsked({ quote, terms, asked }: SentenceContent, { figure }: AnswerCriteria): boolean {
  if (!figure) return true
  const chinese = isChineseText(quote)
  return (
    statesFigure(quote, figure) &&
    canExpress(figure.counted, chinese) &&
    statesShare(terms, figure.counted, chinese, MIN_COUNTED_SHARE) &&
    figure.isBeside(quote) &&
    figure.counted.every((each) => !each.named || statesPlan(terms, each.plan)) &&
    ((figure.change && statesChange(quote)) || statesShare(terms, asked, chinese, MIN_ASKED_SHARE))
  )
}

/** Returns whether a language can express any of the concepts; otherwise a text in it has no figures of them. */
const canExpress = (asked: Concept[], chinese: boolean): boolean =>
  chinese || asked.length === 0 || asked.some(({ plan }) => !isChineseOnly(plan))

/** Sentences that continue the previous one: "This is due to", "of these conjectures", 「这是因为」. */
const CONTINUES_PREVIOUS =
  /^(?:it|they|both|thus|hence|therefore|here|the (?:former|latter|reasons?|cause))\b|\b(?:these|those|such)\b|\b(?:this|that) (?:is|was|are|were|makes?|means|leads?|results?|happens|occurs|phenomenon|problem|issue|effect|task|behaviou?r|method|approach|model|system|technique)\b|^(?:这|该|此|其|它|因此|由此|上述)/iu
/** The weight of concepts stated in the previous sentence, for a sentence that continues it. */
const PREVIOUS_SENTENCE_WEIGHT = 0.8

/** The terms of a sentence, and those of the previous one when it continues that. */
interface SentenceTerms {
  terms: TermPlaces
  before: TermPlaces | null
}

function relevance(
  { terms: passage, about }: Evidence,
  { terms, before }: SentenceTerms,
  concepts: Concept[],
  context: number,
): number {
  const around = (concept: Concept) =>
    Math.max(conceptCoverage(passage, concept), conceptCoverage(about, concept)) * context
  return statedShare({ terms, before }, concepts, around)
}

/**
 * Returns the share of the concepts by weight that a sentence states, or its surroundings; 0.5 without concepts.
 *
 * @param around returns the coverage of a concept by the surroundings.
 */
function statedShare(
  { terms, before }: SentenceTerms,
  concepts: Concept[],
  around: (concept: Concept) => number = () => 0,
): number {
  const whole = concepts.reduce((sum, { weight }) => sum + weight, 0)
  if (whole === 0) return 0.5
  const said = concepts.reduce((sum, concept) => {
    const own = Math.max(
      conceptCoverage(terms, concept),
      before ? conceptCoverage(before, concept) * PREVIOUS_SENTENCE_WEIGHT : 0,
    )
    return sum + concept.weight * Math.max(own, around(concept))
  }, 0)
  return said / whole
}

function positionBonus(quote: string, at: number): number {
  return (at === 0 ? FIRST_SENTENCE_BONUS : 0) + (STATES_FINDING.test(quote) ? FINDING_BONUS : 0)
}

const FRAGMENT_FACTOR = 0.4

/**
 * Returns the factor for the quality of a quote: fragments, questions, very short and very long sentences score less.
 */
function qualityFactor(evidence: Evidence, quote: string): number {
  if (isFragment(evidence, quote)) return FRAGMENT_FACTOR
  if (/[?？]$/.test(quote)) return 0.6
  const length = /\p{Script=Han}/u.test(quote) ? quote.length * 3 : quote.length
  if (length < 30) return 0.6
  return length > 500 ? 0.85 : 1
}
