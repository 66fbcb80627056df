import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { placeQuote } from './quotes/place-quotes.ts'
import { getAttachedText, type ReadyText, requireText } from './text/readable.ts'
import {
  boxesBetween,
  findBlocksAt,
  findBlocksOnPages,
  findHeadingsAbove,
  type PlacedBlock,
  textOfBlocks,
  toPageShares,
} from './text/text.ts'

type Reading = typeof api.reading
type TextBlock = OutputOf<Reading['blocks']>['list'][number]

/** Maximum number of blocks returned of a page of an attached file; further ones are left out. */
const MAX_BLOCKS_PER_PAGE = 200

/**
 * Returns a part of a text in reading order: at most `limit` blocks whose ordinal is above `after`, of the pages
 * `page_from` to `page_to` (from 1, both included) if these are given. `next` is the `after` of the following part,
 * null at the end; `version` is the parse to which ordinals and offsets refer.
 *
 * @throws AppError `document.no_text`, and as `requireReadable`.
 */
export async function listBlocks(
  ctx: Context,
  input: ParsedInputOf<Reading['blocks']>,
): Promise<OutputOf<Reading['blocks']>> {
  const { text } = await requireText(ctx, input)
  const { page_from, page_to, after = -1, limit } = input
  const found = await findBlocksOnPages(ctx, text, { page_from, page_to, after, limit: limit + 1 })
  const list = found.slice(0, limit)
  return {
    version: text.parse_id,
    list: list.map((each) => toBlock(text, each)),
    next: found.length > limit ? (list.at(-1)?.ordinal ?? null) : null,
  }
}

/** Converts a block to the form of the API, with all boxes in shares of their page (0–1). */
function toBlock(text: ReadyText, { ordinal, start, block }: PlacedBlock): TextBlock {
  const lines = (block.lines ?? []).flatMap((line) =>
    toPageShares([line.box], text).map((box) => ({ start: line.start, box })),
  )
  const { type, level = null, page, rows = null, notes = [], marked_in = null } = block
  return {
    ordinal,
    type,
    level,
    text: block.text,
    start,
    page,
    boxes: toPageShares(block.boxes, text),
    rows,
    lines,
    notes: notes.map(({ note, ...mark }) => ({ ...mark, ordinal: note })),
    marked_in,
  }
}

/**
 * Returns the place of a quotation in a text, near the given page if possible, with the words that stand there; null
 * when neither it nor a similar passage occurs.
 *
 * @throws AppError as `requireText`.
 */
export async function findQuote(
  ctx: Context,
  input: ParsedInputOf<Reading['find']>,
): Promise<OutputOf<Reading['find']>> {
  const { text } = await requireText(ctx, input)
  const query = { quote: input.quote, prefix: '', suffix: '', page: input.page ?? null, start: null }
  const place = await placeQuote(ctx, text, query)
  if (!place) return null
  const blocks = await findBlocksAt(ctx, text, place.start, place.end)
  const { text: textOfPlace, offset } = textOfBlocks(blocks)
  const [first] = blocks
  return {
    quote: textOfPlace.slice(place.start - offset, place.end - offset),
    start: place.start,
    end: place.end,
    page: place.page,
    boxes: boxesBetween(text, blocks, place.start, place.end),
    heading_path: first ? await findHeadingsAbove(ctx, text, first.ordinal) : [],
    exact: place.exact,
  }
}

/**
 * Returns a page (from 1) of a file that the caller attached to a question; before the file is parsed `version` is
 * null and there are no pages.
 *
 * @throws AppError `file.not_found`.
 */
export async function getAttachedPage(
  ctx: Context,
  { file_id, page }: ParsedInputOf<Reading['attached']>,
): Promise<OutputOf<Reading['attached']>> {
  const { name, mime, text } = await getAttachedText(ctx, file_id)
  if (!text) return { name, mime, version: null, page_count: 0, list: [] }
  const range = { page_from: page, page_to: page, after: -1, limit: MAX_BLOCKS_PER_PAGE }
  const found = await findBlocksOnPages(ctx, text, range)
  const page_count = text.facts.pages.length
  return { name, mime, version: text.parse_id, page_count, list: found.map((each) => toBlock(text, each)) }
}
