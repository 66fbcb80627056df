import { type Block, type Box, boxesOf } from '@scinav/documents'
import type { BaseContext } from '../../context/context.ts'
import { cachedByKey } from '../../foundation/cached.ts'
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

/** Lets other requests have their turn. */
export const breath = () => new Promise<void>((resolve) => setImmediate(resolve))

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

type OfTypes = Parameters<typeof store.ofTypes>[2]

export async function blocksOfTypes(
  ctx: Reader,
  text: ReadyText,
  part: { after: number; limit: number },
  types: OfTypes,
): Promise<PlacedBlock[]> {
  const rows = await store.ofTypes(ctx.db, { ...part, parse_id: text.parse_id }, types)
  return withStarts(rows, await startsOf(ctx, text))
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
  const rows = (await store.headingsBefore(ctx.db, text.parse_id, ordinal, MOST_HEADINGS)).map(read)
  const path: string[] = []
  let level = Number.POSITIVE_INFINITY
  for (const { block } of rows)
    if ((block.level ?? 1) < level) {
      level = block.level ?? 1
      path.unshift(block.text)
    }
  return path
}

export const countOfType = (
  ctx: Pick<BaseContext, 'db'>,
  { parse_id }: ReadyText,
  type: OfTypes[number],
): Promise<number> => store.countOfType(ctx.db, parse_id, type)

const share = (value: number, all: number): number =>
  Math.round(Math.min(1, Math.max(0, value / all)) * 1e5) / 1e5

/** Points → parts of the page. */
export function onPages(boxes: Box[], { facts }: ReadyText): Box[] {
  return boxes.flatMap(({ page, x0, y0, x1, y1 }) => {
    const { width = 0, height = 0 } = facts.pages[page - 1] ?? {}
    if (width <= 0 || height <= 0) return []
    return [
      { page, x0: share(x0, width), y0: share(y0, height), x1: share(x1, width), y1: share(y1, height) },
    ]
  })
}

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
