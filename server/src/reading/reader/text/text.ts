import { type Block, type Box, boxesOf, pageShares } from '@scinav/documents'
import type { BaseContext } from '../../../platform/context/context.ts'
import { breath } from '../../../platform/foundation/breath.ts'
import { cachedByKey } from '../../../platform/foundation/cached.ts'
import type { ReadyText } from './readable.ts'
import * as store from './text.store.ts'

type Reader = Pick<BaseContext, 'db' | 'now'>

/** A block with its number and where it begins in the canonical text. */
export interface PlacedBlock {
  ordinal: number
  start: number
  block: Block
}

/** Where blocks begin in the canonical text, by ordinal; the last is where the text ends. */
type Starts = Uint32Array

/** Rows that are read at once: a few milliseconds. */
const PART = 200
const BETWEEN = 2

const DAY_MS = 24 * 60 * 60_000
/** A parse never changes. Four bytes a block. */
const known = cachedByKey<Starts>(64, DAY_MS)

async function startsOf(ctx: Reader, { parse_id }: ReadyText): Promise<Starts> {
  const now = ctx.now().getTime()
  const cached = known.get(parse_id, now)
  if (cached) return cached
  const starts: number[] = []
  let length = 0
  for await (const part of rowsOf(ctx, parse_id))
    for (const { block } of part) {
      starts.push(length)
      length += sizeOf(block)
    }
  const made = Uint32Array.from([...starts, length])
  known.set(parse_id, made, now)
  return made
}

/** What of the canonical text a block has, with what stands between it and the next. */
const sizeOf = ({ type, text }: Block): number =>
  type === 'other' || text === '' ? 0 : text.length + BETWEEN

const read = ({ ordinal, page, block }: store.BlockRow) => ({
  ordinal,
  page,
  // Written by our own process, with the parse.
  block: JSON.parse(block) as Block,
})

async function* rowsOf(ctx: Reader, parse_id: string) {
  for (let after = -1; ; ) {
    const rows = await store.page(ctx.db, { parse_id, after, limit: PART })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(read)
    after = last.ordinal
    if (rows.length < PART) return
    await breath()
  }
}

const withStarts = (rows: store.BlockRow[], starts: Starts): PlacedBlock[] =>
  rows.map(read).map(({ ordinal, block }) => ({ ordinal, start: starts[ordinal] ?? 0, block }))

/** Blocks of a text in reading order, some hundred at a time. */
export async function* allBlocks(ctx: Reader, { parse_id }: ReadyText): AsyncGenerator<PlacedBlock[]> {
  let start = 0
  for await (const part of rowsOf(ctx, parse_id))
    yield part.map(({ ordinal, block }) => {
      const placed = { ordinal, start, block }
      start += sizeOf(block)
      return placed
    })
}

/** Blocks of some pages behind an ordinal. */
export async function blocksOfPages(
  ctx: Reader,
  text: ReadyText,
  part: Omit<store.Part, 'parse_id'>,
): Promise<PlacedBlock[]> {
  const rows = await store.page(ctx.db, { ...part, parse_id: text.parse_id })
  return withStarts(rows, await startsOf(ctx, text))
}

export async function blocksByOrdinals(
  ctx: Reader,
  text: ReadyText,
  ordinals: number[],
): Promise<PlacedBlock[]> {
  return withStarts(await store.byOrdinals(ctx.db, text.parse_id, ordinals), await startsOf(ctx, text))
}

/** Blocks that one statement looks through: a few milliseconds. */
const LOOKED = 4_000

/** All of a text behind an ordinal, a part at a time; others have their turn between two. */
async function* stretchesOf({ parse_id }: ReadyText, starts: Starts, after = -1) {
  const end = starts.length - 1
  for (let from = after + 1; from < end; from += LOOKED) {
    yield { parse_id, from, until: Math.min(end, from + LOOKED) }
    await breath()
  }
}

