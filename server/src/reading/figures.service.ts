import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import type { Context } from '../context/context.ts'
import { type ReadyText, requireText } from './text/readable.ts'
import { blocksOfTypes, onPages, type PlacedBlock } from './text/text.ts'

type Reading = typeof api.reading
type Figure = OutputOf<Reading['figures']>['list'][number]

/** Captions, tables and pictures of one document that are looked at; of more, the first. */
const MOST = 5_000
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
  const blocks = await blocksOfTypes(ctx, text, { after: -1, limit: MOST }, ['caption', 'table', 'figure'])
  const found = paired(blocks).filter(({ ordinal }) => ordinal > after)
  const list = found.slice(0, limit).map((pair) => toFigure(pair, text))
  return { list, next: found.length > limit ? (list.at(-1)?.ordinal ?? null) : null }
}

interface Pair {
  ordinal: number
  caption: PlacedBlock | null
  thing: PlacedBlock | null
}

/** A caption goes with the table or picture right before or behind it; pictures without one are ornaments. */
function paired(blocks: PlacedBlock[]): Pair[] {
  const taken = new Set<PlacedBlock>()
  const pairs: Pair[] = []
  for (const [at, caption] of blocks.entries()) {
    if (caption.block.type !== 'caption') continue
    const type = TABLE.test(caption.block.text.trim()) ? 'table' : 'figure'
    // The caption of a table stands above it, that of a figure below.
    const near = type === 'table' ? [blocks[at + 1], blocks[at - 1]] : [blocks[at - 1], blocks[at + 1]]
    const thing = near.find(
      (each) =>
        each?.block.type === type && !taken.has(each) && Math.abs(each.ordinal - caption.ordinal) <= 2,
    )
    if (thing) taken.add(thing)
    pairs.push({ ordinal: caption.ordinal, caption, thing: thing ?? null })
  }
  const bare = blocks.filter((each) => each.block.type === 'table' && !taken.has(each))
  return [...pairs, ...bare.map((thing) => ({ ordinal: thing.ordinal, caption: null, thing }))].toSorted(
    (one, other) => one.ordinal - other.ordinal,
  )
}

function toFigure({ ordinal, caption, thing }: Pair, text: ReadyText): Figure {
  const shown = thing ?? caption
  const isTable = thing ? thing.block.type === 'table' : TABLE.test(caption?.block.text.trim() ?? '')
  const { rows, cut } = cellsOf(thing)
  return {
    ordinal,
    kind: isTable ? 'table' : 'figure',
    caption: caption?.block.text ?? null,
    page: shown?.block.page ?? 1,
    boxes: onPages(shown?.block.boxes ?? [], text),
    rows,
    cut,
  }
}

/** As many rows as are shown; the rest stands in the text. */
function cellsOf(thing: PlacedBlock | null): { rows: string[][] | null; cut: boolean } {
  const rows = thing?.block.rows
  if (!rows) return { rows: null, cut: false }
  const width = Math.max(1, ...rows.slice(0, MOST_CELLS).map((row) => row.length))
  const most = Math.max(1, Math.floor(MOST_CELLS / width))
  const shown = rows
    .slice(0, most)
    .map((row) => row.slice(0, MOST_CELLS).map((cell) => cell.slice(0, LONGEST_CELL)))
  return { rows: shown, cut: rows.length > most || width > MOST_CELLS }
}
