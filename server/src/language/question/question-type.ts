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

const zhActivity = anyOf('papers/activity-nouns', { language: 'zh' })
const enActivity = anyOf('papers/activity-nouns', { language: 'en' })
const ENGLISH_VERB = `${anyOf('question-words/auxiliaries', { language: 'en' })}|${anyOf('question-words/copulas', { language: 'en' })}`
/** A word before an English noun that is no article or verb, so that the noun may be what is asked for. */
const ENGLISH_MODIFIER = String.raw`(?!(?:an?|the|not|${ENGLISH_VERB})\b)[\p{L}-]+\s+`
/**
 * Matches questions for the work on a subject, which is its papers. In Chinese it is the head of what 哪些 or 什么 asks
 * for, and as such ends the clause: 「有哪些关于词义的研究？」, not 「有哪些关于词义的研究方法」. In English it is what
 * *what*, *which* or *any* asks for, before a verb or the subject: "What recent work has been done", "any research on".
 */
const WORK_ON_SUBJECT = new RegExp(
  [
    `(?:哪[些几]|什么(?!样))[^，。；？?]{0,40}的\\p{Script=Han}{0,4}${zhActivity}(?=[，。；？?]|$)`,
    String.raw`\b(?:what|which|any)\s+(?:${ENGLISH_MODIFIER}){0,2}${enActivity}\s+(?:has|have|had|exists?|on|about|into|is|are|was|were)\b`,
  ].join('|'),
  'iu',
)

/** Tried in order; the first match wins. */
const TYPE_PATTERNS: [QuestionType, RegExp][] = [
  ['list', phrasePattern('question-types/list')],
  ['list', WORK_ON_SUBJECT],
  ['year', phrasePattern('question-types/year')],
  ['number', phrasePattern('question-types/number')],
  ['cause', phrasePattern('question-types/cause')],
  ['comparison', phrasePattern('question-types/comparison')],
  ['conclusion', phrasePattern('question-types/conclusion-at-end')],
  ['limitation', phrasePattern('question-types/limitation')],
  ['definition', phrasePattern('question-types/definition')],
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
