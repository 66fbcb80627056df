import { reviewSubject } from '../language/question/list-request.ts'
import { reviewTopic } from './aspects/asked-aspects.ts'
import type { AnswerTask } from './task.ts'

/** A review is looked for by what it is of, whether its application is asked or a question asks for one. */
export function withReviewTopic(task: AnswerTask): AnswerTask {
  const { layout = 'quotes', question } = task
  if (layout === 'review') return { ...task, question: reviewTopic(question) }
  const subject = layout === 'quotes' ? reviewSubject(question) : null
  return subject ? { ...task, layout: 'review', question: subject } : task
}
