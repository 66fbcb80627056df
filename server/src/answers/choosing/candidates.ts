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
import { cueScore, namesPrecedingSentence, statesIntentOnly } from './cue.ts'
import { isFragment } from './fragment.ts'
import { isOnSubject } from './on-subject.ts'

/** A sentence that may be quoted. */
export interface SentenceCandidate {
  evidence: Evidence
  quote: string
  terms: TermPlaces
  score: number
  /** Whether it says what was asked; else it is only about it. */
  answers: boolean
  /** The share of what is asked that it says itself, 0–1. */
  said: number
  /** Whether it may stand beside one that does. */
  beside: boolean
}

/** What a sentence's paper says counts for it, but less than what it says itself. */
const CONTEXT_WEIGHT = 0.4
const FIRST_SENTENCE_BONUS = 0.06
const FINDING_BONUS = 0.08

/** Sentences that say what a paper does or finds. */
const STATES_FINDING =
  /提出|表明|发现|证明|说明|认为|指出|建立|揭示|是指|即|\b(?:we|this paper|results?|show|shows|showed|find|found|propose|present|introduce|demonstrate|argue|is|are)\b/iu

const RANK_PENALTY = 0.02
/** The same in an order that was asked for. */
const ORDERED_RANK_PENALTY = 0.08
/** Papers that are called what was asked come first. */
const TITLE_MATCH_WEIGHT = 0.25
/** Words that show that a sentence says what was asked for. */
const CUE_WEIGHT = 0.22

/** What says what was asked comes before what is only about it. */
const ANSWER_BONUS = 0.3
/** Figures in digits come before "two". */
const DIGITS_BONUS = 0.08

/** The sentences of a passage, each with what it is worth. */
export function sentenceCandidates(
  evidence: Evidence,
  wanted: AnswerCriteria,
  rank: number,
  cue: (sentence: string) => number,
): SentenceCandidate[] {
  const { type, concepts } = wanted
  // What the paper is about anyway: the rest is what is asked of it.
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

/** The sentences of a passage as they would be quoted. */
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

/** What a paper that is called what was asked presents is that, whether the sentence names it or not. */
const MIN_TITLE_FIT = 0.9
const PRESENTATION_CUE_SCORE = 0.8
const presentationCue = (quote: string): number => (PRESENTS_WORK.test(quote) ? PRESENTATION_CUE_SCORE : 0)
const PRESENTS_WORK =
  /\b(?:we|this (?:paper|work|article|report)|the (?:paper|article)|nous|cet article|dieser?) (?:\p{L}{2,14} )?(?:propos|present|introduc|releas|describ|develop|pr[eé]sent|d[eé]criv|stell)\p{L}*|提出|介绍|构建|发布/iu

/** A sentence that names what the one before describes is quoted with it, unless they are longer together. */
const MAX_PAIR_CHARS = 420

const digitsBonus = (type: QuestionType, quote: string): number =>
  (type === 'number' || type === 'conclusion') && hasDigits(quote) ? DIGITS_BONUS : 0

/** So much of what is asked of a paper a sentence has to say that gives its number. */
const MIN_ASKED_SHARE = 0.2
/** So much of what is counted has to stand beside the number. */
const MIN_COUNTED_SHARE = 0.5

/** So much of what is asked a sentence has to say itself that hardly shows that it says such a thing. */
const MIN_DOUBTFUL_SHARE = 0.33

/** What answers these shows it by its words. */
const CUE_REQUIRED_TYPES: ReadonlySet<QuestionType> = new Set([
  'limitation',
  'cause',
  'comparison',
  'yes-no',
  'conclusion',
])

/** What answers these says what came out, not what was looked at. */
const OUTCOME_TYPES: ReadonlySet<QuestionType> = new Set(['conclusion', 'comparison', 'yes-no'])

const isTitleEvidence = ({ field }: Evidence) => field === 'title' || field === 'title_zh'

/** A title answers nothing but which papers there are; a number answers what it is the number of. */
function isAnswer(evidence: Evidence, said: SentenceContent, wanted: AnswerCriteria): boolean {
  const { type, concepts } = wanted
  if (type === 'list') return true
  if (isTitleEvidence(evidence) || isFragment(evidence, said.quote)) return false
  if (type === 'year') return statesYear(said.quote)
  if (OUTCOME_TYPES.has(type) && statesIntentOnly(said.quote)) return false
  if (!CUE_REQUIRED_TYPES.has(type)) return type !== 'number' || countsWhatIsAsked(said, wanted)
  return showsAnswerType(said, type, concepts)
}

/** Whether a sentence shows by its words that it says such a thing. */
function showsAnswerType(said: SentenceContent, type: QuestionType, concepts: Concept[]): boolean {
  const cue = cueScore(type, said.quote)
  if (cue === 1 || (type === 'conclusion' && hasDigits(said.quote))) return true
  return cue > 0 && statedShare({ ...said, before: null }, concepts) >= MIN_DOUBTFUL_SHARE
}

/** A sentence, and what is asked of its paper that this does not say anyway. */
interface SentenceContent {
  quote: string
  terms: TermPlaces
  asked: Concept[]
}

/** Whether a sentence gives a figure, and for the thing that is counted; so does any where no such thing is named. */
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

/** Whether a text's language can say any of some things, where there are some: what it cannot, its figures are not of. */
const canExpress = (asked: Concept[], chinese: boolean): boolean =>
  chinese || asked.length === 0 || asked.some(({ plan }) => !isChineseOnly(plan))

/** A sentence that goes on from the one before: "This is due to", "of these conjectures", 「这是因为」. */
const CONTINUES_PREVIOUS =
  /^(?:it|they|both|thus|hence|therefore|here|the (?:former|latter|reasons?|cause))\b|\b(?:these|those|such)\b|\b(?:this|that) (?:is|was|are|were|makes?|means|leads?|results?|happens|occurs|phenomenon|problem|issue|effect|task|behaviou?r|method|approach|model|system|technique)\b|^(?:这|该|此|其|它|因此|由此|上述)/iu
/** What the sentence before says counts for one that goes on from it. */
const PREVIOUS_SENTENCE_WEIGHT = 0.8

/** The terms of a sentence, and those of the one before where it goes on from that. */
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

/** The share of what is asked that a sentence says, or what stands around it at least; a half where nothing is asked. */
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

/** Scraps and walls of text are worth less; questions answer nothing. */
function qualityFactor(evidence: Evidence, quote: string): number {
  if (isFragment(evidence, quote)) return FRAGMENT_FACTOR
  if (/[?？]$/.test(quote)) return 0.6
  const length = /\p{Script=Han}/u.test(quote) ? quote.length * 3 : quote.length
  if (length < 30) return 0.6
  return length > 500 ? 0.85 : 1
}
