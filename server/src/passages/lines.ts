import { type Block, canonicalText } from '@scinav/documents'
import type { Context } from '../context/context.ts'
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
  const spans = wanted.map(({ parse_id, page, boxes }) => {
    const pages = boxes.map((box) => box.page)
    // What goes on over a page's end begins on the page before.
    return { parse_id, from: Math.min(page ?? 1, ...pages) - 1, until: Math.max(page ?? 1, ...pages) }
  })
  const rows = await store.blocksOn(ctx.db, spans)
  const facts = await store.factsOf(ctx.db, new Set(spans.map(({ parse_id }) => parse_id)))
  const pagesOf = new Map(facts.map(({ id, facts }) => [id, pagesIn(facts)]))
  return wanted.map(({ parse_id, text }, at) => {
    const { from, until } = spans[at] ?? { from: 0, until: 0 }
    const blocks = rows
      .filter((row) => row.parse_id === parse_id && row.page >= from && row.page <= until)
      .toSorted((a, b) => a.ordinal - b.ordinal)
      .map(({ block }) => JSON.parse(block) as Block)
    return linesIn(text, blocks, pagesOf.get(parse_id) ?? [])
  })
}

const pagesIn = (facts: string | null): Page[] =>
  facts === null ? [] : ((JSON.parse(facts) as { pages?: Page[] }).pages ?? [])

function linesIn(text: string, blocks: Block[], pages: Page[]): PlacedLine[] {
  const { text: whole, starts } = canonicalText(blocks)
  const begin = whole.indexOf(text)
  if (begin < 0) return []
  return blocks.flatMap((block, at) => {
    const start = (starts[at] ?? 0) - begin
    if (block.type === 'other' || start >= text.length || start + block.text.length <= 0) return []
    return (block.lines ?? []).flatMap((line) => {
      const box = onPage(line.box, pages)
      return box ? [{ start: start + line.start, box }] : []
    })
  })
}

const part = (value: number, all: number) => Math.round(Math.min(1, Math.max(0, value / all)) * 1e5) / 1e5

/** Points → parts of the page. */
function onPage({ page, x0, y0, x1, y1 }: PageBox, pages: Page[]): PageBox | null {
  const { width = 0, height = 0 } = pages[page - 1] ?? {}
  if (width <= 0 || height <= 0) return null
  return { page, x0: part(x0, width), y0: part(y0, height), x1: part(x1, width), y1: part(y1, height) }
}
