import { type api, type OutputOf, type ParsedInputOf, readWork } from '@scinav/contract'
import type { BaseContext, Context } from '../context/context.ts'
import { AppError } from '../foundation/errors.ts'
import { citingKeys } from '../works/index.ts'
import * as links from './citation-link.store.ts'
import { papersByIds } from './paper.service.ts'

type Papers = typeof api.papers

/** A paper with its record. @throws AppError `paper.not_found`. */
export async function requireWork(ctx: Pick<BaseContext, 'db'>, paper_id: string) {
  const [row] = await links.worksOf(ctx.db, [paper_id])
  if (!row) throw new AppError('paper.not_found')
  const work = readWork(row.record)
  return { ...row, work }
}

/** Papers of the library that a paper cites, newest first; `all` counts those the library lacks too. */
export async function listReferences(
  ctx: Context,
  { paper_id, page_num, page_size }: ParsedInputOf<Papers['references']>,
): Promise<OutputOf<Papers['references']>> {
  const { work } = await requireWork(ctx, paper_id)
  const { ids, total } = await links.references(ctx.db, paper_id, (page_num - 1) * page_size, page_size)
  const all = Math.max(total, new Set(work.reference_ids.map((key) => key.toLowerCase())).size)
  return { list: await papersByIds(ctx, ids), total, page_num, page_size, all }
}

/** Papers of the library that cite a paper, newest first. */
export async function listCitedBy(
  ctx: Context,
  { paper_id, page_num, page_size }: ParsedInputOf<Papers['citedBy']>,
): Promise<OutputOf<Papers['citedBy']>> {
  const { work } = await requireWork(ctx, paper_id)
  const part = { offset: (page_num - 1) * page_size, limit: page_size }
  const { ids, total } = await links.citing(ctx.db, paper_id, citingKeys(work), part)
  return { list: await papersByIds(ctx, ids), total, page_num, page_size }
}
