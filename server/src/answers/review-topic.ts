import { reviewSubject } from '../language/question/list-request.ts'
import { reviewTopic } from './extractive/aspects/aspect-request.ts'
import type { AnswerTask } from './task/task.ts'

/** Reduces a request for a review, by its application or in the question, to the topic to search for. */
export function withReviewTopic(task: AnswerTask): AnswerTask {
  const { layout = 'quotes', question } = task
  if (layout === 'review') return { ...task, question: reviewTopic(question) }
  const subject = layout === 'quotes' ? reviewSubject(question) : null
  return subject ? { ...task, layout: 'review', question: subject } : task
}
