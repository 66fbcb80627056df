import type { Context } from '../context.ts'
import { requireDataset } from '../datasets/role.service.ts'
import * as papers from './paper.store.ts'
import type { AnswerScope } from './task.ts'

/** So many papers of one dataset are looked through. */
const MOST_PAPERS = 2_000

/**
 * The papers that evidence may come from; null for the whole library. Documents and datasets only as far as the asking
 * person may read them now.
 *
 * @throws AppError `dataset.not_found` for a dataset that is not theirs.
 */
export async function papersInScope(
  ctx: Pick<Context, 'db' | 'actor'>,
  { paper_ids, dataset_id, document_ids }: Pick<AnswerScope, 'paper_ids' | 'dataset_id' | 'document_ids'>,
): Promise<string[] | null> {
  const chosen = [...paper_ids, ...(await papersOfDocuments(ctx, document_ids))]
  if (dataset_id === null) return chosen.length > 0 || document_ids.length > 0 ? chosen : null
  await requireDataset(ctx, dataset_id, 'read')
  if (chosen.length > 0) return chosen
  return papers.papersOfDataset(ctx.db, dataset_id, MOST_PAPERS)
}

async function papersOfDocuments(ctx: Pick<Context, 'db' | 'actor'>, ids: string[]): Promise<string[]> {
  const documents = await papers.documentsById(ctx.db, ids)
  for (const dataset_id of new Set(documents.map((each) => each.dataset_id)))
    await requireDataset(ctx, dataset_id, 'read')
  return documents.flatMap(({ paper_id }) => paper_id ?? [])
}
