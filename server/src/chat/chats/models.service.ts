import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { listModelChoices, listSearchHosts } from '../../models/registry/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { isGrounded, requireApplication } from '../applications/index.ts'
import { EXTRACTIVE } from './task-models.ts'

type Chat = typeof api.chat

/**
 * Returns the models that an application may use, and the extractive engine, which is the default when there is no
 * default model. For an application that requires a model, the extractive engine is marked as unavailable.
 */
export async function listApplicationModels(
  ctx: Context,
  { application_id }: ParsedInputOf<Chat['models']>,
): Promise<OutputOf<Chat['models']>> {
  const { needs_model } = requireApplication(application_id)
  const models = await listModelChoices(ctx, application_id)
  const search_hosts = isGrounded(application_id) ? await listSearchHosts(ctx) : []
  const extractive = {
    id: EXTRACTIVE,
    name: '原文摘录（不使用模型）',
    default: !models.some((model) => model.default),
    available: !needs_model,
    reason: needs_model ? '这个应用需要语言模型' : null,
    external: false,
    host: null,
  }
  return [...models, extractive].map((model) => ({ ...model, search_hosts }))
}
