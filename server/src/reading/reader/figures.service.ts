import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import type { Block } from '@scinav/documents'
import type { Context } from '../../platform/context/context.ts'
import { breath } from '../../platform/foundation/breath.ts'
import { type ReadyText, requireText } from './text/readable.ts'
import { blocksByOrdinals, onPages, type Shape, shapesOf } from './text/text.ts'

type Reading = typeof api.reading
type Figure = OutputOf<Reading['figures']>['list'][number]

/** Captions, tables and pictures of one document that are looked at; of more, the first. */
const MOST = 5_000
/** Read before others have their turn. */
const AT_ONCE = 10
const MOST_CELLS = 2_000
const LONGEST_CELL = 500

const TABLE = /^(?:续?\s*表|附表|table\b|tab\.)/i

/** Figures and tables with their captions, in the order of the text. */
export async function listFigures(
  ctx: Context,
  input: ParsedInputOf<Reading['figures']>,
): Promise<OutputOf<Reading['figures']>> {
  const { text } = await requireText(ctx, input)
  const { after = -1, limit } = input
  const found = paired(await shapesOf(ctx, text, MOST)).filter(({ ordinal }) => ordinal > after)
  const shown = found.slice(0, limit)
  const blocks = await shownBlocks(ctx, text, shown)
  const list = shown.map((pair) => toFigure(pair, blocks, text))
  return { list, next: found.length > limit ? (list.at(-1)?.ordinal ?? null) : null }
}

interface Pair {
  ordinal: number
  caption: Shape | null
  thing: Shape | null
}

/** A caption goes with the table or picture right before or behind it; pictures without one are ornaments. */
function paired(shapes: Shape[]): Pair[] {
  const taken = new Set<Shape>()
  const pairs: Pair[] = []
  for (const [at, caption] of shapes.entries()) {
    if (caption.type !== 'caption') continue
    const type = TABLE.test(caption.text.trim()) ? 'table' : 'figure'
    // The caption of a table stands above it, that of a figure below.
    const near = type === 'table' ? [shapes[at + 1], shapes[at - 1]] : [shapes[at - 1], shapes[at + 1]]
    const thing = near.find(
      (each) => each?.type === type && !taken.has(each) && Math.abs(each.ordinal - caption.ordinal) <= 2,
    )
    if (thing) taken.add(thing)
    pairs.push({ ordinal: caption.ordinal, caption, thing: thing ?? null })
  }
  const bare = shapes.filter((each) => each.type === 'table' && !taken.has(each))
  return [...pairs, ...bare.map((thing) => ({ ordinal: thing.ordinal, caption: null, thing }))].toSorted(
    (one, other) => one.ordinal - other.ordinal,
  )
}

const placeOf = ({ ordinal, thing }: Pair): number => thing?.ordinal ?? ordinal

/** Tables and pictures, and captions that stand alone, by their ordinals: some at a time, since tables are large. */
async function shownBlocks(ctx: Context, text: ReadyText, pairs: Pair[]): Promise<Map<number, Block>> {
  const blocks = new Map<number, Block>()
  for (let from = 0; from < pairs.length; from += AT_ONCE) {
    const some = pairs.slice(from, from + AT_ONCE).map(placeOf)
    for (const { ordinal, block } of await blocksByOrdinals(ctx, text, some)) blocks.set(ordinal, block)
    await breath()
  }
  return blocks
}

function toFigure(pair: Pair, blocks: Map<number, Block>, text: ReadyText): Figure {
  const { ordinal, caption, thing } = pair
  const shown = blocks.get(placeOf(pair))
  const isTable = thing ? thing.type === 'table' : TABLE.test(caption?.text.trim() ?? '')
  const { rows, cut } = cellsOf(thing ? shown?.rows : undefined)
  return {
    ordinal,
    kind: isTable ? 'table' : 'figure',
    caption: caption?.text ?? null,
    page: shown?.page ?? 1,
    boxes: onPages(shown?.boxes ?? [], text),
    rows,
    cut,
  }
}

/** As many rows as are shown; the rest stands in the text. */
function cellsOf(rows: string[][] | undefined): { rows: string[][] | null; cut: boolean } {
  if (!rows) return { rows: null, cut: false }
  const width = Math.max(1, ...rows.slice(0, MOST_CELLS).map((row) => row.length))
  const most = Math.max(1, Math.floor(MOST_CELLS / width))
  const shown = rows
    .slice(0, most)
    .map((row) => row.slice(0, MOST_CELLS).map((cell) => cell.slice(0, LONGEST_CELL)))
  return { rows: shown, cut: rows.length > most || width > MOST_CELLS }
}
