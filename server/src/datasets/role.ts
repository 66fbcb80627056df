import type { Context } from '../context/context.ts'
import { AppError } from '../foundation/errors.ts'
import * as datasets from './dataset.store.ts'
import * as documents from './document.store.ts'

/** 1 owner, 2 manager, 3 member, 4 viewer. */
export type Role = 1 | 2 | 3 | 4

/** What somebody wants to do with a dataset, and the role it takes. */
const LEAST = { read: 4, write: 3, own: 1 } as const

/** The caller's role in a dataset; null where it does not exist for them. The one place that says who may what. */
export function roleOf(
  row: Pick<datasets.DatasetRow, 'owner_id' | 'visibility'>,
  actor: { id: string },
): Role | null {
  if (row.owner_id === actor.id) return 1
  return row.visibility === 'public' ? 4 : null
}

/**
 * A dataset that the caller may read, write into, or dispose of.
 *
 * @throws AppError `dataset.not_found` for strangers and for what is in the bin, `dataset.not_allowed` for
 * those who may look only.
 */
export async function requireDataset(
  ctx: Pick<Context, 'db' | 'actor'>,
  dataset_id: string,
  right: keyof typeof LEAST,
): Promise<datasets.CountedRow> {
  const row = await datasets.find(ctx.db, dataset_id)
  const role = row && row.deleted_at === null ? roleOf(row, ctx.actor) : null
  if (!row || role === null) throw new AppError('dataset.not_found')
  if (role > LEAST[right]) throw new AppError('dataset.not_allowed')
  return row
}

/** @throws AppError `document.not_found` where one of these is not a document of the dataset. */
export async function requireDocuments(
  ctx: Pick<Context, 'db'>,
  dataset_id: string,
  document_ids: string[],
): Promise<void> {
  const found = await documents.among(ctx.db, dataset_id, document_ids)
  if (found.length < new Set(document_ids).size) throw new AppError('document.not_found')
}
