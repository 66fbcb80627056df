import { type api, type ParsedInputOf, readWork } from '@scinav/contract'
import { type BaseContext, type Context, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { findPapersByIds } from '../papers/index.ts'
import { mergeWorks } from '../works/index.ts'
import * as merges from './merge.store.ts'
import { addAsOwnPaper, rewritePaper } from './store-works.ts'

type Library = typeof api.library

/** Lists records that were merged into papers as the same work, newest first. */
export async function listMerges(
  ctx: Context,
  { keyword, page_num, page_size }: ParsedInputOf<Library['merges']>,
) {
  const { rows, total } = await merges.findPage(ctx.db, keyword, (page_num - 1) * page_size, page_size)
  const papers = new Map(
    (
      await findPapersByIds(
        ctx,
        rows.map(({ paper_id }) => paper_id),
      )
    ).map((paper) => [paper.id, paper]),
  )
  const list = rows.map(({ id, paper_id, title, rule, source, created_at }) => ({
    id,
    paper: papers.get(paper_id) ?? null,
    title,
    rule,
    source,
    created_at,
  }))
  return { list, total, page_num, page_size }
}

/**
 * Undoes a merge and returns the new paper: the merged record becomes a paper of its own. Records merged later into the
 * same paper stay merged. The index contains the new paper when this returns.
 *
 * @throws AppError `merge.not_found`, and `paper.not_found` when the new paper has been deleted meanwhile.
 */
export async function undoMerge(ctx: Context, { merge_id }: ParsedInputOf<Library['undoMerge']>) {
  const id = await transact(ctx, async (transaction) => {
    const row = await merges.findById(transaction.db, merge_id)
    if (!row) throw new AppError('merge.not_found')
    return undoMergeRow(transaction, row)
  })
  await ctx.library.catchUp()
  const [paper] = await findPapersByIds(ctx, [id])
  if (!paper) throw new AppError('paper.not_found')
  return paper
}

/** Undoes one merge within the caller's transaction and returns the id of the new paper for the merged record. */
export async function undoMergeRow(ctx: BaseContext, row: merges.MergeRow): Promise<string> {
  await replayMergesWithout(ctx, row)
  await merges.remove(ctx.db, row.id)
  return addAsOwnPaper(ctx, readWork(row.record))
}

/** Restores the paper to its state before this merge and applies all later merges again. */
async function replayMergesWithout(ctx: BaseContext, undone: merges.MergeRow): Promise<void> {
  const oldestFirst = await merges.listOldestFirst(ctx.db, undone.paper_id)
  const position = oldestFirst.findIndex(({ id }) => id === undone.id)
  let record = readWork(undone.before)
  for (const later of oldestFirst.slice(position + 1)) {
    await merges.setBefore(ctx.db, later.id, JSON.stringify(record))
    record = mergeWorks(record, readWork(later.record))
  }
  await rewritePaper(ctx, undone.paper_id, record)
}
