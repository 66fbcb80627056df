import { type Context, transact } from '../../../platform/context/context.ts'
import { breath } from '../../../platform/foundation/breath.ts'
import { placeQuotes, type QuotePlace, type Readable, type ReadyText } from '../../reader/index.ts'
import { ANCHORED_AT_ONCE, anchoredAt } from './anchor.ts'
import * as store from './annotation.store.ts'

type Reader = Pick<Context, 'db' | 'now'>

export const scopeOf = (
  user_id: string,
  { target, document, file }: Pick<Readable, 'target' | 'document' | 'file'>,
): store.Scope => ({ user_id, ...target, isOfReader: document !== file })

/**
 * Puts annotations where they stand in the text as it is now: on the same page, beside it, anywhere, word for word
 * before what is only like it. What has no place there says so and stays. One pass over the text, however many they are;
 * who comes second finds nothing to do.
 */
export async function reanchor(ctx: Reader, scope: store.Scope, text: ReadyText): Promise<void> {
  if (!(await store.isAnyStale(ctx.db, scope, text.parse_id))) return
  const rows = await allStale(ctx, scope, text.parse_id)
  const quoted = rows.filter(({ quote }) => quote.trim() !== '')
  const places = await placeQuotes(
    ctx,
    text,
    quoted.map(({ start_at: start, ...row }) => ({ ...row, start })),
  )
  const found = new Map(quoted.map(({ id }, at) => [id, places[at] ?? null]))
  const moved: store.AnnotationRow[] = []
  for (const [at, row] of rows.entries()) {
    const place = found.get(row.id)
    if (place) moved.push({ ...row, ...(await anchoredAt(ctx, text, place)), ...seenBefore(row, place) })
    else moved.push({ ...row, parse_id: text.parse_id, ...placeLeft(row, text, found.has(row.id)) })
    if ((at + 1) % ANCHORED_AT_ONCE === 0) await breath()
  }
  for (let from = 0; from < moved.length; from += PLACED_AT_ONCE) {
    const some = moved.slice(from, from + PLACED_AT_ONCE)
    await transact(ctx, (ctx) => store.place(ctx.db, some, text.parse_id))
    await breath()
  }
}

/** Rows of one transaction: a few milliseconds. */
const PLACED_AT_ONCE = 50

async function allStale(ctx: Reader, scope: store.Scope, parse_id: string): Promise<store.AnnotationRow[]> {
  const rows: store.AnnotationRow[] = []
  for (;;) {
    const some = await store.someStale(ctx.db, scope, parse_id, rows.at(-1)?.id ?? '')
    if (some.length === 0) return rows
    rows.push(...some)
    await breath()
  }
}

/** What was marked before there was a text keeps the lines that its reader saw under the mark. */
function seenBefore({ parse_id, boxes, page }: store.AnnotationRow, place: QuotePlace) {
  const isNear = page !== null && Math.abs(page - place.page) <= 1
  return parse_id === null && boxes !== '[]' && isNear ? { boxes, page } : {}
}

/** A part of a page stays while there is that page; a quote that was not found keeps what it had and is told apart. */
function placeLeft({ page, anchor }: store.AnnotationRow, { facts }: ReadyText, isQuote: boolean) {
  const isGone = page !== null && facts.pages.length > 0 && page > facts.pages.length
  return { anchor: isGone || (isQuote && anchor !== 'place') ? ('lost' as const) : ('place' as const) }
}
