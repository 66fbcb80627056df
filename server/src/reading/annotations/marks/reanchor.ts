import { type Context, transact } from '../../../platform/context/context.ts'
import { yieldToEventLoop } from '../../../platform/foundation/event-loop.ts'
import { placeQuotes, type QuotePlace, type Readable, type ReadyText } from '../../reader/index.ts'
import { ANCHOR_BATCH_SIZE, anchorAtPlace } from './anchor.ts'
import * as store from './annotation.store.ts'

type ReaderContext = Pick<Context, 'db' | 'now'>

/** Number of rows per transaction, which takes a few milliseconds. */
const BATCH_SIZE = 50

/** Returns the scope that selects the annotations which a user sees on a target. */
export const annotationScope = (
  user_id: string,
  { target, document, file }: Pick<Readable, 'target' | 'document' | 'file'>,
): store.AnnotationScope => ({ user_id, ...target, hasOtherText: document !== file })

/**
 * Places annotations in the present text: on the same page, on a neighboring page, else anywhere, exact matches before
 * similar ones. An annotation without a place is marked as such and kept. The text is read once for any number of
 * annotations; a concurrent second call finds nothing to do.
 */
export async function reanchor(
  ctx: ReaderContext,
  scope: store.AnnotationScope,
  text: ReadyText,
): Promise<void> {
  if (!(await store.hasStale(ctx.db, scope, text.parse_id))) return
  const rows = await loadStale(ctx, scope, text.parse_id)
  const quoted = rows.filter(({ quote }) => quote.trim() !== '')
  const places = await placeQuotes(
    ctx,
    text,
    quoted.map(({ start_at: start, ...row }) => ({ ...row, start })),
  )
  const placeById = new Map(quoted.map(({ id }, index) => [id, places[index] ?? null]))
  const moved: store.AnnotationRow[] = []
  for (const [at, row] of rows.entries()) {
    const place = placeById.get(row.id)
    if (place) moved.push({ ...row, ...(await anchorAtPlace(ctx, text, place)), ...keptBoxes(row, place) })
    else moved.push({ ...row, parse_id: text.parse_id, ...fallbackPlace(row, text, placeById.has(row.id)) })
    if ((at + 1) % ANCHOR_BATCH_SIZE === 0) await yieldToEventLoop()
  }
  for (let from = 0; from < moved.length; from += BATCH_SIZE) {
    const batch = moved.slice(from, from + BATCH_SIZE)
    await transact(ctx, (ctx) => store.updatePlaces(ctx.db, batch, text.parse_id))
    await yieldToEventLoop()
  }
}

/** Returns all annotations whose place belongs to another parse, read in batches. */
async function loadStale(
  ctx: ReaderContext,
  scope: store.AnnotationScope,
  parse_id: string,
): Promise<store.AnnotationRow[]> {
  const rows: store.AnnotationRow[] = []
  for (;;) {
    const batch = await store.listStale(ctx.db, scope, parse_id, rows.at(-1)?.id ?? '')
    if (batch.length === 0) return rows
    rows.push(...batch)
    await yieldToEventLoop()
  }
}

/**
 * Returns the boxes that an annotation keeps instead of those of its new place: when it was made before the text was
 * parsed, those that the user has seen, on the same or a neighboring page.
 */
function keptBoxes({ parse_id, boxes, page }: store.AnnotationRow, place: QuotePlace) {
  const isNear = page !== null && Math.abs(page - place.page) <= 1
  return parse_id === null && boxes !== '[]' && isNear ? { boxes, page } : {}
}

/**
 * Returns the state of an annotation without a quotation, or whose quotation was not found: `lost` when its page no
 * longer exists, or when it was at its quotation and not only at its boxes before; else `place`.
 */
function fallbackPlace({ page, anchor }: store.AnnotationRow, { facts }: ReadyText, hasQuote: boolean) {
  const isPageGone = page !== null && facts.pages.length > 0 && page > facts.pages.length
  return { anchor: isPageGone || (hasQuote && anchor !== 'place') ? ('lost' as const) : ('place' as const) }
}
