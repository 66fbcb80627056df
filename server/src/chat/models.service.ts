import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import type { Context } from '../context.ts'
import { requireApplication } from '../tools/applications.service.ts'

type Chat = typeof api.chat

/** The models that an application may use; the extractive engine is always one of them. */
export async function applicationModels(
  _ctx: Context,
  { application_id }: ParsedInputOf<Chat['models']>,
): Promise<OutputOf<Chat['models']>> {
  requireApplication(application_id)
  return [
    { id: 'extractive', name: '原文摘录', default: true, available: true, reason: null, external: false },
  ]
}
