import type { AnswerEvent, Citation, UnderstoodQuestion } from '@scinav/contract'
import type { WrittenLanguage } from '../../platform/foundation/written-language.ts'
import type { ChatModel, EmbeddingModel, RerankModel } from '../../platform/providers/models/port.ts'
import type { AnswerScope } from '../../retrieval/index.ts'

/** A part that an answer emits; the run adds `meta` before them and the end after them. */
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
      | 'checking'
      | 'tool'
      | 'suggestions'
      | 'usage'
  }
>

/** A citation of an earlier answer. */
export type EarlierCitation = Pick<Citation, 'start' | 'end' | 'passage_id' | 'paper_id'> & {
  document_id?: string | null
}

/** A tool that the model may call. */
export interface AnswerTool {
  name: string
  description: string
  /** JSON Schema of the arguments. */
  parameters: object
  /** Whether it changes something; then `approve` is called with the exact arguments before each run. */
  writes: boolean
  run: (args: unknown, signal: AbortSignal) => Promise<string>
}

/** An answered question of the chat. */
export interface ChatTurn {
  question: string
  answer: string
  /** Ids of the cited papers, in the order of their numbers. */
  papers?: string[]
  /** The citations with their positions in the answer. */
  citations?: EarlierCitation[]
  /** How the question was read. */
  understood?: UnderstoodQuestion | null
}

/** The layout that an application gives papers without a model: quotes that answer, a table by aspect, or a review. */
export type AnswerLayout = 'quotes' | 'table' | 'review'

/** A question and everything that its answer depends on. */
export interface AnswerTask {
  question: string
  /** Earlier turns of the chat, oldest first. */
  history: ChatTurn[]
  /** Keys (`chipKey`) of the chips that the user removed. */
  without_chips?: string[]
  /** The instructions of the application for the model, with its form filled in; empty for none. */
  instructions: string
  /** Whether a model follows the form that the instructions state, and none is suggested by the type of the question. */
  has_own_form?: boolean
  /** The layout of an answer without a model; defaults to quotes. */
  layout?: AnswerLayout
  /** Values of the application's form by field name: `period`, `organise`, `aspects`. */
  form?: Record<string, string>
  /** Whether the answer must rest on evidence; writing tools work on the given text instead. */
  grounded: boolean
  /** The language of the answer; by default that of the question where the answer rests on evidence, else any. */
  answer_language?: WrittenLanguage | null
  scope: AnswerScope
  /** Whether the model may answer from general knowledge, marked as such, when nothing is found. */
  general_knowledge: boolean
  /** The chat model; null for an answer of quotes. */
  model: ChatModel | null
  /** The model that checks the citations of an answer by a model; absent or null when none does. */
  checker?: ChatModel | null
  /** Whether a configured model is not used: the user wants quotes, or the sources are kept from it. */
  spares_model?: boolean
  embedding: EmbeddingModel | null
  rerank: RerankModel | null
  tools: AnswerTool[]
  /** Asks the user to approve a call; a failure counts as a refusal. */
  approve: (call: { call_id: string; name: string; args: unknown }) => Promise<boolean>
}
