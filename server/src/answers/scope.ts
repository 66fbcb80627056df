import type { Context } from '../context/context.ts'
import { requireDataset, wholePart } from '../datasets/index.ts'
import * as papers from './paper.store.ts'
import type { AnswerScope } from './task.ts'

/** So many papers of one dataset are looked through. */
const MOST_PAPERS = 2_000

/** Where evidence may come from. */
export interface PapersInScope {
  /** Null for the whole library. */
  papers: string[] | null
  /** A dataset keeps its texts from models outside. */
  closed: boolean
}

type Ctx = Pick<Context, 'db' | 'actor'>

/**
 * The papers that evidence may come from. Documents and datasets only as far as the asking person may read them now.
 *
 * @throws AppError `dataset.not_found` for a dataset that is not theirs; `folder.not_found`, `tag.not_found` for what is
 * not of that dataset.
 */
export async function papersInScope(ctx: Ctx, scope: Omit<AnswerScope, 'engines'>): Promise<PapersInScope> {
  const { paper_ids, dataset_id, document_ids, folder_ids = [], tag_ids = [] } = scope
  const documents = await papers.documentsById(ctx.db, document_ids)
  const ids = new Set([
    ...(dataset_id === null ? [] : [dataset_id]),
    ...documents.map((each) => each.dataset_id),
  ])
  let closed = false
  for (const id of ids) {
    const { external_model_allowed } = await requireDataset(ctx, id, 'read')
    closed ||= external_model_allowed === 0
  }
  const chosen = [...paper_ids, ...documents.flatMap(({ paper_id }) => paper_id ?? [])]
  if (dataset_id !== null && folder_ids.length + tag_ids.length > 0) {
    const part = await wholePart(ctx, dataset_id, { folder_ids, tag_ids })
    chosen.push(...(await papers.papersOfDataset(ctx.db, dataset_id, MOST_PAPERS, part)))
    return { papers: [...new Set(chosen)], closed }
  }
  if (chosen.length > 0 || document_ids.length > 0) return { papers: chosen, closed }
  if (dataset_id === null) return { papers: null, closed }
  return { papers: await papers.papersOfDataset(ctx.db, dataset_id, MOST_PAPERS), closed }
}
