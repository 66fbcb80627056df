import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { findReferences, type ReferenceEntry, readEntry } from '../../../citation/check/index.ts'
import type { Context } from '../../../platform/context/context.ts'
import { createTimeSlicer } from '../../../platform/foundation/event-loop.ts'
import { requireText } from '../text/readable.ts'
import { countBlocksByType, findBlocksByType, toPageShares } from '../text/text.ts'

type Reading = typeof api.reading
type ListedReference = OutputOf<Reading['references']>['list'][number]

/**
 * Returns one page of the references that a text lists, in their order in the text: at most `limit` (1–100) whose ordinal
 * is above `after`, -1 for the first page. `next` is the `after` of the following page, or null on the last one; `total`
 * counts the references of the whole text.
 *
 * Each has the text as printed, its page (from 1) and its boxes in shares of the page (0–1); `year`, `doi` and `arxiv`
 * as the entry itself states them, null where it does not, even when the library's record has them; and the paper of
 * the library that it refers to with `by`, the part by which that was found (`doi`, `arxiv` or `title`), both null when
 * the library has none. `title` is the paper's, else the one in the entry.
 *
 * @throws AppError of `requireText`: `document.not_found`, `paper.not_found`; `document.no_text` before the file of the
 *   document or paper has been parsed, or when there is none.
 */
export async function listTextReferences(
  ctx: Context,
  input: ParsedInputOf<Reading['references']>,
): Promise<OutputOf<Reading['references']>> {
  const { text } = await requireText(ctx, input)
  const { after = -1, limit } = input
  // One more than is returned shows whether another page follows.
  const blocks = await findBlocksByType(ctx, text, { after, limit: limit + 1 }, 'reference')
  const pageBlocks = blocks.slice(0, limit)
  const entries: ReferenceEntry[] = []
  const pause = createTimeSlicer()
  for (const { block } of pageBlocks) {
    entries.push(readEntry(block.text))
    await pause()
  }
  // `pageBlocks`, `entries` and `matches` have the same order: one entry and one match, or null, for each block.
  const matches = await findReferences(ctx, entries)
  const list = pageBlocks.map(({ ordinal, block }, at): ListedReference => {
    const { title = null, year = null, doi = null, arxiv = null } = entries[at]?.parsed ?? {}
    const { paper, by } = matches[at] ?? { paper: null, by: null }
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
