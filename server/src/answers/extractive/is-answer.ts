import {
  type Concept,
  conceptCoverage,
  expressibleShare,
  isChineseOnly,
  isChineseText,
  statesPlan,
  type TermPlaces,
} from '@scinav/search'
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

/** A sentence with its terms. */
export interface SentenceContent {
  quote: string
  terms: TermPlaces
  /** The terms of the previous sentence when this one continues it ("This is due to …"), else null. */
  previous: TermPlaces | null
}

/** The least share of what is asked about a paper that a sentence giving its number must state. */
const MIN_ASKED_SHARE = 0.2
/** The least share of what is counted that such a sentence must state. */
const MIN_COUNTED_SHARE = 0.5
/** The least share of the question that a sentence with a weak cue must state. */
const MIN_DOUBTFUL_SHARE = 0.33

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

/** Returns whether a sentence shows by its words that it gives the kind of answer asked for. */
function showsAnswerType(sentence: SentenceContent, type: QuestionType, concepts: Concept[]): boolean {
  const cue = cueScore(type, sentence.quote)
  if (cue === CERTAIN_CUE || (type === 'conclusion' && hasDigits(sentence.quote))) return true
  return cue > 0 && statedShare({ ...sentence, previous: null }, concepts) >= MIN_DOUBTFUL_SHARE
}

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

/**
 * Returns whether Chinese, or else another language, can express any of the concepts; otherwise a text in it
 * has no figures of them.
 */
const canExpress = (concepts: Concept[], isChinese: boolean): boolean =>
  isChinese || concepts.length === 0 || concepts.some(({ plan }) => !isChineseOnly(plan))

/** The weight of concepts stated in the previous sentence, for a sentence that continues it. */
const PREVIOUS_SENTENCE_WEIGHT = 0.8

/** Returns how far a sentence states a concept, 0–1: by itself or, with less weight, by the sentence it continues. */
const sentenceCoverage = (
  { terms, previous }: Pick<SentenceContent, 'terms' | 'previous'>,
  concept: Concept,
): number =>
  Math.max(
    conceptCoverage(terms, concept),
    previous ? conceptCoverage(previous, concept) * PREVIOUS_SENTENCE_WEIGHT : 0,
  )

/**
 * Returns the share of the concepts, by weight, that a sentence or its surroundings state; 0.5 without concepts.
 *
 * @param around returns how far the surroundings state a concept, 0–1.
 */
export function statedShare(
  sentence: Pick<SentenceContent, 'terms' | 'previous'>,
  concepts: Concept[],
  around: (concept: Concept) => number = () => 0,
): number {
  const total = totalWeight(concepts)
  if (total === 0) return 0.5
  const stated = concepts.reduce(
    (sum, concept) => sum + concept.weight * Math.max(sentenceCoverage(sentence, concept), around(concept)),
    0,
  )
  return stated / total
}

const totalWeight = (concepts: Concept[]) => concepts.reduce((sum, { weight }) => sum + weight, 0)

/** The weight of concepts stated elsewhere in the passage, which may concern something else. */
const PASSAGE_WEIGHT = 0.35
/**
 * The least sum of sentence share (at most 1), paper coverage (at most 1) and 2 · title fit (at most 2). Nothing else
 * distinguishes a paper on the subject from one that merely has the words.
 */
const MIN_SUBJECT_SCORE = 1.58
const TITLE_WEIGHT = 2

/** Returns whether a sentence is about the subject of a question, so that it may answer it. */
function isOnSubject(evidence: Evidence, sentence: SentenceContent, criteria: AnswerCriteria): boolean {
  const { type, concepts, absent, subject_known } = criteria
  // A file has no informative title and no keywords.
  if (subject_known || type === 'list' || evidence.file) return true
  if (!absent.every((each) => statesAbsence(each, evidence))) return false
  const total = totalWeight(concepts)
  if (total === 0) return true
  const { about, terms: passage, coverage, title_fit } = evidence
  const stated = concepts.reduce(
    (sum, concept) =>
      sum +
      concept.weight *
        Math.max(
          sentenceCoverage(sentence, concept),
          conceptCoverage(about, concept),
          conceptCoverage(passage, concept) * PASSAGE_WEIGHT,
        ),
    0,
  )
  const share = stated / (total * expressibleShare(concepts, isChineseText(evidence.passage.text)))
  return share + coverage + TITLE_WEIGHT * title_fit >= MIN_SUBJECT_SCORE
}

/** A text that only mentions a thing does not state its absence, so the absence must be covered fully. */
const statesAbsence = (absence: Concept, { about, terms }: Evidence): boolean =>
  conceptCoverage(terms, absence) === 1 || conceptCoverage(about, absence) === 1

/** A quote with a smaller share of letters is a row of figures. */
const MIN_LETTER_SHARE = 0.4
/** More parts separated by semicolons, without a full stop, are a list of keywords. */
const MAX_SEPARATED_PARTS = 2
/** The end of a sentence, with closing quotes and brackets. */
const SENTENCE_END = /[。.!?！？…]["'”’」』）)]*$/u

/**
 * Returns whether text of a file is no sentence: its title again, keywords, a row of figures, the rest of a cut
 * sentence.
 */
export function isFragment(
  { field, work, passage }: Pick<Evidence, 'field' | 'work'> & { passage: { text: string } },
  quote: string,
): boolean {
  if (field !== 'full_text') return false
  const letters = lettersOnly(quote)
  return (
    letters.length < quote.replaceAll(/\s/g, '').length * MIN_LETTER_SHARE ||
    // The only sentence of a file may be its title.
    (letters === lettersOnly(work.title) && passage.text.trim().length > quote.length) ||
    (!SENTENCE_END.test(quote) && quote.split(/[;；]/).length > MAX_SEPARATED_PARTS) ||
    // Names such as `word2vec` and `iPSC` may begin a sentence.
    /^\p{Ll}+(?:\s|$)/u.test(quote)
  )
}

const lettersOnly = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '')
