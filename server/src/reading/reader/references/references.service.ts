import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { entryOf, findReferences, type ReferenceEntry } from '../../../citation/check/index.ts'
import type { Context } from '../../../platform/context/context.ts'
import { breath } from '../../../platform/foundation/breath.ts'
import { requireText } from '../text/readable.ts'
import { blocksOfType, countOfType, onPages } from '../text/text.ts'

type Reading = typeof api.reading
type Listed = OutputOf<Reading['references']>['list'][number]

/** The references that a text lists, each with the paper of the library that it is. */
export async function listTextReferences(
  ctx: Context,
  input: ParsedInputOf<Reading['references']>,
): Promise<OutputOf<Reading['references']>> {
  const { text } = await requireText(ctx, input)
  const { after = -1, limit } = input
  const blocks = await blocksOfType(ctx, text, { after, limit: limit + 1 }, 'reference')
  const shown = blocks.slice(0, limit)
  const entries: ReferenceEntry[] = []
  for (const { block } of shown) {
    entries.push(entryOf(block.text))
    if (entries.length % 20 === 0) await breath()
  }
  const found = await findReferences(ctx, entries)
  const list = shown.map(({ ordinal, block }, at): Listed => {
    const { title = null, year = null, doi = null, arxiv = null } = entries[at]?.parsed ?? {}
    const { paper, by } = found[at] ?? { paper: null, by: null }
    return {
      ordinal,
      text: block.text,
      page: block.page,
      boxes: onPages(block.boxes, text),
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
    total: await countOfType(ctx, text, 'reference'),
    next: blocks.length > limit ? (list.at(-1)?.ordinal ?? null) : null,
  }
}
