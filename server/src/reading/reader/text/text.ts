import { type Block, type Box, boxesOf, pageShares } from '@scinav/documents'
import type { BaseContext } from '../../../platform/context/context.ts'
import { createKeyedCache } from '../../../platform/foundation/cache.ts'
import { yieldToEventLoop } from '../../../platform/foundation/event-loop.ts'
import type { ReadyText } from './readable.ts'
import * as store from './text.store.ts'

type ReaderContext = Pick<BaseContext, 'db' | 'now'>

/** A block with its ordinal (from 0, in reading order) and its offset in the canonical text, in UTF-16 units. */
export interface PlacedBlock {
  ordinal: number
  start: number
  block: Block
}

/** Offsets of the blocks in the canonical text, by ordinal; the last entry is the length of the text. */
type BlockStarts = Uint32Array

/** Number of rows read at once, which takes a few milliseconds. */
const BATCH_SIZE = 200
/** Separates two blocks in the canonical text, as in `canonicalText` of `@scinav/documents`. */
const BLOCK_SEPARATOR = '\n\n'

const DAY_MS = 24 * 60 * 60_000
/** Maximum number of texts of which the offsets are cached, at four bytes per block. */
const MAX_CACHED_TEXTS = 64
/** A parse never changes, so its offsets are cached. */
const startsCache = createKeyedCache<BlockStarts>(MAX_CACHED_TEXTS, DAY_MS)

/** Returns the offsets of all blocks, which on the first call means reading the whole text. */
async function loadStarts(ctx: ReaderContext, { parse_id }: ReadyText): Promise<BlockStarts> {
  const now = ctx.now().getTime()
  const cached = startsCache.get(parse_id, now)
  if (cached) return cached
  const starts: number[] = []
  let length = 0
  for await (const rows of listRows(ctx, parse_id))
    for (const { block } of rows) {
      starts.push(length)
      length += canonicalLength(block)
    }
  const offsets = Uint32Array.from([...starts, length])
  startsCache.set(parse_id, offsets, now)
  return offsets
}

/**
 * Returns the length of a block in the canonical text, with the separator to the next one; 0 for one without text.
 */
const canonicalLength = ({ type, text }: Block): number =>
  type === 'other' || text === '' ? 0 : text.length + BLOCK_SEPARATOR.length

const parseBlock = ({ ordinal, block }: store.BlockRow) => ({
  ordinal,
  // The block was written by this program together with the parse.
  block: JSON.parse(block) as Block,
})

/** Yields the blocks of a text in reading order, in batches; other tasks get a turn between two of them. */
async function* listRows(ctx: ReaderContext, parse_id: string) {
  for (let after = -1; ; ) {
    const rows = await store.findPage(ctx.db, { parse_id, after, limit: BATCH_SIZE })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(parseBlock)
    after = last.ordinal
    if (rows.length < BATCH_SIZE) return
    await yieldToEventLoop()
  }
}

/** Returns the blocks of rows, in their order, each with its offset. */
const withStarts = (rows: store.BlockRow[], starts: BlockStarts): PlacedBlock[] =>
  rows.map(parseBlock).map(({ ordinal, block }) => ({ ordinal, start: starts[ordinal] ?? 0, block }))

/** Iterates over the blocks of a text in reading order, in batches. */
export async function* iterateBlocks(
  ctx: ReaderContext,
  { parse_id }: ReadyText,
): AsyncGenerator<PlacedBlock[]> {
  let start = 0
  for await (const rows of listRows(ctx, parse_id))
    yield rows.map(({ ordinal, block }) => {
      const placed = { ordinal, start, block }
      start += canonicalLength(block)
      return placed
    })
}

/** Returns at most `limit` blocks after an ordinal, of some pages if these are given, in reading order. */
export async function findBlocksOnPages(
  ctx: ReaderContext,
  text: ReadyText,
  range: Omit<store.TextPart, 'parse_id'>,
): Promise<PlacedBlock[]> {
  const rows = await store.findPage(ctx.db, { ...range, parse_id: text.parse_id })
  return withStarts(rows, await loadStarts(ctx, text))
}

/** Returns blocks by their ordinals, in no particular order. */
export async function findBlocksByOrdinals(
  ctx: ReaderContext,
  text: ReadyText,
  ordinals: number[],
): Promise<PlacedBlock[]> {
  return withStarts(await store.findByOrdinals(ctx.db, text.parse_id, ordinals), await loadStarts(ctx, text))
}

/** Number of blocks scanned by one statement, which takes a few milliseconds. */
const RANGE_BLOCKS = 4_000

/** Yields the ranges of a text after an ordinal; other tasks get a turn between two of them. */
async function* ordinalRanges({ parse_id }: ReadyText, starts: BlockStarts, after = -1) {
  const end = starts.length - 1
  for (let from = after + 1; from < end; from += RANGE_BLOCKS) {
    yield { parse_id, from, until: Math.min(end, from + RANGE_BLOCKS) }
    await yieldToEventLoop()
  }
}

