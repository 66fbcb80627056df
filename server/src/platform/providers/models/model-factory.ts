import { type ChatEndpoint, createOpenAiChat } from './chat.ts'
import { createOpenAiEmbedding, type TextRoles } from './embedding.ts'
import type { ChatModel, EmbeddingModel, RerankModel } from './port.ts'
import type { ModelEndpoint } from './post.ts'
import { createOpenAiRerank } from './rerank.ts'
import { MODEL_LIMITS, type ModelLimits } from './watch.ts'

/** Where a model is and what the product calls it. */
type ModelLocation = ModelEndpoint & Pick<ChatEndpoint, 'id' | 'name' | 'external' | 'context_tokens'>

/** Makes models of their places. */
export interface ModelFactory {
  chat: (place: ModelLocation) => ChatModel
  embedding: (place: ModelLocation & { roles?: TextRoles }) => EmbeddingModel
  rerank: (place: ModelLocation) => RerankModel
}

/**
 * Models behind OpenAI-compatible endpoints. The same place is the same model again, which remembers what its endpoint
 * refuses. Tests give shorter limits: `testApp({ providers: () => ({ models: modelMaker({ first_ms: 100 }) }) })`.
 */
export function createModelFactory(changed: Partial<ModelLimits> = {}): ModelFactory {
  const limits = { ...MODEL_LIMITS, ...changed }
  const chats = new Map<string, ChatModel>()
  return {
    chat(place) {
      const key = JSON.stringify(place)
      const model = chats.get(key) ?? createOpenAiChat(place, limits)
      // Places change only when an operator changes them.
      if (chats.size > 1_000) chats.clear()
      chats.set(key, model)
      return model
    },
    embedding: (place) => createOpenAiEmbedding(place, limits),
    rerank: (place) => createOpenAiRerank(place, limits),
  }
}
