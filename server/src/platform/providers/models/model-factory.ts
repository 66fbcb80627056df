import { type ChatEndpoint, createOpenAiChat } from './chat.ts'
import { createOpenAiEmbedding, type TextRoles } from './embedding.ts'
import type { ChatModel, EmbeddingModel, RerankModel } from './port.ts'
import type { ModelEndpoint } from './post.ts'
import { createOpenAiRerank } from './rerank.ts'
import { MODEL_LIMITS, type ModelLimits } from './watch.ts'

/** The endpoint of a model with its name in the product. */
type ModelLocation = ModelEndpoint & Pick<ChatEndpoint, 'id' | 'name' | 'external' | 'context_tokens'>

/** Creates models from their endpoints. */
export interface ModelFactory {
  chat: (endpoint: ModelLocation) => ChatModel
  embedding: (endpoint: ModelLocation & { roles?: TextRoles }) => EmbeddingModel
  rerank: (endpoint: ModelLocation) => RerankModel
}

/** Number of chat models remembered. */
const MAX_CHAT_MODELS = 1_000

/**
 * Creates the factory of models behind OpenAI-compatible endpoints. Equal locations yield the same chat model, which
 * remembers what its endpoint rejects. Tests use shorter limits: `testApp({ providers: () => ({ models:
 * createModelFactory({ first_ms: 100 }) }) })`.
 */
export function createModelFactory(changes: Partial<ModelLimits> = {}): ModelFactory {
  const limits = { ...MODEL_LIMITS, ...changes }
  const chats = new Map<string, ChatModel>()
  return {
    chat(endpoint) {
      const key = JSON.stringify(endpoint)
      const model = chats.get(key) ?? createOpenAiChat(endpoint, limits)
      // Locations change only when an operator edits them.
      if (chats.size > MAX_CHAT_MODELS) chats.clear()
      chats.set(key, model)
      return model
    },
    embedding: (endpoint) => createOpenAiEmbedding(endpoint, limits),
    rerank: (endpoint) => createOpenAiRerank(endpoint, limits),
  }
}
