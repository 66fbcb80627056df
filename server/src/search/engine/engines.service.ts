import type { api, OutputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'

const ENGINES_OFF_MESSAGE = '管理员关闭了站外检索来源'

/** Lists the places where papers can be searched: the library, and the outside engines of a federated search. */
export async function listEngines(ctx: Context): Promise<OutputOf<typeof api.papers.engines>> {
  const { all, off } = ctx.providers.engines
  return [
    { id: 'local', name: '本馆文献', kind: 'local', available: true, reason: null },
    ...all.map(({ id, name }) => ({
      id,
      name,
      kind: 'federated' as const,
      available: !off,
      reason: off ? ENGINES_OFF_MESSAGE : null,
    })),
  ]
}
