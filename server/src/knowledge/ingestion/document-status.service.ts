import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { findParsingViews } from '../../documents/parse-results/index.ts'
import { remainingStorage } from '../../documents/storage/index.ts'
import { maxFileBytes, safeFileName } from '../../documents/uploads/index.ts'
import type { Context } from '../../platform/context/context.ts'
import {
  binCutoff,
  findFolders,
  mayEdit,
  requireDataset,
  roleOf,
  toDocuments,
  trimListRow,
} from '../datasets/index.ts'
import * as documents from './file-document.store.ts'
import { remainingQueue } from './quota.ts'

type Ingestion = typeof api.ingestion

/**
 * Returns for each file, in order, whether the dataset already has its content (`there`, or `in_bin`), and otherwise
 * whether it is `too_large`, and the document in its folder that has its name. `room` is what the caller may still
 * add.
 *
 * @throws AppError as `requireDataset`; `folder.not_found`.
 */
export async function checkFiles(
  ctx: Context,
  input: ParsedInputOf<Ingestion['check']>,
): Promise<OutputOf<Ingestion['check']>> {
  const { dataset_id, files } = input
  await requireDataset(ctx, dataset_id, 'write')
  const sameNames = await findSameNames(ctx, input)
  const hashes = files.flatMap(({ sha256 }) => sha256 ?? [])
  const existing = new Map(
    (await documents.findByHashes(ctx.db, dataset_id, hashes)).map((row) => [row.sha256, row]),
  )
  const file_bytes = maxFileBytes(ctx)
  return {
    files: files.map(({ size, sha256 }, at) => {
      const row = existing.get(sha256 ?? '')
      if (row) {
        const state = row.deleted_at === null ? 'there' : 'in_bin'
        return { state, document_id: row.id, name: row.name, same_name: null }
      }
      const state = size > file_bytes ? 'too_large' : 'new'
      return { state, document_id: null, name: null, same_name: sameNames[at] ?? null }
    }),
    room: { files: await remainingQueue(ctx), file_bytes, bytes: Math.max(0, await remainingStorage(ctx)) },
  }
}

/**
 * Returns for each file the document with its name in its folder, and whether the caller may replace it; undefined
 * where there is none.
 */
async function findSameNames(
  ctx: Context,
  { dataset_id, folder_id, files }: ParsedInputOf<Ingestion['check']>,
): Promise<({ document_id: string; may_replace: boolean } | undefined)[]> {
  const paths = files.map(({ path = '' }) => path.split('/'))
  // '' for a file whose path is not given.
  const names = paths.map((path) => (path.at(-1) === '' ? '' : safeFileName(path.at(-1) ?? '')))
  const givenNames = [...new Set(names)].filter((name) => name !== '')
  if (givenNames.length === 0) return []
  const folders = await findFolders(
    ctx,
    dataset_id,
    folder_id ?? null,
    paths.map((path) => path.slice(0, -1)),
  )
  const mayReplaceAll = mayEdit(roleOf(await requireDataset(ctx, dataset_id, 'write'), ctx.actor))
  const keyOf = (folder: string | null, name: string) => JSON.stringify([folder, name])
  const existing = new Map(
    (await documents.findFilesByName(ctx.db, dataset_id, givenNames)).map((row) => [
      keyOf(row.folder_id, row.name),
      { document_id: row.id, may_replace: mayReplaceAll || row.creator_id === ctx.actor.id },
    ]),
  )
  return names.map((name, at) => {
    const folder = folders[at]
    // A folder that does not exist yet holds no such name.
    return folder === undefined ? undefined : existing.get(keyOf(folder, name))
  })
}

/** Lists deleted documents of a dataset that can still be restored. */
export async function listDeleted(ctx: Context, input: ParsedInputOf<Ingestion['bin']>) {
  const { dataset_id, page_num, page_size } = input
  await requireDataset(ctx, dataset_id, 'read')
  const { list, total } = await documents.listDeletedSince(ctx.db, dataset_id, binCutoff(ctx), input)
  const deleted = new Map(list.map(({ id, deleted_at }) => [id, deleted_at ?? '']))
  const views = await toDocuments(ctx, list, undefined)
  return {
    list: views.map((view) => ({ ...trimListRow(view), deleted_at: deleted.get(view.id) ?? '' })),
    total,
    page_num,
    page_size,
  }
}

/** Returns the processing state of documents of a dataset, in the order of the ids; others are left out. */
export async function getDocumentProgress(
  ctx: Context,
  { dataset_id, document_ids }: ParsedInputOf<Ingestion['progress']>,
): Promise<OutputOf<Ingestion['progress']>> {
  await requireDataset(ctx, dataset_id, 'read')
  const rows = (await documents.findByIds(ctx.db, document_ids)).filter(
    (row) => row.dataset_id === dataset_id && row.deleted_at === null,
  )
  const parsing = await findParsingViews(
    ctx,
    rows.flatMap((row) => row.next_parse_id ?? []),
  )
  const views = new Map(
    rows.map(({ id, state, progress, error, page_count, parse_id, next_parse_id }) => [
      id,
      { id, state, progress, error, page_count, parse_id, parsing: parsing.get(next_parse_id ?? '') ?? null },
    ]),
  )
  return document_ids.flatMap((id) => views.get(id) ?? [])
}
