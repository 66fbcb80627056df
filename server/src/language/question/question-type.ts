import { anyOf, phrasePattern } from '../phrases.ts'
import { WHERE_TO_BEGIN } from './paper-order.ts'

/** The kind of answer that the words of a question ask for; `other` when they show none. */
export type QuestionType =
  | 'list'
  | 'year'
  | 'number'
  | 'definition'
  | 'cause'
  | 'limitation'
  | 'comparison'
  | 'method'
  | 'conclusion'
  | 'yes-no'
  | 'other'

/** Tried in order; the first match wins. */
const TYPE_PATTERNS: [QuestionType, RegExp][] = [
  ['list', phrasePattern('question-types/list')],
  ['year', phrasePattern('question-types/year')],
  ['number', phrasePattern('question-types/number')],
  ['cause', phrasePattern('question-types/cause')],
  ['comparison', phrasePattern('question-types/comparison')],
  ['conclusion', phrasePattern('question-types/conclusion-at-end')],
  ['definition', phrasePattern('question-types/definition')],
  ['limitation', phrasePattern('question-types/limitation')],
  ['conclusion', phrasePattern('question-types/conclusion')],
  ['method', phrasePattern('question-types/method')],
  [
    'yes-no',
    new RegExp(
      `${anyOf('question-types/yes-no')}|^${anyOf('question-words/auxiliaries')}|^${anyOf('question-words/copulas')}`,
      'iu',
    ),
  ],
]

/** Classifies a question by its words; a question about where to begin with a subject counts as a list. */
export const questionType = (text: string): QuestionType =>
  WHERE_TO_BEGIN.test(text)
    ? 'list'
    : (TYPE_PATTERNS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other')

/** Matches the signs that a text asks rather than states something. */
export const ASKING_SOURCE = `${anyOf('question-words/asking')}|^${anyOf('question-words/any', { language: 'en' })}`
const QUESTION_CUE = new RegExp(ASKING_SOURCE, 'iu')

/** Returns whether a text is a question, by its question mark or a question word, rather than a pasted statement. */
export const isAsking = (text: string): boolean => QUESTION_CUE.test(text)
