import { type Block, canonicalText, pageShares } from '@scinav/documents'
import type { Context } from '../../platform/context/context.ts'
import { breath } from '../../platform/foundation/breath.ts'
import * as store from './passage.store.ts'
import type { PageBox } from './passages.ts'

/** A passage whose lines are wanted. */
interface Wanted {
  parse_id: string
  text: string
  page: number | null
  boxes: PageBox[]
}

/** Where the characters of a passage from `start` on stand, as far as the next line. */
interface PlacedLine {
  start: number
  box: PageBox
}

interface Page {
  width: number
  height: number
}

/**
 * Where the lines of passages stand, so that a quote is lit where it is: for each passage, in their order. None where the
 * format has no places, or where the text is not as it stands on the page: a later part of a table.
 */
export async function linesOf(ctx: Pick<Context, 'db'>, wanted: Wanted[]): Promise<PlacedLine[][]> {
  const facts = await store.factsOf(ctx.db, new Set(wanted.map(({ parse_id }) => parse_id)))
  const lines = new Map<Wanted, PlacedLine[]>()
  for (const [parse_id, some] of Map.groupBy(wanted, (each) => each.parse_id)) {
    const pages = pagesIn(facts.find(({ id }) => id === parse_id)?.facts ?? null)
    // A format without pages has all of its blocks on one, and no places.
    if (pages.length === 0) continue
    const blocks = await blocksOn(ctx, parse_id, some.map(spanOf))
    for (const each of some) lines.set(each, linesIn(each.text, onSpan(blocks, spanOf(each)), pages))
    await breath()
  }
  return wanted.map((each) => lines.get(each) ?? [])
}

/** The pages that a passage may stand on: what goes on over a page's end begins on the page before. */
function spanOf({ page, boxes }: Wanted): store.PageSpan {
  const pages = boxes.map((box) => box.page)
  return { from: Math.min(page ?? 1, ...pages) - 1, until: Math.max(page ?? 1, ...pages) }
}

const onSpan = (blocks: Block[], { from, until }: store.PageSpan): Block[] =>
  blocks.filter(({ page }) => page >= from && page <= until)

const blocksOn = async (ctx: Pick<Context, 'db'>, parse_id: string, spans: store.PageSpan[]) =>
  (await store.blocksOn(ctx.db, parse_id, spans)).map((block) => JSON.parse(block) as Block)

const pagesIn = (facts: string | null): Page[] =>
  facts === null ? [] : ((JSON.parse(facts) as { pages?: Page[] }).pages ?? [])

function linesIn(text: string, blocks: Block[], pages: Page[]): PlacedLine[] {
  const { text: whole, starts } = canonicalText(blocks)
  const begin = whole.indexOf(text)
  if (begin < 0) return []
  return blocks.flatMap((block, at) => {
    const start = (starts[at] ?? 0) - begin
    if (block.type === 'other' || start >= text.length || start + block.text.length <= 0) return []
    return (block.lines ?? []).flatMap((line) =>
      pageShares([line.box], pages).map((box) => ({ start: start + line.start, box })),
    )
  })
}
