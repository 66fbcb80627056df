import { type Concept, isChineseText, statesPlan } from '@scinav/search'
import type { QuestionType } from '../../language/question/question-type.ts'
import {
  type AnswerCriteria,
  type Evidence,
  hasDigits,
  statesChange,
  statesFigure,
  statesShare,
  statesYear,
} from '../../retrieval/index.ts'
import { cueScore, statesIntentOnly } from './answer-cues.ts'
import { isFragment } from './is-fragment.ts'
import { isOnSubject } from './is-on-subject.ts'
import { canExpress, type SentenceContent, statedShare } from './sentence-coverage.ts'

/** Types whose answers are recognized by cues. */
export const CUE_REQUIRED_TYPES: ReadonlySet<QuestionType> = new Set([
  'limitation',
  'cause',
  'comparison',
  'yes-no',
  'conclusion',
])

/** Types whose answers state an outcome rather than what was studied. */
const OUTCOME_TYPES: ReadonlySet<QuestionType> = new Set(['conclusion', 'comparison', 'yes-no'])

/** Returns whether a sentence gives the kind of answer that the criteria ask for, about the subject of the question. */
export const isAnswer = (evidence: Evidence, sentence: SentenceContent, criteria: AnswerCriteria): boolean =>
  givesAnswer(evidence, sentence, criteria) && isOnSubject(evidence, sentence, criteria)

/**
 * Returns whether a sentence gives the kind of answer that the type asks for. A title answers only a list question, and
 * a figure must be of what is counted.
 */
function givesAnswer(evidence: Evidence, sentence: SentenceContent, criteria: AnswerCriteria): boolean {
  const { type, concepts } = criteria
  if (type === 'list') return true
  if (isTitleEvidence(evidence) || isFragment(evidence, sentence.quote)) return false
  if (type === 'year') return statesYear(sentence.quote)
  if (OUTCOME_TYPES.has(type) && statesIntentOnly(sentence.quote)) return false
  if (CUE_REQUIRED_TYPES.has(type)) return showsAnswerType(sentence, type, concepts)
  return type !== 'number' || countsWhatIsAsked(evidence, sentence, criteria)
}

/** Returns whether evidence is a title rather than a text. */
export const isTitleEvidence = ({ field }: Pick<Evidence, 'field'>): boolean =>
  field === 'title' || field === 'title_zh'

/** The cue score of a sentence that certainly gives the kind of answer. */
const CERTAIN_CUE = 1
/** The least share of the question that a sentence with a weak cue must state. */
const MIN_DOUBTFUL_SHARE = 0.33

/** Returns whether a sentence shows by its words that it gives the kind of answer asked for. */
function showsAnswerType(sentence: SentenceContent, type: QuestionType, concepts: Concept[]): boolean {
  const cue = cueScore(type, sentence.quote)
  if (cue === CERTAIN_CUE || (type === 'conclusion' && hasDigits(sentence.quote))) return true
  return cue > 0 && statedShare({ ...sentence, previous: null }, concepts) >= MIN_DOUBTFUL_SHARE
}

/** The least share of what is asked about a paper that a sentence giving its number must state. */
const MIN_ASKED_SHARE = 0.2
/** The least share of what is counted that such a sentence must state. */
const MIN_COUNTED_SHARE = 0.5

/** Returns whether a sentence gives a figure for what is counted; true when the question has no criteria for it. */
function countsWhatIsAsked(
  { about }: Evidence,
  { quote, terms }: SentenceContent,
  { figure, concepts }: AnswerCriteria,
): boolean {
  if (!figure) return true
  const isChinese = isChineseText(quote)
  // Concepts that the paper's title and keywords do not state are what is asked about it.
  const askedConcepts = concepts.filter(({ plan }) => !statesPlan(about, plan))
  return (
    statesFigure(quote, figure) &&
    canExpress(figure.counted, isChinese) &&
    statesShare(terms, figure.counted, isChinese, MIN_COUNTED_SHARE) &&
    figure.isNearNumber(quote) &&
    figure.counted.every((each) => !each.named || statesPlan(terms, each.plan)) &&
    ((figure.change && statesChange(quote)) || statesShare(terms, askedConcepts, isChinese, MIN_ASKED_SHARE))
  )
}
