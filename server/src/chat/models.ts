import type { Context } from '../context.ts'
import type { ChatModel, EmbeddingModel, RerankModel } from '../providers/models/port.ts'

export async function chatModelFor(
  _ctx: Context,
  _application_id: string,
  _model_id: string | null,
): Promise<ChatModel | null> {
  return null
}

export async function embeddingModel(_ctx: Context): Promise<EmbeddingModel | null> {
  return null
}

export async function rerankModel(_ctx: Context): Promise<RerankModel | null> {
  return null
}
