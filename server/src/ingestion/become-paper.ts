import type { Context } from '../context/context.ts'
import { AppError } from '../foundation/errors.ts'
import * as documents from './file-document.store.ts'

/**
 * A file is a paper's full text for its dataset; a document that was only the paper's record there becomes it, with its
 * folders and tags.
 *
 * @throws AppError `document.not_found`; `document.paper_has_file` where another file is the paper there.
 */
export async function becomePaper(ctx: Context, document_id: string, paper_id: string): Promise<void> {
  const row = await documents.find(ctx.db, document_id)
  if (!row) throw new AppError('document.not_found')
  const there = await documents.ofPaper(ctx.db, row.dataset_id, paper_id)
  if (there && there.id !== row.id) {
    if (there.type === 'file') throw new AppError('document.paper_has_file', { name: there.name })
    if (there.deleted_at === null) await documents.inherit(ctx.db, there.id, row.id)
    await documents.remove(ctx.db, there.id)
  }
  await documents.update(ctx.db, row.id, { paper_id, proposed_paper_id: null, declined_paper_id: null })
}
