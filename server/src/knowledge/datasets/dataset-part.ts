import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { loadFolderTree, requireFolder } from './folder.service.ts'
import * as tagStore from './tag.store.ts'

/** A part of a dataset: documents in any of the folders that have any of the tags. Empty lists do not restrict. */
export interface DatasetPart {
  folder_ids: string[]
  tag_ids: string[]
}

/**
 * Checks that tags belong to a dataset; an empty list passes.
 *
 * @throws AppError `tag.not_found` when one does not exist or is of another dataset.
 */
export async function requireTags(
  ctx: Pick<Context, 'db'>,
  dataset_id: string,
  tag_ids: string[],
): Promise<void> {
  const found = await tagStore.filterIdsInDataset(ctx.db, dataset_id, tag_ids)
  if (found.length < new Set(tag_ids).size) throw new AppError('tag.not_found')
}

/**
 * Returns a part extended by all folders below its folders. Does not check whether the caller may read the dataset.
 *
 * @throws AppError `folder.not_found`, `tag.not_found`, also for those of another dataset.
 */
export async function expandDatasetPart(
  ctx: Pick<Context, 'db'>,
  dataset_id: string,
  { folder_ids, tag_ids }: DatasetPart,
): Promise<DatasetPart> {
  await requireTags(ctx, dataset_id, tag_ids)
  if (folder_ids.length === 0) return { folder_ids, tag_ids }
  const tree = await loadFolderTree(ctx, dataset_id)
  const subtreeIds = folder_ids.flatMap((id) => tree.subtree(requireFolder(tree, id).id))
  return { folder_ids: [...new Set(subtreeIds)], tag_ids }
}
