import type { BaseContext } from '../context/context.ts'
import * as feed from './feed.store.ts'

/** Papers of the library. */
export function countPapers(ctx: Pick<BaseContext, 'db'>): Promise<number> {
  return feed.countPapers(ctx.db)
}
