import { type Block, canonicalText, pageShares } from '@scinav/documents'
import type { Context } from '../../platform/context/context.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import * as store from './passage.store.ts'
import type { PageBox } from './passages.ts'

/** A passage whose lines are to be found. */
interface LineRequest {
  parse_id: string
  text: string
  page: number | null
  boxes: PageBox[]
}

/** A line of a passage, which ends where the next one begins. A line over two pages is listed once for each. */
interface PlacedLine {
  /**
   * Offset in the passage, in UTF-16 units. When a passage covers a block in part, the other lines of the block are
   * below 0 or past the end.
   */
  start: number
  box: PageBox
}

/** The size of a page in points. */
interface PageSize {
  width: number
  height: number
}

/**
 * Returns the lines of each passage, in the order of the requests, so that a quotation can be highlighted exactly. The
 * list of a passage is empty when the format has no positions, or when its text differs from the page, as in a later
 * part of a table. Of a text that occurs more than once on its pages, the first occurrence counts.
 */
export async function findLines(ctx: Pick<Context, 'db'>, requests: LineRequest[]): Promise<PlacedLine[][]> {
  const facts = await store.findFacts(ctx.db, new Set(requests.map(({ parse_id }) => parse_id)))
  const lines = new Map<LineRequest, PlacedLine[]>()
  for (const [parse_id, parseRequests] of Map.groupBy(requests, (each) => each.parse_id)) {
    const pages = parsePages(facts.find(({ id }) => id === parse_id)?.facts ?? null)
    // A format without pages has all of its blocks on page 1 and no positions.
    if (pages.length === 0) continue
    const blocks = await loadBlocks(ctx, parse_id, parseRequests.map(pageSpan))
    for (const each of parseRequests)
      lines.set(each, placeLines(each.text, blocksOnSpan(blocks, pageSpan(each)), pages))
    await yieldToEventLoop()
  }
  return requests.map((each) => lines.get(each) ?? [])
}

/** Returns the pages that a passage may be on; one continued across a page break begins on the page before. */
function pageSpan({ page, boxes }: LineRequest): store.PageSpan {
  const pages = boxes.map((box) => box.page)
  return { from: Math.min(page ?? 1, ...pages) - 1, until: Math.max(page ?? 1, ...pages) }
}

const blocksOnSpan = (blocks: Block[], { from, until }: store.PageSpan): Block[] =>
  blocks.filter(({ page }) => page >= from && page <= until)

const loadBlocks = async (ctx: Pick<Context, 'db'>, parse_id: string, spans: store.PageSpan[]) =>
  (await store.findBlocks(ctx.db, parse_id, spans)).map((block) => JSON.parse(block) as Block)

/** Returns the page sizes from the facts of a parse, a JSON object with `pages`; empty for a format without pages. */
const parsePages = (facts: string | null): PageSize[] =>
  facts === null ? [] : ((JSON.parse(facts) as { pages?: PageSize[] }).pages ?? [])

/** Returns all lines of the blocks that a passage covers in whole or in part. */
function placeLines(text: string, blocks: Block[], pages: PageSize[]): PlacedLine[] {
  const { text: textOfBlocks, starts } = canonicalText(blocks)
  const passageStart = textOfBlocks.indexOf(text)
  if (passageStart < 0) return []
  return blocks.flatMap((block, at) => {
    // The offset of the block in the passage; below 0 when the passage begins within the block.
    const start = (starts[at] ?? 0) - passageStart
    if (block.type === 'other' || start >= text.length || start + block.text.length <= 0) return []
    return (block.lines ?? []).flatMap((line) =>
      pageShares([line.box], pages).map((box) => ({ start: start + line.start, box })),
    )
  })
}
