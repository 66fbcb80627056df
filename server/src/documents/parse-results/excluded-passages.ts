import type { BaseContext } from '../../platform/context/context.ts'
import * as documents from './activation.store.ts'
import * as leftOut from './excluded-passages.store.ts'
import * as places from './passage-place.store.ts'

type Row = Awaited<ReturnType<typeof leftOut.listByVersion>>[number]

/**
 * Carries the exclusions of one version of a document over to another. A passage is identified by its beginning; of
 * several matches the one nearest to the old position counts. A row without a match stays with the old version, so
 * that the next one may find it.
 */
export async function carryExclusions(
  ctx: Pick<BaseContext, 'db'>,
  document_id: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const rows = await leftOut.listByVersion(ctx.db, document_id, from)
  if (rows.length === 0) return
  const places = await findQuotePositions(ctx, to, rows)
  const found = rows.flatMap((row) => {
    const ordinal = nearestOrdinal(places.get(row.quote) ?? [], row.ordinal)
    return ordinal === null ? [] : [{ row, ordinal }]
  })
  await leftOut.moveToVersion(ctx.db, found, to)
}

/** A passage excluded from answers: its beginning and its ordinal in the document. */
interface ExcludedPassage {
  quote: string
  ordinal: number
}

/** Returns the excluded passages by document, for an archive. */
export async function findExcludedPassages(
  ctx: Pick<BaseContext, 'db'>,
  document_ids: string[],
): Promise<Map<string, ExcludedPassage[]>> {
  const rows = await leftOut.listByDocuments(ctx.db, document_ids)
  return Map.groupBy(rows, ({ document_id }) => document_id)
}

/** Restores exclusions from an archive: at once if the file is already parsed, else as soon as it is. */
export async function restoreExclusions(
  ctx: Pick<BaseContext, 'db' | 'now'>,
  document_id: string,
  passages: ExcludedPassage[],
): Promise<void> {
  if (passages.length === 0) return
  const row = { document_id, parse_id: leftOut.ARCHIVED_VERSION, created_at: ctx.now().toISOString() }
  await leftOut.insert(
    ctx.db,
    passages.map(({ quote, ordinal }) => ({ ...row, quote, ordinal })),
  )
  const [document] = await documents.findByIds(ctx.db, [document_id])
  if (!document?.parse_id) return
  await carryExclusions(ctx, document_id, { from: leftOut.ARCHIVED_VERSION, to: document.parse_id })
  await places.markChanged(ctx.db, [document_id])
}

/** Returns the ordinals of the passages of a parse that begin with a quote, by quote, in a single pass. */
async function findQuotePositions(ctx: Pick<BaseContext, 'db'>, parse_id: string, rows: Row[]) {
  const places = new Map<string, number[]>(rows.map(({ quote }) => [quote, []]))
  const lengths = [...new Set(rows.map(({ quote }) => quote.length))]
  for await (const part of leftOut.streamBodies(ctx.db, parse_id))
    for (const { ordinal, body } of part)
      for (const length of lengths)
        if (body.length >= length) places.get(body.slice(0, length))?.push(ordinal)
  return places
}

function nearestOrdinal(ordinals: number[], near: number): number | null {
  const away = (ordinal: number) => Math.abs(ordinal - near)
  return ordinals.length === 0
    ? null
    : ordinals.reduce((best, ordinal) => (away(ordinal) < away(best) ? ordinal : best))
}
