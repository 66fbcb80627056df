import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { findPapersByIds } from './papers.ts'

type ByIds = typeof api.papers.byIds

/** Returns papers in the given order, and the ids that belong to no paper. */
export async function getPapers(
  ctx: Context,
  { paper_id_list }: ParsedInputOf<ByIds>,
): Promise<OutputOf<ByIds>> {
  const list = await findPapersByIds(ctx, paper_id_list)
  const found = new Set(list.map((paper) => paper.id))
  return { list, missing: [...new Set(paper_id_list)].filter((id) => !found.has(id)) }
}
