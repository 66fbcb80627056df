import { anyOf, phrasePattern } from '../phrases.ts'

/** The most questions that a text is split into; a text with more stays whole. */
const MAX_PARTS = 4
const QUESTION_WORD = phrasePattern('question-words/any')
/** Begins a further English question: ", and why does it". */
const JOINING_WORD = anyOf('question-words/joining')
const ENGLISH_JOINT = new RegExp(
  `(?:, and | and )(?=(?:${JOINING_WORD}|when) )|, (?=${JOINING_WORD} )`,
  'giu',
)
/** Begins a subordinate clause rather than a question: "when trained on X, how". */
const SUBORDINATE_START = phrasePattern('question-words/subordinate')
/** The words that the first of several questions in a sentence has at least. */
const MIN_WORDS = 3

/** Returns the questions that a text asks, in order; the whole text alone unless each part is a question. */
export function splitQuestion(text: string): string[] {
  const sentences = text
    .split(/(?<=[？?；;])/u)
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
  const parts = sentences.flatMap(splitQuestionClauses)
  const areAllQuestions =
    parts.length > 1 && parts.length <= MAX_PARTS && parts.every((part) => QUESTION_WORD.test(part))
  return areAllQuestions ? parts : [text]
}

function splitQuestionClauses(sentence: string): string[] {
  if (/\p{Script=Han}/u.test(sentence) || SUBORDINATE_START.test(sentence)) return [sentence]
  const clauses = sentence.split(ENGLISH_JOINT).map((clause) => clause.trim())
  const [first = ''] = clauses
  // "Which languages and what sizes": too short to be understood alone.
  if (clauses.length < 2 || first.split(' ').length < MIN_WORDS) return [sentence]
  return clauses.map((clause) => (/[?？]$/.test(clause) ? clause : `${clause}?`))
}
