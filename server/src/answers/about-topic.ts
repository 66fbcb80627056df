import { reviewAsked } from '../language/question/wish.ts'
import { topicOf } from './aspects/asked.ts'
import type { AnswerTask } from './task.ts'

/** A review is looked for by what it is of, whether its application is asked or a question asks for one. */
export function aboutTopic(task: AnswerTask): AnswerTask {
  const { layout = 'quotes', question } = task
  if (layout === 'review') return { ...task, question: topicOf(question) }
  const subject = layout === 'quotes' ? reviewAsked(question) : null
  return subject ? { ...task, layout: 'review', question: subject } : task
}
