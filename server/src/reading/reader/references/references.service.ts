import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { findReferences, type ReferenceEntry, readEntry } from '../../../citation/check/index.ts'
import type { Context } from '../../../platform/context/context.ts'
import { yieldToEventLoop } from '../../../platform/foundation/event-loop.ts'
import { requireText } from '../text/readable.ts'
import { countBlocksByType, findBlocksByType, toPageShares } from '../text/text.ts'

type Reading = typeof api.reading
type ListedReference = OutputOf<Reading['references']>['list'][number]

/** Returns the references of a text, each with the matching paper of the library. */
export async function listTextReferences(
  ctx: Context,
  input: ParsedInputOf<Reading['references']>,
): Promise<OutputOf<Reading['references']>> {
  const { text } = await requireText(ctx, input)
  const { after = -1, limit } = input
  const blocks = await findBlocksByType(ctx, text, { after, limit: limit + 1 }, 'reference')
  const shown = blocks.slice(0, limit)
  const entries: ReferenceEntry[] = []
  for (const { block } of shown) {
    entries.push(readEntry(block.text))
    if (entries.length % 20 === 0) await yieldToEventLoop()
  }
  const found = await findReferences(ctx, entries)
  const list = shown.map(({ ordinal, block }, at): ListedReference => {
    const { title = null, year = null, doi = null, arxiv = null } = entries[at]?.parsed ?? {}
    const { paper, by } = found[at] ?? { paper: null, by: null }
    return {
      ordinal,
      text: block.text,
      page: block.page,
      boxes: toPageShares(block.boxes, text),
      title: paper?.title ?? title,
      year,
      doi,
      arxiv,
      paper,
      by,
    }
  })
  return {
    list,
    total: await countBlocksByType(ctx, text, 'reference'),
    next: blocks.length > limit ? (list.at(-1)?.ordinal ?? null) : null,
  }
}
