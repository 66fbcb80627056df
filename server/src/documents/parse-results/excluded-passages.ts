// Passages that users have excluded from answers. An exclusion belongs to one version of a document and is carried over
// to the next one by the beginning of its text.

import type { BaseContext } from '../../platform/context/context.ts'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import * as activation from './activation.store.ts'
import * as exclusions from './exclusion.store.ts'
import * as texts from './parse-text.store.ts'
import * as places from './passage-places.store.ts'

/** Length of the beginning of a passage that identifies it in other versions, in code points. */
const QUOTE_CHARS = 120

/**
 * Returns the first `QUOTE_CHARS` code points of a passage. Only twice as many UTF-16 units are split into code points,
 * because passages may be long.
 */
const quoteOf = (body: string): string => [...body.slice(0, QUOTE_CHARS * 2)].slice(0, QUOTE_CHARS).join('')

/** A document with its active version, as the row of `documents` holds it. */
type ActiveDocument = { id: string; parse_id: string | null }

/**
 * Excludes passages of the active version from answers.
 *
 * @throws AppError `document.not_ready` when there is no active version; `input.invalid` when a passage does not
 * exist.
 */
export async function excludePassages(
  ctx: Pick<BaseContext, 'db' | 'now'>,
  document: ActiveDocument,
  ordinals: number[],
): Promise<void> {
  const { parse_id, passages } = await requirePassages(ctx, document, ordinals)
  const version = { document_id: document.id, parse_id, created_at: ctx.now().toISOString() }
  await exclusions.insertExclusions(
    ctx.db,
    passages.map(({ ordinal, body }) => ({ ...version, ordinal, quote: quoteOf(body) })),
  )
  await places.markPlacesChanged(ctx.db, [document.id])
}

/** Includes excluded passages of the active version again; throws as `excludePassages` does. */
export async function includePassages(
  ctx: Pick<BaseContext, 'db'>,
  document: ActiveDocument,
  ordinals: number[],
): Promise<void> {
  const { parse_id } = await requirePassages(ctx, document, ordinals)
  await exclusions.removeExclusions(ctx.db, document.id, parse_id, ordinals)
  await places.markPlacesChanged(ctx.db, [document.id])
}

/**
 * Returns the texts of passages of the active parse. Throws AppError `document.not_ready` or `input.invalid`.
 */
async function requirePassages(
  ctx: Pick<BaseContext, 'db'>,
  { parse_id }: ActiveDocument,
  ordinals: number[],
): Promise<{ parse_id: string; passages: { ordinal: number; body: string }[] }> {
  if (parse_id === null) throw new AppError('document.not_ready')
  const passages = await texts.findBodies(ctx.db, parse_id, ordinals)
  if (passages.length < new Set(ordinals).size) throw invalidInput('ordinals', '没有这个段落')
  return { parse_id, passages }
}

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
  const rows = await exclusions.listExclusions(ctx.db, document_id, from)
  if (rows.length === 0) return
  const ordinalsByQuote = await findQuotePositions(ctx, to, rows)
  const moves = rows.flatMap((row) => {
    const ordinal = nearestOrdinal(ordinalsByQuote.get(row.quote) ?? [], row.ordinal)
    return ordinal === null ? [] : [{ row, ordinal }]
  })
  await exclusions.moveExclusions(ctx.db, moves, to)
}

/** Returns the ordinals of the passages of a parse that begin with a quote, by quote, in a single pass. */
async function findQuotePositions(
  ctx: Pick<BaseContext, 'db'>,
  parse_id: string,
  rows: exclusions.ExclusionRow[],
): Promise<Map<string, number[]>> {
  const ordinalsByQuote = new Map<string, number[]>(rows.map(({ quote }) => [quote, []]))
  const lengths = [...new Set(rows.map(({ quote }) => quote.length))]
  for await (const passages of texts.streamBodies(ctx.db, parse_id))
    for (const { ordinal, body } of passages)
      for (const length of lengths)
        if (body.length >= length) ordinalsByQuote.get(body.slice(0, length))?.push(ordinal)
  return ordinalsByQuote
}

/** Returns the ordinal with the smallest distance from `near`, the first of several; null when there is none. */
function nearestOrdinal(ordinals: number[], near: number): number | null {
  const distance = (ordinal: number) => Math.abs(ordinal - near)
  return ordinals.length === 0
    ? null
    : ordinals.reduce((best, ordinal) => (distance(ordinal) < distance(best) ? ordinal : best))
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
  const rows = await exclusions.listExclusionsOf(ctx.db, document_ids)
  return Map.groupBy(rows, ({ document_id }) => document_id)
}

/** Restores exclusions from an archive: at once if the file is already parsed, else as soon as it is. */
export async function restoreExclusions(
  ctx: Pick<BaseContext, 'db' | 'now'>,
  document_id: string,
  passages: ExcludedPassage[],
): Promise<void> {
  if (passages.length === 0) return
  const row = { document_id, parse_id: exclusions.ARCHIVED_VERSION, created_at: ctx.now().toISOString() }
  await exclusions.insertExclusions(
    ctx.db,
    passages.map(({ quote, ordinal }) => ({ ...row, quote, ordinal })),
  )
  const [document] = await activation.findDocuments(ctx.db, [document_id])
  if (!document?.parse_id) return
  await carryExclusions(ctx, document_id, { from: exclusions.ARCHIVED_VERSION, to: document.parse_id })
  await places.markPlacesChanged(ctx.db, [document_id])
}
