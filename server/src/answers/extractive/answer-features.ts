import { type Concept, conceptCoverage, isChineseText, statesPlan } from '@scinav/search'
import { phrasePattern } from '../../language/phrases.ts'
import type { Question } from '../../language/question/question.ts'
import { type AnswerCriteria, type Evidence, statesFigure } from '../../retrieval/index.ts'
import { cueScore, statesIntentOnly } from './answer-cues.ts'
import { answerKeySpan, hasUnit } from './answer-key.ts'
import { CUE_REQUIRED_TYPES } from './is-answer.ts'
import { nameShare } from './question-names.ts'
import type { SentenceCandidate } from './sentence-candidates.ts'

/**
 * What the scorer knows of a quote and a question, none of it about particular words. Shares and flags are 0–1.
 *
 * | feature | meaning |
 * |---|---|
 * | `sentence_share` | share of the question, by weight, that the sentence states itself |
 * | `asked_share` | the same, of what the paper's title and keywords do not state; 0.5 when they state all |
 * | `paper_share` | share of the question that passage and paper state |
 * | `title_fit` | how well the title matches the question |
 * | `expressible_share` | share of the question that the language of the passage has words for |
 * | `known_share` | share of the question that the library has any paper for |
 * | `question_size` | ln(1 + number of concepts) |
 * | `rank` | 1 / (1 + rank of the passage) |
 * | `paper_margin` | lead in `paper_share + title_fit / 2` over the best other paper, −1 to 1 |
 * | `score_margin` | lead in score over the best sentence of another paper, −1 to 1 |
 * | `rivals` | ln(1 + number of other papers that cover about as much) |
 * | `fits_type` | whether the rules of the type accept the sentence |
 * | `fits_kind` | whether it has the content that the question names: problems, ways of doing something |
 * | `cue` | how clearly it shows the kind of answer by its words |
 * | `figure` | for a number: 1 for a figure in the unit asked for, 0.5 for another |
 * | `name_share` | share of the names in the question that the quote is about; 1 without names |
 * | `announces` | whether it announces a topic without content |
 * | `intent` | whether it states what is studied rather than found |
 * | `first`, `position` | whether it is the first sentence of the passage; its place, 0 first to 1 last |
 * | `length` | ln(1 + length in UTF-16 units) |
 * | `same_language` | whether it is in the language of the question |
 * | `asks_figure`, `asks_outcome` | whether a number or year is asked for; a type that cues recognize |
 */
export const ANSWER_FEATURES = [
  'sentence_share',
  'asked_share',
  'paper_share',
  'title_fit',
  'expressible_share',
  'known_share',
  'question_size',
  'rank',
  'paper_margin',
  'score_margin',
  'rivals',
  'fits_type',
  'fits_kind',
  'cue',
  'figure',
  'name_share',
  'announces',
  'intent',
  'first',
  'position',
  'length',
  'same_language',
  'asks_figure',
  'asks_outcome',
] as const
/** The value of each feature. */
export type AnswerFeatures = Record<(typeof ANSWER_FEATURES)[number], number>

/** A quote's surroundings: the question, its criteria, all evidence, and all quotes chosen from it. */
export interface AnswerSetting {
  question: Pick<Question, 'language' | 'type' | 'text'>
  criteria: AnswerCriteria
  evidence: Evidence[]
  quotes: SentenceCandidate[]
}

/** Returns the features of a quote as an answer to a question. */
export function answerFeatures(candidate: SentenceCandidate, setting: AnswerSetting): AnswerFeatures {
  const { evidence, quote, terms, rank } = candidate
  const { question, criteria } = setting
  const { concepts, type } = criteria
  const start = evidence.passage.text.indexOf(quote)
  const sentenceIndex = Math.max(
    0,
    evidence.passage.sentences.findIndex((sentence) => sentence.end > start),
  )
  const unstated = concepts.filter(({ plan }) => !statesPlan(evidence.about, plan))
  return {
    sentence_share: candidate.stated_share,
    asked_share: weightedShare(unstated, (concept) => conceptCoverage(terms, concept)),
    paper_share: evidence.coverage,
    title_fit: evidence.title_fit,
    expressible_share: evidence.expressible_share,
    known_share: weightedShare(concepts, ({ papers }) => (papers > 0 ? 1 : 0)),
    question_size: Math.log(1 + concepts.length),
    rank: 1 / (1 + rank),
    ...margins(candidate, setting),
    fits_type: flag(candidate.answers),
    fits_kind: flag(fitsKind(quote, question)),
    cue: candidate.cue,
    figure: figureScore(quote, setting),
    name_share: nameShare(candidate, question.text),
    announces: flag(announcesTopic(quote)),
    intent: flag(statesIntentOnly(quote)),
    first: flag(sentenceIndex === 0),
    position: sentenceIndex / Math.max(1, evidence.passage.sentences.length - 1),
    length: Math.log(1 + quote.length),
    same_language: flag(isChineseText(quote) === (question.language === 'zh')),
    asks_figure: flag(type === 'number' || type === 'year'),
    asks_outcome: flag(CUE_REQUIRED_TYPES.has(type)),
  }
}

