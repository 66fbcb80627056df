import { awaitFiles } from '../knowledge/passages/index.ts'
import { detectIntent, type Intent } from '../language/question/intent.ts'
import { asksAssistant } from '../language/question/small-talk.ts'
import type { Context } from '../platform/context/context.ts'
import { hasChosenTexts, toAnswerFault } from '../retrieval/index.ts'
import { answerFromQuotes } from './answer-from-quotes.ts'
import { answerWithModel } from './grounded/model-answer.ts'
import { isTalk, replyToTalk } from './talk.ts'
import { statusPart } from './task/notes.ts'
import type { AnswerPart, AnswerTask } from './task/task.ts'

/**
 * Answers a question from the library as a stream of parts. With a model it answers from the evidence found; without
 * one it composes the answer from quotes. Parts yielded before a failure stay valid.
 *
 * @throws AnswerFault on failure; the signal's reason when aborted.
 */
export async function* answer(
  ctx: Context,
  task: AnswerTask,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart> {
  signal.throwIfAborted()
  try {
    const intent = task.grounded ? await readIntent(ctx, task) : 'question'
    const { model } = task
    if (!isTalk(intent)) yield* awaitAttachments(ctx, task, signal)
    if (isTalk(intent)) yield* replyToTalk(ctx, task, intent)
    else {
      const answerWithoutModel = (asked: AnswerTask) => answerFromQuotes(ctx, asked, intent, signal)
      if (model) yield* answerWithModel(ctx, { ...task, model }, { intent, answerWithoutModel }, signal)
      else yield* answerWithoutModel(task)
    }
  } catch (error) {
    signal.throwIfAborted()
    throw toAnswerFault(error, 'internal')
  }
}

/** Detects the intent of a message; a question about the assistant itself has the intent `ability`. */
async function readIntent(ctx: Context, { question, history, scope }: AnswerTask): Promise<Intent> {
  const hasAnswers = history.length > 0
  const intent = detectIntent(question, hasAnswers)
  const isChosen = scope.paper_ids.length > 0 || hasChosenTexts(scope)
  if (intent !== 'question' || isChosen) return intent
  return (await asksAssistant(ctx, question, hasAnswers)) ? 'ability' : intent
}

/** Waits until attached files are parsed and reports those that have no readable text. */
async function* awaitAttachments(
  ctx: Context,
  { scope }: AnswerTask,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart> {
  const { file_ids = [] } = scope
  if (file_ids.length === 0) return
  const unreadable = await awaitFiles(ctx, file_ids, signal)
  if (unreadable.length > 0) yield statusPart(`这些附件还读不出文字，没有用于回答：${unreadable.join('、')}`)
}
