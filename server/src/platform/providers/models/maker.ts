import { type ChatPlace, openAiChat } from './chat.ts'
import { openAiEmbedding, type TextRoles } from './embedding.ts'
import type { ChatModel, EmbeddingModel, RerankModel } from './port.ts'
import type { ModelPlace } from './post.ts'
import { openAiRerank } from './rerank.ts'
import { MODEL_LIMITS, type ModelLimits } from './watch.ts'

/** Where a model is and what the product calls it. */
type Place = ModelPlace & Pick<ChatPlace, 'id' | 'name' | 'external' | 'context_tokens'>

/** Makes models of their places. */
export interface ModelMaker {
  chat: (place: Place) => ChatModel
  embedding: (place: Place & { roles?: TextRoles }) => EmbeddingModel
  rerank: (place: Place) => RerankModel
}

/**
 * Models behind OpenAI-compatible endpoints. The same place is the same model again, which remembers what its endpoint
 * refuses. Tests give shorter limits: `testApp({ providers: () => ({ models: modelMaker({ first_ms: 100 }) }) })`.
 */
export function modelMaker(changed: Partial<ModelLimits> = {}): ModelMaker {
  const limits = { ...MODEL_LIMITS, ...changed }
  const chats = new Map<string, ChatModel>()
  return {
    chat(place) {
      const key = JSON.stringify(place)
      const model = chats.get(key) ?? openAiChat(place, limits)
      // Places change only when an operator changes them.
      if (chats.size > 1_000) chats.clear()
      chats.set(key, model)
      return model
    },
    embedding: (place) => openAiEmbedding(place, limits),
    rerank: (place) => openAiRerank(place, limits),
  }
}
