import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { type BaseContext, type Context, transact } from '../context/context.ts'
import { papersByIds, requirePapers } from '../papers/index.ts'
import * as views from './view.store.ts'

type Papers = typeof api.papers

/** Remembers a look at a paper. With `seconds` it adds reading time to the look that began before. */
export async function logView(ctx: Context, { paper_id, seconds }: ParsedInputOf<Papers['logView']>) {
  return transact(ctx, async (ctx) => {
    await requirePapers(ctx, [paper_id])
    const view = { user_id: ctx.actor.id, paper_id, seconds, viewed_at: ctx.now().toISOString() }
    await views.add(ctx.db, view, seconds > 0 ? 0 : 1)
    return null
  })
}

/** Papers the caller looked at, newest first, one row a paper. */
export async function listViews(
  ctx: Context,
  filter: ParsedInputOf<Papers['views']>,
): Promise<OutputOf<Papers['views']>> {
  const { list, total } = await views.page(ctx.db, ctx.actor.id, filter)
  const found = await papersByIds(
    ctx,
    list.map((row) => row.paper_id),
  )
  const papers = new Map(found.map((paper) => [paper.id, paper]))
  const rows = list.flatMap(({ paper_id, ...row }) => {
    const paper = papers.get(paper_id)
    return paper ? [{ paper, ...row }] : []
  })
  return { list: rows, total, page_num: filter.page_num, page_size: filter.page_size }
}

export async function removeViews(ctx: Context, { ids, all }: ParsedInputOf<Papers['removeViews']>) {
  await views.remove(ctx.db, ctx.actor.id, all ? 'all' : ids)
  return null
}

/** Which of these papers somebody has looked at. */
export async function viewedAmong(
  { db }: Pick<BaseContext, 'db'>,
  user_id: string,
  paper_ids: string[],
): Promise<Set<string>> {
  return new Set(await views.among(db, user_id, paper_ids))
}
