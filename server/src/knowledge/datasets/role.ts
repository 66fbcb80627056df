import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as datasets from './dataset.store.ts'
import * as documents from './document.store.ts'

/** 1 owner, 2 manager, 3 member, 4 viewer. */
export type DatasetRole = 1 | 2 | 3 | 4

/**
 * What somebody wants to do with a dataset, and the role it takes: look at it; add to it, and see to what they added;
 * see to everything in it, and to the dataset itself.
 */
const MIN_ROLES = { read: 4, write: 3, edit: 2 } as const

/**
 * The caller's role in a dataset; null where it does not exist for them. The one place that says who may what in a
 * dataset, of a project too.
 */
export function roleOf(
  row: Pick<datasets.CountedDatasetRow, 'kind' | 'owner_id' | 'visibility' | 'project_role'>,
  actor: { id: string; is_admin: boolean },
): DatasetRole | null {
  if (row.kind === 'project') return row.project_role
  // Public knowledge bases are the installation's: whichever operator made one, all of them see to it.
  if (row.kind === 'ai' && actor.is_admin) return 1
  if (row.owner_id === actor.id) return 1
  return row.visibility === 'public' ? 4 : null
}

/** Whether a role sees to everything in a dataset. */
export const mayEdit = (role: DatasetRole | null): boolean => role !== null && role <= MIN_ROLES.edit

/**
 * A dataset that the caller may read, write into, or dispose of.
 *
 * @throws AppError `dataset.not_found` for strangers and for what is in the bin, `dataset.not_allowed` for
 * those who may look only.
 */
export async function requireDataset(
  ctx: Pick<Context, 'db' | 'actor'>,
  dataset_id: string,
  right: keyof typeof MIN_ROLES,
): Promise<datasets.CountedDatasetRow> {
  const row = await datasets.find(ctx.db, ctx.actor.id, dataset_id)
  const role = row && row.deleted_at === null ? roleOf(row, ctx.actor) : null
  if (!row || role === null) throw new AppError('dataset.not_found')
  if (role > MIN_ROLES[right]) throw new AppError('dataset.not_allowed')
  return row
}

/**
 * What `requireDataset` has thrown for the dataset of a document: where the caller may not see it, the document looks
 * like none.
 *
 * @throws AppError `document.not_found` for `dataset.not_found`; anything else as it is.
 */
export function throwAsMissingDocument(error: unknown): never {
  throw error instanceof AppError && error.id === 'dataset.not_found'
    ? new AppError('document.not_found')
    : error
}

/** Whether somebody may read a dataset now; for work that goes on while rights change. */
export const mayReadDataset = (ctx: Pick<Context, 'db'>, user_id: string, dataset_id: string) =>
  datasets.isReadable(ctx.db, user_id, dataset_id)

/** @throws AppError `document.not_found` where one of these is not a document of the dataset. */
export async function requireDocuments(
  ctx: Pick<Context, 'db'>,
  dataset_id: string,
  document_ids: string[],
): Promise<void> {
  const found = await documents.filterIdsInDataset(ctx.db, dataset_id, document_ids)
  if (found.length < new Set(document_ids).size) throw new AppError('document.not_found')
}

/**
 * A document that the caller may change, also one in the bin: their own as a member, any of them as a manager.
 *
 * @throws AppError as `requireDataset`; `document.not_own` where it is somebody else's.
 */
export async function requireOwnDocument(
  ctx: Pick<Context, 'db' | 'actor'>,
  { dataset_id, creator_id }: { dataset_id: string; creator_id: string },
): Promise<void> {
  const row = await requireDataset(ctx, dataset_id, 'write')
  if (!mayEdit(roleOf(row, ctx.actor)) && creator_id !== ctx.actor.id) throw new AppError('document.not_own')
}

/**
 * A dataset whose documents the caller may change: their own as a member, all of them as a manager.
 *
 * @throws AppError as `requireDataset` and `requireDocuments`; `document.not_own` where one is somebody else's.
 */
export async function requireEditable(
  ctx: Pick<Context, 'db' | 'actor'>,
  dataset_id: string,
  document_ids: string[],
): Promise<datasets.CountedDatasetRow> {
  const row = await requireDataset(ctx, dataset_id, 'write')
  await requireDocuments(ctx, dataset_id, document_ids)
  if (mayEdit(roleOf(row, ctx.actor))) return row
  if (await documents.hasDocumentsOfOthers(ctx.db, ctx.actor.id, document_ids))
    throw new AppError('document.not_own')
  return row
}
