import type { UnderstoodQuestion } from '@scinav/contract'
import type { Intent } from '../language/question/intent.ts'
import { reviewSubject } from '../language/question/list-request.ts'
import { readQuestion } from '../language/question/question.ts'
import type { Context } from '../platform/context/context.ts'
import { findNamedPapers, hasChosenTexts, type RetrievalRequest } from '../retrieval/index.ts'
import { reviewTopic } from './extractive/aspects/aspect-request.ts'
import type { AnswerTask } from './task/task.ts'
import { searchedQuestion, understandForAnswer } from './task/understand.ts'

/** Limits a task to the papers that its question names and, for a review, to its topic. */
export const narrowTask = async (ctx: Context, task: AnswerTask): Promise<AnswerTask> =>
  withReviewTopic(await scopeToNamedPapers(ctx, task))

/** Limits the scope to papers whose titles the question names, when nothing else was chosen. */
async function scopeToNamedPapers(ctx: Context, task: AnswerTask): Promise<AnswerTask> {
  const { question, history, scope } = task
  const isChosen = scope.paper_ids.length > 0 || hasChosenTexts(scope)
  if (isChosen || !task.grounded || task.layout === 'review') return task
  const named = await findNamedPapers(ctx, question, history.at(-1)?.question)
  return named.length === 0 ? task : { ...task, scope: { ...scope, paper_ids: named } }
}

/** Reduces a request for a review, by its application or in the question, to the topic to search for. */
function withReviewTopic(task: AnswerTask): AnswerTask {
  const { layout = 'quotes', question } = task
  if (layout === 'review') return { ...task, question: reviewTopic(question) }
  const subject = layout === 'quotes' ? reviewSubject(question) : null
  return subject ? { ...task, layout: 'review', question: subject } : task
}

/** The most passages of evidence for one answer. */
const MAX_EVIDENCE = 12
/** Evidence for a list: up to eight papers with up to three passages each. */
const MAX_LIST_EVIDENCE = 24

/**
 * Reads the question by rules and derives the retrieval request from it; `understood` is shown to the user.
 */
export async function interpretQuestion(
  ctx: Context,
  task: AnswerTask,
  intent: Intent,
): Promise<{ understood: UnderstoodQuestion; request: RetrievalRequest }> {
  const { question, earlier } = searchedQuestion(task, intent)
  const { without_chips = [], form = {} } = task
  const read = await understandForAnswer(ctx, { question, without_chips, period: form.period ?? '' })
  const request: RetrievalRequest = {
    question: read.text,
    earlier: read.without_topic ? [] : earlier,
    constraints: read.constraints,
    negated: read.negated,
    scope: task.scope,
    embedding: task.embedding,
    rerank: task.rerank,
    words_rank: true,
    most: readQuestion(read.text).type === 'list' ? MAX_LIST_EVIDENCE : MAX_EVIDENCE,
  }
  return { understood: read.shown, request }
}
