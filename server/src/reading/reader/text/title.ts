import { findPaperTitles } from '../../../library/papers/index.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Readable } from './readable.ts'

/** Returns the title of a target: that of its record, else of its first page, else the file name. */
export async function findReadableTitle(
  ctx: Pick<Context, 'db'>,
  { paper_id, text, document }: Pick<Readable, 'paper_id' | 'text' | 'document'>,
): Promise<string> {
  const title = paper_id === null ? undefined : (await findPaperTitles(ctx, [paper_id])).get(paper_id)
  return title || text?.facts.title || document?.name || ''
}
