import type { AnswerRequest } from './request.ts'

/** A question in a chat. */
export interface ChatQuestion {
  record_id: string
  chat_id: string
  application_id: string
  parent_id: string | null
  question: string
  request: AnswerRequest
}
