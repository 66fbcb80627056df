import { understand } from '../language/question/understand.ts'
import type { Context } from '../platform/context/context.ts'
import { answerFaultOf } from '../retrieval/index.ts'

/**
 * As `understand`, for an answer.
 *
 * @throws AnswerFault `retrieval_failed` where the library cannot be asked for its words and names.
 */
export const understandAsked = (ctx: Context, asked: Parameters<typeof understand>[1]) =>
  understand(ctx, asked).catch((error) => {
    throw answerFaultOf(error, 'retrieval_failed')
  })
