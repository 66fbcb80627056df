import type { api, OutputOf } from '@scinav/contract'
import type { BaseContext } from '../../platform/context/context.ts'
import * as parses from './parse.store.ts'
import { progressOf } from './progress.ts'
import { placesOf } from './queue-place.ts'

/** How far a parse is, as people see it. */
type ParsingView = NonNullable<OutputOf<typeof api.ingestion.progress>[number]['parsing']>

const stageNames = ['read', 'layout', 'ocr', 'split', 'index'] as const
const stageOf = (stage: string): ParsingView['stage'] => stageNames.find((name) => name === stage) ?? 'read'

function toParsing(row: parses.ParseRow, place: number | null): ParsingView {
  const { id, state, stage, done, total, error, progress_at } = row
  return {
    parse_id: id,
    state,
    stage: stageOf(stage),
    done,
    total,
    progress: progressOf(row),
    place,
    progress_at,
    error,
  }
}

/** How far these parses are, with their places in the queue. */
export async function parsingOf(
  ctx: Pick<BaseContext, 'db'>,
  parse_ids: string[],
): Promise<Map<string, ParsingView>> {
  if (parse_ids.length === 0) return new Map()
  const rows = await parses.byIds(ctx.db, parse_ids)
  const places = await placesOf(
    ctx,
    rows.filter(({ state }) => state === 'queued'),
  )
  return new Map(rows.map((row) => [row.id, toParsing(row, places.get(row.id) ?? null)]))
}
