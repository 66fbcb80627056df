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
 * Undoes a merge: the merged record becomes a paper of its own. Records merged later into the same paper stay merged.
 *
 * @throws AppError `merge.not_found`.
 */
export async function undoMerge(ctx: Context, { merge_id }: ParsedInputOf<Library['undoMerge']>) {
  const id = await transact(ctx, async (ctx) => {
    const row = await merges.byId(ctx.db, merge_id)
    if (!row) throw new AppError('merge.not_found')
    return undoMergeRow(ctx, row)
  })
  await ctx.library.catchUp()
  const [paper] = await findPapersByIds(ctx, [id])
  if (!paper) throw new AppError('paper.not_found')
  return paper
}

/** Undoes one merge within the caller's transaction and returns the id of the new paper for the merged record. */
export async function undoMergeRow(ctx: BaseContext, row: merges.MergeRow): Promise<string> {
  const all = await merges.listByPaper(ctx.db, row.paper_id)
  await replayMergesWithout(ctx, row, all)
  await merges.remove(ctx.db, row.id)
  return addAsOwnPaper(ctx, readWork(row.record))
}

/** Restores the paper to its state before this merge and applies all later merges again. */
async function replayMergesWithout(
  ctx: BaseContext,
  undone: merges.MergeRow,
  all: merges.MergeRow[],
): Promise<void> {
  let record = readWork(undone.before)
  for (const later of all.slice(all.findIndex(({ id }) => id === undone.id) + 1)) {
    await merges.setBefore(ctx.db, later.id, JSON.stringify(record))
    record = mergeWorks(record, readWork(later.record))
  }
  await rewritePaper(ctx, undone.paper_id, record)
}
