import type { BaseContext } from '../context/context.ts'
import * as leftOut from './left-out.store.ts'

type Row = Awaited<ReturnType<typeof leftOut.ofVersion>>[number]

/**
 * Finds the passages that somebody has left out in another version of the document: by how they begin, of several the
 * nearest to where it stood. What is not found there keeps its row under the old version, so that the next one may find
 * it.
 */
export async function carryLeftOut(
  ctx: Pick<BaseContext, 'db'>,
  document_id: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const rows = await leftOut.ofVersion(ctx.db, document_id, from)
  if (rows.length === 0) return
  const places = await placesIn(ctx, to, rows)
  const found = rows.flatMap((row) => {
    const ordinal = nearest(places.get(row.quote) ?? [], row.ordinal)
    return ordinal === null ? [] : [{ row, ordinal }]
  })
  await leftOut.move(ctx.db, found, to)
}

/** Where passages of a parse begin as these do, by quote; in one pass, however many they are. */
async function placesIn(ctx: Pick<BaseContext, 'db'>, parse_id: string, rows: Row[]) {
  const places = new Map<string, number[]>(rows.map(({ quote }) => [quote, []]))
  const lengths = [...new Set(rows.map(({ quote }) => quote.length))]
  for await (const part of leftOut.bodiesInParts(ctx.db, parse_id))
    for (const { ordinal, body } of part)
      for (const length of lengths)
        if (body.length >= length) places.get(body.slice(0, length))?.push(ordinal)
  return places
}

function nearest(ordinals: number[], near: number): number | null {
  const away = (ordinal: number) => Math.abs(ordinal - near)
  return ordinals.length === 0
    ? null
    : ordinals.reduce((best, ordinal) => (away(ordinal) < away(best) ? ordinal : best))
}
