import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as documents from './file-document.store.ts'

/**
 * Makes a file the full text of a paper in its dataset. A document that was only the paper's record is replaced by
 * the file, which receives its folders and tags.
 *
 * @throws AppError `document.not_found`; `document.paper_has_file` when another file is linked to the paper.
 */
export async function linkPaper(ctx: Context, document_id: string, paper_id: string): Promise<void> {
  const row = await documents.find(ctx.db, document_id)
  if (!row) throw new AppError('document.not_found')
  const there = await documents.findByPaper(ctx.db, row.dataset_id, paper_id)
  if (there && there.id !== row.id) {
    const isThere = there.deleted_at === null
    if (there.type === 'file' && isThere) throw new AppError('document.paper_has_file', { name: there.name })
    if (isThere) await documents.copyFoldersAndTags(ctx.db, there.id, row.id)
    // A file in the bin stays there, no longer linked to the paper.
    if (there.type === 'file') await documents.update(ctx.db, there.id, { paper_id: null })
    else await documents.remove(ctx.db, there.id)
  }
  await documents.update(ctx.db, row.id, { paper_id, proposed_paper_id: null, declined_paper_id: null })
}
