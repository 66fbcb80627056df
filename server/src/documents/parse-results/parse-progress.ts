import type { api, OutputOf } from '@scinav/contract'
import type { BaseContext } from '../../platform/context/context.ts'
import * as parses from './parse.store.ts'
import { parseProgress } from './progress.ts'
import { findQueuePositions } from './queue-position.ts'

/** The progress of a parse, as the interface shows it. */
type ParsingView = NonNullable<OutputOf<typeof api.ingestion.progress>[number]['parsing']>

const STAGE_NAMES = ['read', 'layout', 'ocr', 'split', 'index'] as const
const toStageName = (stage: string): ParsingView['stage'] =>
  STAGE_NAMES.find((name) => name === stage) ?? 'read'

function toParsingView(row: parses.ParseRow, place: number | null): ParsingView {
  const { id, state, stage, done, total, error, progress_at } = row
  return {
    parse_id: id,
    state,
    stage: toStageName(stage),
    done,
    total,
    progress: parseProgress(row),
    place,
    progress_at,
    error,
  }
}

/** Returns the progress of parses, with their positions in the queue. */
export async function findParsingViews(
  ctx: Pick<BaseContext, 'db'>,
  parse_ids: string[],
): Promise<Map<string, ParsingView>> {
  if (parse_ids.length === 0) return new Map()
  const rows = await parses.findByIds(ctx.db, parse_ids)
  const places = await findQueuePositions(
    ctx,
    rows.filter(({ state }) => state === 'queued'),
  )
  return new Map(rows.map((row) => [row.id, toParsingView(row, places.get(row.id) ?? null)]))
}
