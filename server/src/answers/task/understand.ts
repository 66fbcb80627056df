import { understandQuestion } from '../../language/question/understand.ts'
import type { Context } from '../../platform/context/context.ts'
import { toAnswerFault } from '../../retrieval/index.ts'

/**
 * Reads a question by rules (`understandQuestion`) for an answer.
 *
 * @throws AnswerFault `retrieval_failed` when the library cannot be searched for its words and names.
 */
export const understandForAnswer = (ctx: Context, asked: Parameters<typeof understandQuestion>[1]) =>
  understandQuestion(ctx, asked).catch((error) => {
    throw toAnswerFault(error, 'retrieval_failed')
  })
