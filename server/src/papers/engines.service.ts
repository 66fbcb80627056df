import type { api, OutputOf } from '@scinav/contract'
import type { Context } from '../context.ts'

/** Where papers can be searched. */
export async function listEngines(_ctx: Context): Promise<OutputOf<typeof api.papers.engines>> {
  return [{ id: 'local', name: '本地文献库', kind: 'local', available: true, reason: null }]
}
