import type { BaseContext } from '../../platform/context/context.ts'
import * as queue from './queue.store.ts'

/**
 * Returns how many queued parses run before one: those of its owner, and those of the other owners in their turns.
 */
function queuePosition(
  turns: readonly { owner_id: string; waiting: number }[],
  owner_id: string,
  own: number,
): number {
  const turn = turns.findIndex((each) => each.owner_id === owner_id)
  return turns.reduce((before, { owner_id: other, waiting }, at) => {
    if (at === turn || other === '') return before
    if (owner_id === '') return before + waiting
    return before + Math.min(waiting, own + (at < turn ? 1 : 0))
  }, own)
}

/** Returns the position of each waiting parse in the queue, from 0. */
export async function findQueuePositions(
  ctx: Pick<BaseContext, 'db'>,
  waiting: readonly { id: string; owner_id: string }[],
): Promise<Map<string, number>> {
  if (waiting.length === 0) return new Map()
  const turns = await queue.listTurns(ctx.db)
  const places = new Map<string, number>()
  for (const [owner_id, own] of Map.groupBy(waiting, (row) => row.owner_id)) {
    const ids = await queue.listWaitingIds(ctx.db, owner_id)
    const positions = new Map(ids.map((id, at) => [id, at]))
    for (const { id } of own) {
      const at = positions.get(id)
      if (at !== undefined) places.set(id, queuePosition(turns, owner_id, at))
    }
  }
  return places
}