const flag = (isSet: boolean): number => (isSet ? 1 : 0)

/** Returns the mean of the concepts' shares, weighted by concept; 0.5 without concepts. */
function weightedShare(concepts: Concept[], shareOf: (concept: Concept) => number): number {
  const whole = concepts.reduce((sum, { weight }) => sum + weight, 0)
  if (whole === 0) return 0.5
  return concepts.reduce((sum, concept) => sum + concept.weight * shareOf(concept), 0) / whole
}

/** Another paper is a rival of the quoted one when its coverage is at most this much lower. */
const RIVAL_DISTANCE = 0.1
/** How well a paper covers the question; the weight of the title is that of `paper_margin`. */
const coverageOf = ({ coverage, title_fit }: Evidence): number => coverage + title_fit / 2
const clampMargin = (value: number): number => Math.max(-1, Math.min(1, value))

/** Returns the features that compare a quote and its paper with the other papers. */
function margins(
  { evidence, score }: SentenceCandidate,
  { evidence: allEvidence, quotes, criteria }: AnswerSetting,
): Pick<AnswerFeatures, 'paper_margin' | 'score_margin' | 'rivals'> {
  // Papers that a person chose, or that the last answer cites, are no rivals.
  const isOther = ({ source_id }: Evidence) => !criteria.subject_known && source_id !== evidence.source_id
  const others = allEvidence.filter(isOther)
  const passages = allEvidence.filter(({ source_id }) => source_id === evidence.source_id)
  const paperCoverage = Math.max(coverageOf(evidence), ...passages.map(coverageOf))
  const otherScores = quotes.filter((each) => isOther(each.evidence)).map((each) => each.score)
  const rivals = new Set(
    others
      .filter((each) => coverageOf(each) >= paperCoverage - RIVAL_DISTANCE)
      .map(({ source_id }) => source_id),
  )
  return {
    paper_margin: clampMargin(paperCoverage - Math.max(0, ...others.map(coverageOf))),
    score_margin: clampMargin(score - Math.max(0, ...otherScores)),
    rivals: Math.log(1 + rivals.size),
  }
}

function figureScore(quote: string, { question: { type, text }, criteria }: AnswerSetting): number {
  if (type !== 'number') return 0
  if (hasUnit(quote, text)) return 1
  const isStated = criteria.figure !== null && statesFigure(quote, criteria.figure)
  return isStated || answerKeySpan(quote, type, text) ? 0.5 : 0
}

const ASKS_PROBLEMS = phrasePattern('question-types/problems')
const ASKS_WAYS = phrasePattern('question-types/ways')
/** Verbs of solving: a sentence with one names a solved problem rather than a remaining one. */
const RESOLVES = phrasePattern('limitation/resolves')
const CONTRAST_CUE = phrasePattern('limitation/contrast')
/** A sentence that announces the topic of its text without its content. */
const ANNOUNCES_TOPIC = phrasePattern('aim/announces-topic')
const ENUMERATION_CUE = phrasePattern('method/enumeration')

const announcesTopic = (quote: string): boolean => ANNOUNCES_TOPIC.test(quote) && !ENUMERATION_CUE.test(quote)

/** Returns whether a quote has the kind of content that the wording of the question names. */
function fitsKind(quote: string, { type, text }: AnswerSetting['question']): boolean {
  if (type === 'list' || type === 'year' || type === 'number') return true
  if (type === 'limitation' || ASKS_PROBLEMS.test(text))
    return cueScore('limitation', quote) > 0 && (!RESOLVES.test(quote) || CONTRAST_CUE.test(quote))
  return !ASKS_WAYS.test(text) || ENUMERATION_CUE.test(quote) || cueScore('method', quote) > 0
}
