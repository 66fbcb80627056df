/** One message of a conversation with a model. */
export interface ModelMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  /** The call this is the result of (`tool`), or the calls a model asked for (`assistant`). */
  call_id?: string
  calls?: ModelCall[]
  /** What a model thought before it asked for its calls; sent where the endpoint wants it back. */
  reasoning?: string
}

/** A tool a model may ask for, with the JSON Schema of its arguments. */
export interface ModelTool {
  name: string
  description: string
  parameters: object
}

/** What a model asks a tool to do; `args` is the JSON it wrote, not yet checked. */
export interface ModelCall {
  call_id: string
  name: string
  args: string
}

export interface ModelRequest {
  messages: ModelMessage[]
  /** Offered where the endpoint has them; a model that has none never calls. */
  tools?: ModelTool[]
  temperature?: number
  max_tokens?: number
}

/** What comes out of a model, in order. Reasoning is kept apart from the text, however the endpoint sends it. */
export type ModelPart =
  | { type: 'reasoning'; delta: string }
  | { type: 'text'; delta: string }
  /** The text so far of this completion was reasoning: its end was marked, its beginning was not. */
  | { type: 'text_was_reasoning' }
  | { type: 'call'; call: ModelCall }
  /** The text ends at the limit of tokens, not where the model would have ended it. */
  | { type: 'cut' }
  | { type: 'usage'; prompt_tokens: number | null; completion_tokens: number | null }

/** A model to talk to. */
export interface ChatModel {
  /** The name in settings and records, such as `deepseek`. */
  id: string
  /** What a person reads. */
  name: string
  /** Text leaves this machine. */
  external: boolean
  /** How many tokens fit, question and answer together. */
  context_tokens: number
  /**
   * One completion. Retries only before the first part; first part within 60 s, idle 60 s, 10 min in all.
   *
   * @throws ModelFault; what was yielded before stays said.
   */
  stream: (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelPart>
}

/** What a text is: many models make other vectors of a question than of what may answer it. */
export type TextRole = 'query' | 'passage'

/** Turns texts into vectors of one length. */
export interface EmbeddingModel {
  id: string
  external: boolean
  /** @throws ModelFault */
  embed: (texts: string[], signal: AbortSignal, role?: TextRole) => Promise<Float32Array[]>
}

/** Scores how well texts answer a query; one figure each, higher is better. */
export interface RerankModel {
  id: string
  external: boolean
  /** @throws ModelFault */
  rerank: (query: string, texts: string[], signal: AbortSignal) => Promise<number[]>
}
