import type { Intent } from '../../language/question/intent.ts'
import { understandQuestion } from '../../language/question/understand.ts'
import type { Context } from '../../platform/context/context.ts'
import { toAnswerFault } from '../../retrieval/index.ts'
import type { AnswerTask } from './task.ts'

/**
 * Returns the question to search for and the questions before it, oldest first. A request about the last answer searches
 * for the question of that answer.
 */
export function searchedQuestion(
  { question, history }: Pick<AnswerTask, 'question' | 'history'>,
  intent: Intent,
): { question: string; earlier: string[] } {
  const questions = [...history.map((turn) => turn.question), question]
  // Counted from the end: the question itself, or the one before it.
  const index = intent === 'question' ? -1 : -2
  return { question: questions.at(index) ?? question, earlier: questions.slice(0, index) }
}

/**
 * Reads a question by rules (`understandQuestion`) for an answer.
 *
 * @throws AnswerFault `retrieval_failed` when the library cannot be searched for its words and names.
 */
export const understandForAnswer = (ctx: Context, input: Parameters<typeof understandQuestion>[1]) =>
  understandQuestion(ctx, input).catch((error) => {
    throw toAnswerFault(error, 'retrieval_failed')
  })
