import type { Context } from '../../../platform/context/context.ts'
import {
  boxesBetween,
  findBlocksAt,
  placeQuote,
  type QuotePlace,
  type Readable,
  type ReadyText,
  textOfBlocks,
} from '../../reader/index.ts'
import type { AnnotationRow } from './annotation.store.ts'

/** A rectangle on a page, in fractions 0–1 from the top left. */
interface PageBox {
  page: number
  x0: number
  y0: number
  x1: number
  y1: number
}

/** The place of an annotation as given by the client. */
export interface AnnotationSelection {
  page: number | null
  boxes: PageBox[]
  quote: string
  prefix: string
  suffix: string
  /** Offsets in the canonical text, end exclusive; null when the client has no text. */
  start: number | null
  end: number | null
}

/**
 * The columns with an annotation's place. `anchor` tells what they hold: `text`, the quotation, with offsets
 * (`start_at`, `end_at`) once there is a text; `place`, boxes or only a page; `whole`, nothing, for a note on the
 * whole target; `lost`, a quotation that the text does not have. `parse_id` is the parse for which this was decided;
 * null before there is one, and for `whole`. `boxes` is JSON.
 */
export type AnchorColumns = Pick<
  AnnotationRow,
  'parse_id' | 'page' | 'boxes' | 'quote' | 'prefix' | 'suffix' | 'start_at' | 'end_at' | 'anchor'
>

type ReaderContext = Pick<Context, 'db' | 'now'>

/** Length of the text before and after a quotation that is stored, in characters. */
const CONTEXT_CHARS = 32

/**
 * Returns the columns with an annotation's place. Offsets are accepted only if the text has the quotation there;
 * otherwise the quotation is searched, on its page first. A quotation that is not found keeps its boxes, and without
 * boxes it has no place.
 */
export async function resolveAnchor(
  ctx: ReaderContext,
  { text }: Readable,
  selected: AnnotationSelection,
): Promise<AnchorColumns> {
  const unresolved = unresolvedAnchor(selected, text)
  if (selected.quote.trim() === '' || !text) return unresolved
  const place = (await verifyStatedPlace(ctx, text, selected)) ?? (await placeQuote(ctx, text, selected))
  return place
    ? { ...unresolved, ...(await anchorAtPlace(ctx, text, place)), ...selectedBoxes(selected, place) }
    : unresolved
}

/** Returns the place of an annotation from the client's data alone. */
export function unresolvedAnchor(selected: AnnotationSelection, text: ReadyText | null): AnchorColumns {
  const { page, boxes, quote, prefix, suffix } = selected
  const anchor = unplacedState(selected, text !== null)
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

/**
 * Returns the anchor state of an annotation whose quotation was not searched or not found. An abstract is not parsed,
 * so a quotation of it is anchored by its text alone.
 */
function unplacedState(
  { quote, boxes, page }: Pick<AnnotationSelection, 'quote' | 'boxes' | 'page'>,
  hasText: boolean,
): AnchorColumns['anchor'] {
  if (boxes.length > 0) return 'place'
  if (quote.trim() !== '') return hasText ? 'lost' : 'text'
  return page === null ? 'whole' : 'place'
}

/**
 * Returns the client's boxes, which the user has seen, in place of those that the parser found, unless they are far
 * from the place: more than a page.
 */
function selectedBoxes({ boxes }: AnnotationSelection, { page }: QuotePlace) {
  const [first] = boxes
  return first && Math.abs(first.page - page) <= 1 ? { boxes: JSON.stringify(boxes), page: first.page } : {}
}

/** Returns the place given by the client if the text has the quotation there, else null. */
async function verifyStatedPlace(
  ctx: ReaderContext,
  text: ReadyText,
  { start, end, quote }: AnnotationSelection,
): Promise<QuotePlace | null> {
  if (start === null || end === null || end - start !== quote.length) return null
  const blocks = await findBlocksAt(ctx, text, start, end)
  const { text: surroundings, offset } = textOfBlocks(blocks)
  const page = blocks.find(({ start: at, block }) => at + block.text.length > start)?.block.page
  if (page === undefined || surroundings.slice(start - offset, end - offset) !== quote) return null
  return { start, end, page, exact: true }
}

/** Number of annotations anchored before other tasks get a turn; each needs the blocks around it. */
export const ANCHOR_BATCH_SIZE = 20

/** Returns the columns of an annotation at a place of a text, with its boxes and context. */
export async function anchorAtPlace(ctx: ReaderContext, text: ReadyText, place: QuotePlace) {
  const { start, end, page } = place
  const blocks = await findBlocksAt(ctx, text, Math.max(0, start - CONTEXT_CHARS), end + CONTEXT_CHARS)
  const { text: surroundings, offset } = textOfBlocks(blocks)
  const [from, to] = [start - offset, end - offset]
  return {
    parse_id: text.parse_id,
    page,
    boxes: JSON.stringify(boxesBetween(text, blocks, start, end)),
    // A cut may split a surrogate pair.
    prefix: surroundings.slice(Math.max(0, from - CONTEXT_CHARS), from).toWellFormed(),
    suffix: surroundings.slice(to, to + CONTEXT_CHARS).toWellFormed(),
    start_at: start,
    end_at: end,
    anchor: 'text' as const,
  }
}
