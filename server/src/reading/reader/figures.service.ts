import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import type { Block } from '@scinav/documents'
import type { Context } from '../../platform/context/context.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { type ReadyText, requireText } from './text/readable.ts'
import { type FigureShape, findBlocksByOrdinals, findShapes, toPageShares } from './text/text.ts'

type Reading = typeof api.reading
type Figure = OutputOf<Reading['figures']>['list'][number]

/** Maximum number of captions, tables and figures of a document that are examined. */
const MAX_SHAPES = 5_000
/** Number of blocks read before other tasks get a turn. */
const BATCH_SIZE = 10
/** Maximum number of cells returned of a table, and the length to which each is cut, in characters. */
const MAX_CELLS = 2_000
const MAX_CELL_CHARS = 500

/** The most blocks between a caption and its table or figure, counted by ordinals. */
const MAX_CAPTION_DISTANCE = 2

/** Matches the beginning of a table's caption: `表 1`, `续表 2`, `Table 3`, `Tab. 4`. */
const TABLE_CAPTION = /^(?:续?\s*表|附表|table\b|tab\.)/i

/**
 * Returns one page of the figures and tables of a text with their captions, in the order of the text: at most `limit`
 * whose ordinal is above `after`. `next` is the `after` of the following page, or null on the last one.
 *
 * @throws AppError as `requireText`.
 */
export async function listFigures(
  ctx: Context,
  input: ParsedInputOf<Reading['figures']>,
): Promise<OutputOf<Reading['figures']>> {
  const { text } = await requireText(ctx, input)
  const { after = -1, limit } = input
  const pairs = pairCaptions(await findShapes(ctx, text, MAX_SHAPES)).filter(({ ordinal }) => ordinal > after)
  const pairsOnPage = pairs.slice(0, limit)
  const blocks = await loadBlocks(ctx, text, pairsOnPage)
  const list = pairsOnPage.map((pair) => toFigure(pair, blocks, text))
  return { list, next: pairs.length > limit ? (list.at(-1)?.ordinal ?? null) : null }
}

/** A caption with its table or figure. */
interface CaptionedShape {
  /** The ordinal of the caption, or of a table without one. */
  ordinal: number
  /** Null for a table without a caption. */
  caption: FigureShape | null
  /** The table or figure; null for a caption without one. */
  shape: FigureShape | null
}

/** Pairs each caption with the table or figure next to it; figures without a caption are ornaments and left out. */
function pairCaptions(shapes: FigureShape[]): CaptionedShape[] {
  const taken = new Set<FigureShape>()
  const pairs: CaptionedShape[] = []
  for (const [at, caption] of shapes.entries()) {
    if (caption.type !== 'caption') continue
    const type = TABLE_CAPTION.test(caption.text.trim()) ? 'table' : 'figure'
    // The caption of a table is above it, that of a figure below.
    const near = type === 'table' ? [shapes[at + 1], shapes[at - 1]] : [shapes[at - 1], shapes[at + 1]]
    const shape = near.find(
      (each) =>
        each?.type === type &&
        !taken.has(each) &&
        Math.abs(each.ordinal - caption.ordinal) <= MAX_CAPTION_DISTANCE,
    )
    if (shape) taken.add(shape)
    pairs.push({ ordinal: caption.ordinal, caption, shape: shape ?? null })
  }
  const uncaptioned = shapes.filter((each) => each.type === 'table' && !taken.has(each))
  return [
    ...pairs,
    ...uncaptioned.map((shape) => ({ ordinal: shape.ordinal, caption: null, shape })),
  ].toSorted((one, other) => one.ordinal - other.ordinal)
}

/** Returns the ordinal of the block that is loaded for a pair. */
const pairOrdinal = ({ ordinal, shape }: CaptionedShape): number => shape?.ordinal ?? ordinal

/** Loads the tables, figures and unpaired captions by their ordinals, in batches since tables are large. */
async function loadBlocks(
  ctx: Context,
  text: ReadyText,
  pairs: CaptionedShape[],
): Promise<Map<number, Block>> {
  const blocks = new Map<number, Block>()
  for (let from = 0; from < pairs.length; from += BATCH_SIZE) {
    const ordinals = pairs.slice(from, from + BATCH_SIZE).map(pairOrdinal)
    for (const { ordinal, block } of await findBlocksByOrdinals(ctx, text, ordinals))
      blocks.set(ordinal, block)
    await yieldToEventLoop()
  }
  return blocks
}

/** Converts a caption and its shape, of which one may be missing, to the form returned by the API. */
function toFigure(pair: CaptionedShape, blocks: Map<number, Block>, text: ReadyText): Figure {
  const { ordinal, caption, shape } = pair
  const block = blocks.get(pairOrdinal(pair))
  const isTable = shape ? shape.type === 'table' : TABLE_CAPTION.test(caption?.text.trim() ?? '')
  const { rows, cut } = truncateRows(shape ? block?.rows : undefined)
  return {
    ordinal,
    kind: isTable ? 'table' : 'figure',
    caption: caption?.text ?? null,
    page: block?.page ?? 1,
    boxes: toPageShares(block?.boxes ?? [], text),
    rows,
    cut,
  }
}

/**
 * Cuts a table to as many whole rows as have at most `MAX_CELLS` cells, but at least one, and its cells to their
 * maximum length. `cut` tells whether rows or columns were left out. Without a table, `rows` is null.
 */
function truncateRows(rows: string[][] | undefined): { rows: string[][] | null; cut: boolean } {
  if (!rows) return { rows: null, cut: false }
  const width = Math.max(1, ...rows.slice(0, MAX_CELLS).map((row) => row.length))
  const maxRows = Math.max(1, Math.floor(MAX_CELLS / width))
  const truncated = rows
    .slice(0, maxRows)
    .map((row) => row.slice(0, MAX_CELLS).map((cell) => cell.slice(0, MAX_CELL_CHARS)))
  return { rows: truncated, cut: rows.length > maxRows || width > MAX_CELLS }
}
