/** One message of a conversation with a model. */
export interface ModelMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  /** The call whose result this is; only with the role `tool`. */
  call_id?: string
  /** The calls that the model made; only with the role `assistant`. */
  calls?: ModelCall[]
  /** The reasoning that preceded the calls; sent when the endpoint requires it. */
  reasoning?: string
}

/** A tool that a model may call, with the JSON Schema of its arguments. */
export interface ModelTool {
  name: string
  description: string
  parameters: object
}

/** A tool call by a model; `args` is the JSON it wrote, not yet validated. */
export interface ModelCall {
  call_id: string
  name: string
  args: string
}

/** A request for one completion. */
export interface ModelRequest {
  messages: ModelMessage[]
  /** Sent unless the endpoint has rejected them; a model without tools never calls. */
  tools?: ModelTool[]
  temperature?: number
  max_tokens?: number
  /** The JSON Schema of the reply, an object, which the messages describe too; sent unless the endpoint rejects it. */
  reply_schema?: object
  /** Whether a short answer is wanted at once: reasoning is switched off where the endpoint knows a way. */
  without_thinking?: boolean
}

/** The output of a model, in order. Reasoning is separated from the text, however the endpoint sends it. */
export type ModelPart =
  | { type: 'reasoning'; delta: string }
  | { type: 'text'; delta: string }
  /** All text of this completion so far was reasoning: its end was marked, but not its beginning. */
  | { type: 'text_was_reasoning' }
  | { type: 'call'; call: ModelCall }
  /** The text ends at the token limit, not where the model would have ended it. */
  | { type: 'cut' }
  | { type: 'usage'; prompt_tokens: number | null; completion_tokens: number | null }

/** A language model for conversations. */
export interface ChatModel {
  /** The name in settings and records, such as `deepseek`. */
  id: string
  /** The name that people read. */
  name: string
  /** Whether text leaves the institution. */
  external: boolean
  /** Size of the context window in tokens, for question and answer together. */
  context_tokens: number
  /**
   * Runs one completion. Retries only before the first part. Default limits: first part within 60 s, 60 s between
   * parts, 10 min in all.
   *
   * @throws ModelFault; parts yielded before remain valid.
   */
  stream: (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelPart>
}

/** The role of a text: many models embed a query differently from a passage that may answer it. */
export type TextRole = 'query' | 'passage'

/** Embeds texts as vectors of one length. */
export interface EmbeddingModel {
  id: string
  external: boolean
  /**
   * Returns one vector per text, in order.
   *
   * @throws ModelFault
   */
  embed: (texts: string[], signal: AbortSignal, role?: TextRole) => Promise<Float32Array[]>
}

/** Scores how well texts answer a query; one number per text, higher is better. */
export interface RerankModel {
  id: string
  external: boolean
  /**
   * Returns one score per text, in order.
   *
   * @throws ModelFault
   */
  rerank: (query: string, texts: string[], signal: AbortSignal) => Promise<number[]>
}
