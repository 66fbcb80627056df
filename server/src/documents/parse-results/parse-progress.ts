import type { api, OutputOf } from '@scinav/contract'
import type { BaseContext } from '../../platform/context/context.ts'
import * as parses from './parse.store.ts'
import * as parseQueue from './parse-queue.store.ts'

/** The progress of a parse, as the interface shows it. */
type ParsingView = NonNullable<OutputOf<typeof api.ingestion.progress>[number]['parsing']>
type Stage = ParsingView['stage']

/** The stages in their order: where each begins and its share of the whole, 0–1, estimated for typical files. */
const STAGE_SHARES: Record<Stage, { from: number; share: number }> = {
  read: { from: 0.02, share: 0.48 },
  layout: { from: 0.5, share: 0.1 },
  ocr: { from: 0.6, share: 0.28 },
  split: { from: 0.88, share: 0.02 },
  index: { from: 0.9, share: 0.1 },
}

const isStage = (stage: string): stage is Stage => Object.hasOwn(STAGE_SHARES, stage)

/** Returns the progress of a parse, 0–1: 1 when it is ready, 0 before it begins and after a failure. */
export function parseProgress({
  state,
  stage,
  done,
  total,
}: Pick<parses.ParseRow, 'state' | 'stage' | 'done' | 'total'>): number {
  if (state === 'ready') return 1
  if ((state !== 'parsing' && state !== 'indexing') || !isStage(stage)) return 0
  const { from, share } = STAGE_SHARES[stage]
  return from + (total > 0 ? Math.min(1, done / total) * share : 0)
}

/**
 * Converts a parse to the form returned by the API; `place` is its place in the queue, null when it does not wait.
 */
function toParsingView(row: parses.ParseRow, place: number | null): ParsingView {
  const { id, state, stage, done, total, error, progress_at } = row
  return {
    parse_id: id,
    state,
    stage: isStage(stage) ? stage : 'read',
    done,
    total,
    progress: parseProgress(row),
    place,
    progress_at,
    error,
  }
}

/** Returns the progress of parses by id; `place` is the position in the queue, from 0, and null when not queued. */
export async function findParsingViews(
  ctx: Pick<BaseContext, 'db'>,
  parse_ids: string[],
): Promise<Map<string, ParsingView>> {
  if (parse_ids.length === 0) return new Map()
  const rows = await parses.findByIds(ctx.db, parse_ids)
  const positions = await findQueuePositions(
    ctx,
    rows.filter(({ state }) => state === 'queued'),
  )
  return new Map(rows.map((row) => [row.id, toParsingView(row, positions.get(row.id) ?? null)]))
}

/** Returns the positions of queued parses in the whole queue, from 0, by id. */
async function findQueuePositions(
  ctx: Pick<BaseContext, 'db'>,
  queued: readonly parses.ParseRow[],
): Promise<Map<string, number>> {
  if (queued.length === 0) return new Map()
  const turns = await parseQueue.listTurns(ctx.db)
  const positions = new Map<string, number>()
  for (const [owner_id, ownParses] of Map.groupBy(queued, (row) => row.owner_id)) {
    const ids = await parseQueue.listQueuedIds(ctx.db, owner_id)
    const ownPositions = new Map(ids.map((id, index) => [id, index]))
    for (const { id } of ownParses) {
      const ownBefore = ownPositions.get(id)
      if (ownBefore !== undefined) positions.set(id, queuePosition(turns, owner_id, ownBefore))
    }
  }
  return positions
}

/**
 * Returns how many queued parses run before a parse of an owner. Owners take turns, so these are the owner's own
 * earlier parses (`ownBefore`), and as many of each other owner, plus one of each whose turn is earlier. Background work
 * (owner '') waits for everybody, and nobody waits for it.
 *
 * @param turns the owners in the order of their turns, as `listTurns` returns them.
 */
function queuePosition(turns: readonly parseQueue.QueueTurn[], owner_id: string, ownBefore: number): number {
  const ownTurn = turns.findIndex((turn) => turn.owner_id === owner_id)
  return turns.reduce((before, { owner_id: other, queued }, turn) => {
    if (turn === ownTurn || other === '') return before
    if (owner_id === '') return before + queued
    return before + Math.min(queued, ownBefore + (turn < ownTurn ? 1 : 0))
  }, ownBefore)
}
