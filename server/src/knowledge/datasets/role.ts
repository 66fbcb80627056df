import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as datasets from './dataset.store.ts'
import * as documents from './document.store.ts'

/** A role in a dataset: 1 owner, 2 manager, 3 member, 4 viewer. A lower number has more rights. */
export type DatasetRole = 1 | 2 | 3 | 4

export const OWNER_ROLE = 1
/** The role with the fewest rights. */
export const VIEWER_ROLE = 4

/**
 * The least privileged role for each right: `read` the dataset; `write`, that is add documents and edit one's own;
 * `edit` all documents and the dataset itself.
 */
const MIN_ROLES = { read: 4, write: 3, edit: 2 } as const

/**
 * Returns the user's role in a dataset, or null when the dataset does not exist for the user. This function alone
 * decides on access rights, in project datasets as well.
 */
export function roleOf(
  row: Pick<datasets.CountedDatasetRow, 'kind' | 'owner_id' | 'visibility' | 'project_role'>,
  actor: { id: string; is_admin: boolean },
): DatasetRole | null {
  if (row.kind === 'project') return row.project_role
  // Public knowledge bases belong to the installation: every administrator has full rights to all of them.
  if (row.kind === 'ai' && actor.is_admin) return OWNER_ROLE
  if (row.owner_id === actor.id) return OWNER_ROLE
  return row.visibility === 'public' ? VIEWER_ROLE : null
}

/** Returns whether a role may edit everything in a dataset. */
export const mayEdit = (role: DatasetRole | null): boolean => role !== null && role <= MIN_ROLES.edit

/**
 * Returns a dataset in which the caller has the given right.
 *
 * @throws AppError `dataset.not_found` when the caller may not see it or it is in the bin, `dataset.not_allowed` when
 * the role is too low.
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
 * Rethrows an error of `requireDataset` for the dataset of a document, so that a document in an invisible dataset
 * looks like a missing one.
 *
 * @throws AppError `document.not_found` for `dataset.not_found`; any other error unchanged.
 */
export function throwAsMissingDocument(error: unknown): never {
  throw error instanceof AppError && error.id === 'dataset.not_found'
    ? new AppError('document.not_found')
    : error
}

/** Returns whether a user may currently read a dataset; for long-running work during which rights may change. */
export const mayReadDataset = (ctx: Pick<Context, 'db'>, user_id: string, dataset_id: string) =>
  datasets.isReadable(ctx.db, user_id, dataset_id)

/**
 * Checks that documents belong to a dataset.
 *
 * @throws AppError `document.not_found` when one does not.
 */
export async function requireDocuments(
  ctx: Pick<Context, 'db'>,
  dataset_id: string,
  document_ids: string[],
): Promise<void> {
  const found = await documents.filterIdsInDataset(ctx.db, dataset_id, document_ids)
  if (found.length < new Set(document_ids).size) throw new AppError('document.not_found')
}

/**
 * Checks that the caller may change a document, including one in the bin: members may change their own, managers any.
 *
 * @throws AppError as `requireDataset`; `document.not_own` when it is someone else's.
 */
export async function requireOwnDocument(
  ctx: Pick<Context, 'db' | 'actor'>,
  { dataset_id, creator_id }: { dataset_id: string; creator_id: string },
): Promise<void> {
  const row = await requireDataset(ctx, dataset_id, 'write')
  if (!mayEdit(roleOf(row, ctx.actor)) && creator_id !== ctx.actor.id) throw new AppError('document.not_own')
}

/**
 * Returns a dataset whose documents the caller may change: members their own, managers all.
 *
 * @throws AppError as `requireDataset` and `requireDocuments`; `document.not_own` when one is someone else's.
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