/** Returns at most `limit` blocks of a type after an ordinal, in reading order. */
export async function findBlocksByType(
  ctx: ReaderContext,
  text: ReadyText,
  { after, limit }: { after: number; limit: number },
  type: store.BlockType,
): Promise<PlacedBlock[]> {
  const starts = await loadStarts(ctx, text)
  const rows: store.BlockRow[] = []
  for await (const range of ordinalRanges(text, starts, after)) {
    rows.push(...(await store.findByType(ctx.db, range, type, limit - rows.length)))
    if (rows.length >= limit) break
  }
  return withStarts(rows, starts)
}

/** A caption with its text, or the position of a table or figure. */
export interface FigureShape {
  ordinal: number
  type: 'caption' | 'table' | 'figure'
  /** The text of a caption; '' for tables and figures. */
  text: string
}

/** Returns the captions, tables and figures of a text in reading order, at most `limit`. */
export async function findShapes(ctx: ReaderContext, text: ReadyText, limit: number): Promise<FigureShape[]> {
  const shapes: FigureShape[] = []
  for await (const range of ordinalRanges(text, await loadStarts(ctx, text))) {
    const rows = await store.findCaptionsAndShapes(ctx.db, range, limit - shapes.length)
    for (const { ordinal, type, caption } of rows)
      shapes.push({ ordinal, type, text: caption === null ? '' : (JSON.parse(caption) as Block).text })
    if (shapes.length >= limit) break
  }
  return shapes
}

/** Returns the blocks that contain the text between two offsets (`end` exclusive), and those between them. */
export async function findBlocksAt(
  ctx: ReaderContext,
  text: ReadyText,
  start: number,
  end: number,
): Promise<PlacedBlock[]> {
  const starts = await loadStarts(ctx, text)
  const first = ordinalAt(starts, start)
  const rows = await store.findBetween(
    ctx.db,
    text.parse_id,
    first,
    ordinalAt(starts, Math.max(start, end - 1)),
  )
  return withStarts(rows, starts)
}

/**
 * Returns the ordinal of the block whose text, or the separator after it, contains an offset; the number of blocks
 * for an offset beyond the text.
 */
function ordinalAt(starts: BlockStarts, offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle + 1] ?? Number.POSITIVE_INFINITY) > offset) high = middle
    else low = middle + 1
  }
  return low
}

/** Returns the part of the canonical text that adjacent blocks form, and the offset at which it begins. */
export function textOfBlocks(blocks: PlacedBlock[]): { text: string; offset: number } {
  const parts = blocks.filter(({ block }) => canonicalLength(block) > 0).map(({ block }) => block.text)
  return { text: parts.join(BLOCK_SEPARATOR), offset: blocks[0]?.start ?? 0 }
}

/** Maximum number of headings that are read to find those above a block. */
const MAX_HEADINGS = 60

/**
 * Returns the headings above a block, outermost first. The nearest headings are read first, until one of level 1 is
 * found or there were `MAX_HEADINGS`, so that outer ones may be missing in a long section.
 */
export async function findHeadingsAbove(
  ctx: ReaderContext,
  text: ReadyText,
  ordinal: number,
): Promise<string[]> {
  const path: string[] = []
  let level = Number.POSITIVE_INFINITY
  let headingsLeft = MAX_HEADINGS
  for (let until = ordinal; until > 0 && headingsLeft > 0 && level > 1; until -= RANGE_BLOCKS) {
    const range = { parse_id: text.parse_id, from: Math.max(0, until - RANGE_BLOCKS), until }
    const rows = (await store.findLastHeadings(ctx.db, range, headingsLeft)).map(parseBlock)
    headingsLeft -= rows.length
    for (const { block } of rows)
      if ((block.level ?? 1) < level) {
        level = block.level ?? 1
        path.unshift(block.text)
      }
    await yieldToEventLoop()
  }
  return path
}

/** Returns the number of blocks of a type. */
export async function countBlocksByType(
  ctx: ReaderContext,
  text: ReadyText,
  type: store.BlockType,
): Promise<number> {
  let count = 0
  for await (const range of ordinalRanges(text, await loadStarts(ctx, text)))
    count += await store.countByType(ctx.db, range, type)
  return count
}

/** Converts boxes in points to shares of their pages, 0–1. */
export const toPageShares = (boxes: Box[], { facts }: ReadyText): Box[] => pageShares(boxes, facts.pages)

/** Returns the boxes of the characters between two offsets of the canonical text, one per line. */
export function boxesBetween(text: ReadyText, blocks: PlacedBlock[], start: number, end: number): Box[] {
  return toPageShares(
    blocks.flatMap(({ block, start: at }) => {
      if (canonicalLength(block) === 0 || at >= end || at + block.text.length <= start) return []
      return boxesOf(block, Math.max(0, start - at), Math.min(block.text.length, end - at))
    }),
    text,
  )
}
