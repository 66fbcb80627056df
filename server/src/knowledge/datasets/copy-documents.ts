import { createHash } from 'node:crypto'
import { activateCopies } from '../../documents/parse-results/index.ts'
import { requireStorage } from '../../documents/storage/index.ts'
import type { BaseContext } from '../../platform/context/context.ts'
import { requireCapacity } from './capacity.ts'
import * as copies from './copy.store.ts'
import type { DocumentRow } from './document.store.ts'
import * as documents from './document.store.ts'
import { documentCopy } from './document-row.ts'
import { touchDataset } from './folder.service.ts'

/** A copy of a dataset in progress: the target, the user, and the creation time of the copies. */
export interface DatasetCopy {
  to_id: string
  /** The user who copies, and to whom the copies belong. */
  user_id: string
  created_at: string
}

/** Lengths of the two parts of a copied row's id: the id of the original, and a hash of target and original. */
const ID_CHARS = 26
const HASH_CHARS = 12

/**
 * Returns the id of a copied row in the target dataset. It is deterministic, so that copying can be repeated, and
 * keeps the order of the originals.
 */
export const copyId = (to_id: string, id: string): string =>
  id.slice(0, ID_CHARS) + createHash('sha256').update(`${to_id} ${id}`).digest('hex').slice(0, HASH_CHARS)

/**
 * Copies documents with their folders and tags; those already copied stay unchanged. Must run in a transaction.
 *
 * @throws AppError `file.too_much` when the records exceed the user's storage quota, `dataset.full`.
 */
export async function copyDocumentBatch(
  ctx: BaseContext,
  { to_id, user_id, created_at }: DatasetCopy,
  rows: (DocumentRow & { folder_ids: string[]; tag_ids: string[] })[],
): Promise<void> {
  const copied = new Set(
    await documents.filterIdsInDataset(
      ctx.db,
      to_id,
      rows.map(({ id }) => copyId(to_id, id)),
    ),
  )
  const ownership = { dataset_id: to_id, creator_id: user_id, created_at, updated_at: created_at }
  // The copies that an earlier run has not made yet, with the folders and tags of their originals.
  const missing = rows.flatMap(({ folder_ids, tag_ids, ...row }) => {
    const copy = { ...documentCopy(row), ...ownership, id: copyId(to_id, row.id) }
    return copied.has(copy.id) ? [] : { copy, folder_ids, tag_ids }
  })
  // Other copies may have used the room that there was when this one was requested.
  const record_bytes = missing.reduce((sum, { copy }) => sum + copy.record_bytes, 0)
  if (record_bytes > 0) await requireStorage({ ...ctx, actor: { id: user_id } }, record_bytes)
  await copies.insertDocuments(
    ctx.db,
    missing.map(({ copy }) => copy),
  )
  await requireCapacity(ctx, to_id)
  // Not all may have been inserted: a dataset holds each file and each record once.
  const added = new Set(
    await documents.filterIdsInDataset(
      ctx.db,
      to_id,
      missing.map(({ copy }) => copy.id),
    ),
  )
  await activateCopies(ctx, [...added])
  const inserted = missing.filter(({ copy }) => added.has(copy.id))
  const placements = inserted.flatMap(({ copy, folder_ids }) =>
    folder_ids.map((id) => ({ document_id: copy.id, folder_id: copyId(to_id, id) })),
  )
  const tags = inserted.flatMap(({ copy, tag_ids }) =>
    tag_ids.map((id) => ({ document_id: copy.id, tag_id: copyId(to_id, id) })),
  )
  await copies.insertFolderPlacements(ctx.db, to_id, placements)
  await copies.insertDocumentTags(ctx.db, to_id, tags)
  await touchDataset(ctx, to_id)
}
