import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { identifierKeys } from '../works/index.ts'
import * as links from './citation-link.store.ts'
import { requireWork } from './citation-ties.ts'
import { findPapersByIds } from './papers.ts'

type Papers = typeof api.papers

/**
 * Lists the papers of the library that a paper cites, newest first; `all` also counts references that the library
 * lacks.
 */
export async function listReferences(
  ctx: Context,
  { paper_id, page_num, page_size }: ParsedInputOf<Papers['references']>,
): Promise<OutputOf<Papers['references']>> {
  const { work } = await requireWork(ctx, paper_id)
  const { ids, total } = await links.listReferences(ctx.db, paper_id, (page_num - 1) * page_size, page_size)
  const referenceCount = Math.max(total, new Set(work.reference_ids.map((key) => key.toLowerCase())).size)
  return { list: await findPapersByIds(ctx, ids), total, page_num, page_size, all: referenceCount }
}

/** Lists the papers of the library that cite a paper, newest first. */
export async function listCitedBy(
  ctx: Context,
  { paper_id, page_num, page_size }: ParsedInputOf<Papers['citedBy']>,
): Promise<OutputOf<Papers['citedBy']>> {
  const { work } = await requireWork(ctx, paper_id)
  const page = { offset: (page_num - 1) * page_size, limit: page_size }
  const { ids, total } = await links.listCiting(ctx.db, paper_id, identifierKeys(work), page)
  return { list: await findPapersByIds(ctx, ids), total, page_num, page_size }
}
