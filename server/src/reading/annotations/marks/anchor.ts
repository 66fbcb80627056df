import type { Context } from '../../../platform/context/context.ts'
import {
  blocksAt,
  boxesBetween,
  placeQuote,
  type QuotePlace,
  type Readable,
  type ReadyText,
  textOfBlocks,
} from '../../reader/index.ts'
import type { AnnotationRow } from './annotation.store.ts'

interface Box {
  page: number
  x0: number
  y0: number
  x1: number
  y1: number
}

/** Where somebody says that they have marked something. */
export interface Selected {
  page: number | null
  boxes: Box[]
  quote: string
  prefix: string
  suffix: string
  start: number | null
  end: number | null
}

export type Anchored = Pick<
  AnnotationRow,
  'parse_id' | 'page' | 'boxes' | 'quote' | 'prefix' | 'suffix' | 'start_at' | 'end_at' | 'anchor'
>

type Reader = Pick<Context, 'db' | 'now'>

const AROUND = 32

/**
 * Where a mark stands. Offsets hold only where the text has the quote there; else the quote is looked for, on its page
 * first. What is not in the text keeps its part of the page, and without one it has no place.
 */
export async function anchor(ctx: Reader, { text }: Readable, selected: Selected): Promise<Anchored> {
  const bare = bareOf(selected, text)
  if (selected.quote.trim() === '' || !text) return bare
  const place = (await asSaid(ctx, text, selected)) ?? (await placeQuote(ctx, text, selected))
  return place ? { ...bare, ...(await anchoredAt(ctx, text, place)), ...givenBoxes(selected, place) } : bare
}

/** A mark by what its maker says alone. */
export function bareOf(selected: Selected, text: ReadyText | null): Anchored {
  const { page, boxes, quote, prefix, suffix } = selected
  const anchor = unplaced(selected, text !== null)
  return {
    parse_id: anchor === 'whole' ? null : (text?.parse_id ?? null),
    page: page ?? boxes[0]?.page ?? null,
    boxes: JSON.stringify(boxes),
    quote,
    prefix,
    suffix,
    start_at: null,
    end_at: null,
    anchor,
  }
}

/** What a mark is whose words were not looked for, or not found; an abstract is not parsed, a quote of it stands by its words. */
function unplaced(
  { quote, boxes, page }: Pick<Selected, 'quote' | 'boxes' | 'page'>,
  hasText: boolean,
): Anchored['anchor'] {
  if (boxes.length > 0) return 'place'
  if (quote.trim() !== '') return hasText ? 'lost' : 'text'
  return page === null ? 'whole' : 'place'
}

/** The lines that a reader has seen under the mark are truer than those that the parser found. */
function givenBoxes({ boxes }: Selected, { page }: QuotePlace) {
  const [first] = boxes
  return first && Math.abs(first.page - page) <= 1 ? { boxes: JSON.stringify(boxes), page: first.page } : {}
}

/** The place that is said to be the quote's, where it is. */
async function asSaid(
  ctx: Reader,
  text: ReadyText,
  { start, end, quote }: Selected,
): Promise<QuotePlace | null> {
  if (start === null || end === null || end - start !== quote.length) return null
  const blocks = await blocksAt(ctx, text, start, end)
  const { text: around, offset } = textOfBlocks(blocks)
  const page = blocks.find(({ start: at, block }) => at + block.text.length > start)?.block.page
  if (page === undefined || around.slice(start - offset, end - offset) !== quote) return null
  return { start, end, page, exact: true }
}

/** So many are anchored before others have their turn: each reads the blocks that it stands in. */
export const ANCHORED_AT_ONCE = 20

/** A mark at a place of a text: with its lines, and the words around it. */
export async function anchoredAt(ctx: Reader, text: ReadyText, place: QuotePlace) {
  const { start, end, page } = place
  const blocks = await blocksAt(ctx, text, Math.max(0, start - AROUND), end + AROUND)
  const { text: around, offset } = textOfBlocks(blocks)
  const at = start - offset
  return {
    parse_id: text.parse_id,
    page,
    boxes: JSON.stringify(boxesBetween(text, blocks, start, end)),
    prefix: around.slice(Math.max(0, at - AROUND), at).toWellFormed(),
    suffix: around.slice(end - offset, end - offset + AROUND).toWellFormed(),
    start_at: start,
    end_at: end,
    anchor: 'text' as const,
  }
}