/** Blocks of a type behind an ordinal. */
export async function blocksOfType(
  ctx: Reader,
  text: ReadyText,
  { after, limit }: { after: number; limit: number },
  type: store.Type,
): Promise<PlacedBlock[]> {
  const starts = await startsOf(ctx, text)
  const rows: store.BlockRow[] = []
  for await (const stretch of stretchesOf(text, starts, after)) {
    rows.push(...(await store.ofType(ctx.db, stretch, type, limit - rows.length)))
    if (rows.length >= limit) break
  }
  return withStarts(rows, starts)
}

/** A caption with what it says, or where a table or a picture stands. */
export interface Shape {
  ordinal: number
  type: 'caption' | 'table' | 'figure'
  text: string
}

/** The captions, tables and pictures of a text; of more than `most`, the first. */
export async function shapesOf(ctx: Reader, text: ReadyText, most: number): Promise<Shape[]> {
  const shapes: Shape[] = []
  for await (const stretch of stretchesOf(text, await startsOf(ctx, text))) {
    const rows = await store.captionsAndThings(ctx.db, stretch, most - shapes.length)
    for (const { ordinal, type, caption } of rows)
      shapes.push({ ordinal, type, text: caption === null ? '' : (JSON.parse(caption) as Block).text })
    if (shapes.length >= most) break
  }
  return shapes
}

/** The blocks that hold the text from one offset to another. */
export async function blocksAt(
  ctx: Reader,
  text: ReadyText,
  start: number,
  end: number,
): Promise<PlacedBlock[]> {
  const starts = await startsOf(ctx, text)
  const first = ordinalAt(starts, start)
  const rows = await store.between(ctx.db, text.parse_id, first, ordinalAt(starts, Math.max(start, end - 1)))
  return withStarts(rows, starts)
}

/** The last block that begins at an offset or before it and has text. */
function ordinalAt(starts: Starts, offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle + 1] ?? Number.POSITIVE_INFINITY) > offset) high = middle
    else low = middle + 1
  }
  return low
}

/** The canonical text of neighbouring blocks, from where the first of them begins. */
export function textOfBlocks(blocks: PlacedBlock[]): { text: string; offset: number } {
  const parts = blocks.filter(({ block }) => sizeOf(block) > 0).map(({ block }) => block.text)
  return { text: parts.join('\n\n'), offset: blocks[0]?.start ?? 0 }
}

const MOST_HEADINGS = 60

/** The headings above a block, the outermost first. */
export async function headingsAbove(ctx: Reader, text: ReadyText, ordinal: number): Promise<string[]> {
  const path: string[] = []
  let level = Number.POSITIVE_INFINITY
  let left = MOST_HEADINGS
  for (let until = ordinal; until > 0 && left > 0 && level > 1; until -= LOOKED) {
    const stretch = { parse_id: text.parse_id, from: Math.max(0, until - LOOKED), until }
    const rows = (await store.lastHeadings(ctx.db, stretch, left)).map(read)
    left -= rows.length
    for (const { block } of rows)
      if ((block.level ?? 1) < level) {
        level = block.level ?? 1
        path.unshift(block.text)
      }
    await breath()
  }
  return path
}

export async function countOfType(ctx: Reader, text: ReadyText, type: store.Type): Promise<number> {
  let count = 0
  for await (const stretch of stretchesOf(text, await startsOf(ctx, text)))
    count += await store.countOfType(ctx.db, stretch, type)
  return count
}

/** Points → shares of the page. */
export const onPages = (boxes: Box[], { facts }: ReadyText): Box[] => pageShares(boxes, facts.pages)

/** Where the characters from one offset of the canonical text to another stand, one box a line. */
export function boxesBetween(text: ReadyText, blocks: PlacedBlock[], start: number, end: number): Box[] {
  return onPages(
    blocks.flatMap(({ block, start: at }) => {
      if (sizeOf(block) === 0 || at >= end || at + block.text.length <= start) return []
      return boxesOf(block, Math.max(0, start - at), Math.min(block.text.length, end - at))
    }),
    text,
  )
}
