import { phrasePattern } from '../../language/phrases.ts'
import { readQuestion } from '../../language/question/question.ts'
import { parseRecordQuestion } from '../../language/question/record-question.ts'
import { hasChosenTexts } from '../../retrieval/index.ts'
import type { AnswerTask } from '../task/task.ts'
import { readAspectRequest } from './aspects/aspect-request.ts'

/** References to a paper that the question does not name. */
const UNNAMED_PAPER = phrasePattern('anaphora/unnamed-paper')

const CLARIFICATIONS = {
  zh: '没有说明是哪篇文献。请写出它的题名（放在《》里），或先打开、选中这篇文献再提问。',
  en: 'Which paper do you mean? Write its title in quotation marks, or open or choose the paper and ask again.',
} as const

/** Returns a request to name the paper when a question refers to "this paper" and there is none; null otherwise. */
export function askWhichPaper({
  question,
  scope,
  history,
}: Pick<AnswerTask, 'question' | 'scope' | 'history'>): string | null {
  if (scope.paper_ids.length > 0 || hasChosenTexts(scope) || history.length > 0) return null
  const isUnnamed =
    parseRecordQuestion(question)?.title === '' || (UNNAMED_PAPER.test(question) && asksOfOnePaper(question))
  return isUnnamed ? CLARIFICATIONS[readQuestion(question).language] : null
}

/** The greatest length of a question that may leave its paper unnamed; longer questions name their subject. */
const MAX_QUESTION_CHARS = 60

/** Returns whether a question asks only for what any paper has, such as its method, data or limitations. */
const asksOfOnePaper = (question: string): boolean =>
  question.length <= MAX_QUESTION_CHARS && !/[《“"「]/u.test(question) && readAspectRequest(question).alone
