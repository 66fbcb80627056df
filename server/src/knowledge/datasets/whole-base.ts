// Reads and creates whole knowledge bases: a base is a dataset with its folders and tags.

import { type Context, transact } from '../../platform/context/context.ts'
import * as copies from './copy.store.ts'
import { buildDatasetRow, resolvePlacement } from './dataset.service.ts'
import * as datasets from './dataset.store.ts'
import type { DocumentRow } from './document.store.ts'
import { MAX_FOLDER_DEPTH, MAX_FOLDERS, touchDataset } from './folder.service.ts'
import * as folders from './folder.store.ts'
import { MAX_TAGS } from './tag.service.ts'

/** Number of documents read at once; each may have a record of 64 KB. */
const BATCH_SIZE = 50

/** Limits of every dataset, however it is created. */
export const BASE_LIMITS = { depth: MAX_FOLDER_DEPTH, folders: MAX_FOLDERS, tags: MAX_TAGS }

/** Returns the folders of a dataset, parents first and each level in its order, and its tags. */
export async function loadBaseOutline(ctx: Pick<Context, 'db'>, dataset_id: string) {
  const rows = await folders.listByDataset(ctx.db, dataset_id)
  const byParent = Map.groupBy(rows, (row) => row.parent_id)
  const inOrder = [...(byParent.get(null) ?? [])]
  // The loop also visits the folders that it appends.
  for (const { id } of inOrder) inOrder.push(...(byParent.get(id) ?? []))
  return { folders: inOrder, tags: await copies.listTags(ctx.db, dataset_id) }
}

/**
 * Yields all documents of a dataset in the order in which they were added, in batches, with their folders and tags.
 */
export async function* streamBaseDocuments(ctx: Pick<Context, 'db'>, dataset_id: string) {
  let after: Pick<DocumentRow, 'created_at' | 'id'> = { created_at: '', id: '' }
  for (;;) {
    const rows = await copies.listDocumentsAfter(ctx.db, dataset_id, after, BATCH_SIZE)
    const last = rows.at(-1)
    if (!last) return
    after = last
    const ids = rows.map(({ id }) => id)
    const placements = Map.groupBy(
      await folders.findPlacements(ctx.db, ids),
      ({ document_id }) => document_id,
    )
    const tags = Map.groupBy(await copies.findDocumentTags(ctx.db, ids), ({ document_id }) => document_id)
    yield rows.map((row) => ({
      ...row,
      folder_ids: (placements.get(row.id) ?? []).map(({ folder_id }) => folder_id),
      tag_ids: (tags.get(row.id) ?? []).map(({ tag_id }) => tag_id),
    }))
  }
}

/** The plan of a dataset with folders and tags. The caller is responsible for keeping to `BASE_LIMITS`. */
interface BasePlan {
  project_id: string | undefined
  name: string
  description: string
  subject_code: string | null
  /** Parents precede their subfolders; `parent` is an index into this list. */
  folders: { name: string; parent: number | null }[]
  tags: { name: string; group_name: string | null; colour: string | null }[]
}

/**
 * Creates a dataset with its folders and tags and returns their ids in the order of the plan.
 *
 * @throws AppError as `resolvePlacement`.
 */
export async function createBase(ctx: Context, { project_id, folders: planned, tags, ...fields }: BasePlan) {
  return transact(ctx, async (ctx) => {
    const row = buildDatasetRow(ctx, { ...fields, ...(await resolvePlacement(ctx, project_id)) })
    await datasets.insert(ctx.db, row)
    const inBase = { dataset_id: row.id, created_at: row.created_at }
    const folder_ids = planned.map(() => ctx.newId())
    const tag_ids = tags.map(() => ctx.newId())
    await copies.insertFolders(
      ctx.db,
      // `''` below is never used: the lists of ids are as long as those of the plan.
      planned.map(({ name, parent }, at) => ({
        id: folder_ids[at] ?? '',
        parent_id: parent === null ? null : (folder_ids[parent] ?? null),
        name,
        position: at + 1,
        ...inBase,
        deleted_at: null,
        removal: null,
      })),
    )
    await copies.insertTags(
      ctx.db,
      tags.map((tag, at) => ({ ...tag, ...inBase, id: tag_ids[at] ?? '' })),
    )
    return { dataset_id: row.id, folder_ids, tag_ids }
  })
}

/** Places a document into folders and adds tags to it; folders and tags deleted meanwhile are skipped. */
export async function placeInBase(
  ctx: Pick<Context, 'db' | 'now'>,
  dataset_id: string,
  document_id: string,
  { folder_ids, tag_ids }: { folder_ids: string[]; tag_ids: string[] },
): Promise<void> {
  await copies.insertFolderPlacements(
    ctx.db,
    dataset_id,
    folder_ids.map((folder_id) => ({ document_id, folder_id })),
  )
  await copies.insertDocumentTags(
    ctx.db,
    dataset_id,
    tag_ids.map((tag_id) => ({ document_id, tag_id })),
  )
  await touchDataset(ctx, dataset_id)
}
