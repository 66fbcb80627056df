import type { AnswerEvent, Citation, UnderstoodQuestion } from '@scinav/contract'
import type { ChatModel, EmbeddingModel, RerankModel } from '../platform/providers/models/port.ts'
import type { AnswerScope } from '../retrieval/index.ts'

/** What an answer says while it is made; the run adds `meta` before, and the end. */
export type AnswerPart = Extract<
  AnswerEvent,
  {
    event:
      | 'status'
      | 'understood'
      | 'retrieval'
      | 'reasoning'
      | 'delta'
      | 'citation'
      | 'revision'
      | 'tool'
      | 'suggestions'
      | 'usage'
  }
>

/** A citation of an answer before. */
export type EarlierCitation = Pick<Citation, 'start' | 'end' | 'passage_id' | 'paper_id'> & {
  document_id?: string | null
}

/** A tool an answer may use. */
export interface AnswerTool {
  name: string
  description: string
  /** JSON Schema of the arguments. */
  parameters: object
  /** It changes something: `approve` is asked with the exact arguments before it runs. */
  writes: boolean
  run: (args: unknown, signal: AbortSignal) => Promise<string>
}

/** A question of the chat that was answered. */
export interface ChatTurn {
  question: string
  answer: string
  /** Ids of the papers that the answer cites, in the order of their numbers. */
  papers?: string[]
  /** What it cites, and where. */
  citations?: EarlierCitation[]
  /** What was made of it. */
  understood?: UnderstoodQuestion | null
}

/** What an application makes of papers without a model: quotes that answer, a table by aspect, or a review by aspect. */
export type AnswerLayout = 'quotes' | 'table' | 'review'

/** A question and all that its answer depends on. */
export interface AnswerTask {
  question: string
  /** Earlier questions and answers of the chat, oldest first. */
  history: ChatTurn[]
  /** Chips of what was understood that the person took away, as `chipKey` names them. */
  without_chips?: string[]
  /** What the application tells the model, its form filled in; empty for none. */
  instructions: string
  /** How an answer without a model is laid out; left out: as quotes that answer. */
  layout?: AnswerLayout
  /** What was filled in beside the question, by the names of the application's form: `period`, `organise`, `aspects`. */
  form?: Record<string, string>
  /** Whether the answer has to rest on evidence; writing tools work on the text they are given. */
  grounded: boolean
  scope: AnswerScope
  /** Where nothing is found, the model may answer from what it knows, and says so. */
  general_knowledge: boolean
  /** Null: the extractive engine. */
  model: ChatModel | null
  /** There is one, and it is not asked: the person wants quotes, or what is asked about is kept from it. */
  spares_model?: boolean
  embedding: EmbeddingModel | null
  rerank: RerankModel | null
  tools: AnswerTool[]
  /** Asks the person; a failure means no. */
  approve: (call: { call_id: string; name: string; args: unknown }) => Promise<boolean>
}
