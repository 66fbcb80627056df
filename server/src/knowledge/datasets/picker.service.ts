import type { api, ParsedInputOf } from '@scinav/contract'
import { activateCopies, reinstateDocuments } from '../../documents/parse-results/index.ts'
import { requireStorage } from '../../documents/storage/index.ts'
import { findPaperTitles } from '../../library/papers/index.ts'
import { type Context, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { requireCapacity } from './capacity.ts'
import { toDocuments, trimListRow } from './document.service.ts'
import * as documents from './document.store.ts'
import { documentCopy } from './document-row.ts'
import { loadFolderTree, requireFolder, touchDataset } from './folder.service.ts'
import * as folders from './folder.store.ts'
import { inheritModelLock } from './model-lock.ts'
import { addPaperDocuments } from './paper-documents.service.ts'
import * as pickers from './picker.store.ts'
import { mayReadDataset, requireDataset } from './role.ts'

/** Number of documents copied before other work gets its turn. */
const BATCH_SIZE = 100

type Datasets = typeof api.datasets
type PickerInput = ParsedInputOf<Datasets['projectDocuments']>

/**
 * Lists one page of the documents that the caller may read, by file, folder and keyword, with their datasets' names.
 */
async function pickDocuments(ctx: Context, input: PickerInput, { in_projects }: { in_projects: boolean }) {
  const { page_num, page_size, keyword } = input
  const user_id = ctx.actor.id
  const page = await pickers.findForPicker(ctx.db, { ...input, keyword, user_id, in_projects })
  const names = new Map(page.list.map(({ id, dataset_name }) => [id, dataset_name]))
  const views = await toDocuments(
    ctx,
    page.list.map(({ dataset_name: _, ...row }) => row),
    undefined,
  )
  const list = views.map((view) => ({ ...trimListRow(view), dataset_name: names.get(view.id) ?? '' }))
  return { list, total: page.total, page_num, page_size }
}

/** Lists documents in the caller's projects, for pickers. */
export const pickProjectDocuments = (ctx: Context, input: PickerInput) =>
  pickDocuments(ctx, input, { in_projects: true })

/** Lists documents in all datasets that the caller may read, for pickers. */
export const pickReadableDocuments = (ctx: Context, input: PickerInput) =>
  pickDocuments(ctx, input, { in_projects: false })

/**
 * Lists documents in these folders and below them.
 *
 * @throws AppError `folder.not_found` for folders that the caller may not read.
 */
export async function pickFolderDocuments(ctx: Context, input: PickerInput) {
  const subtreeIds = new Set<string>()
  for (const id of input.folder_ids) {
    const dataset_id = await folders.findDatasetId(ctx.db, id)
    if (!dataset_id || !(await mayReadDataset(ctx, ctx.actor.id, dataset_id)))
      throw new AppError('folder.not_found')
    for (const each of (await loadFolderTree(ctx, dataset_id)).subtree(id)) subtreeIds.add(each)
  }
  return pickDocuments(ctx, { ...input, folder_ids: [...subtreeIds] }, { in_projects: false })
}

type CopyDocumentsInput = ParsedInputOf<Datasets['copyDocuments']>
type CopyTarget = CopyDocumentsInput['targets'][number]

/**
 * Copies documents into datasets and folders, to all targets or none. `skipped` lists documents that every target
 * already had.
 *
 * @throws AppError `document.not_found`, `folder.not_found`; as `requireDataset`, `inheritModelLock`,
 * `requireCapacity`; `file.too_much` when records exceed the caller's storage quota.
 */
export async function copyDocuments(ctx: Context, { document_ids, targets }: CopyDocumentsInput) {
  return transact(ctx, async (ctx) => {
    const rows = await requireReadableDocuments(ctx, document_ids)
    for (const { dataset_id, folder_id } of targets) {
      await requireDataset(ctx, dataset_id, 'write')
      if (folder_id) requireFolder(await loadFolderTree(ctx, dataset_id), folder_id)
    }
    await inheritModelLock(
      ctx,
      rows,
      targets.map(({ dataset_id }) => dataset_id),
    )
    const added = new Set<string>()
    for (const target of targets) for (const id of await copyInBatches(ctx, target, rows)) added.add(id)
    return { added: added.size, skipped: rows.map(({ id }) => id).filter((id) => !added.has(id)) }
  })
}

/**
 * Returns the rows of documents.
 *
 * @throws AppError `document.not_found` when one is in no dataset that the caller may read.
 */
async function requireReadableDocuments(ctx: Context, ids: string[]): Promise<documents.DocumentRow[]> {
  const rows = await documents.findByIds(ctx.db, ids)
  if (rows.length < new Set(ids).size) throw new AppError('document.not_found')
  for (const dataset_id of new Set(rows.map((row) => row.dataset_id)))
    if (!(await mayReadDataset(ctx, ctx.actor.id, dataset_id))) throw new AppError('document.not_found')
  return rows
}

/** Does what `copyIntoTarget` does in batches, between which other work gets its turn. */
async function copyInBatches(
  ctx: Context,
  target: CopyTarget,
  rows: documents.DocumentRow[],
): Promise<string[]> {
  const added: string[] = []
  for (let from = 0; from < rows.length; from += BATCH_SIZE) {
    added.push(...(await copyIntoTarget(ctx, target, rows.slice(from, from + BATCH_SIZE))))
    await yieldToEventLoop()
  }
  return added
}

/** Copies documents into a target; returns the ids of the originals that were new in its dataset or folder. */
async function copyIntoTarget(
  ctx: Context,
  { dataset_id, folder_id }: CopyTarget,
  rows: documents.DocumentRow[],
): Promise<string[]> {
  const before = await documentsByKey(ctx, dataset_id, rows)
  const papers = await findPaperTitles(
    ctx,
    rows.flatMap((row) => (row.type === 'paper' ? (row.paper_id ?? []) : [])),
  )
  await addPaperDocuments(ctx, { dataset_id, creator_id: ctx.actor.id }, papers)
  await copyContents(ctx, dataset_id, rows)
  const after = await documentsByKey(ctx, dataset_id, rows)
  const placed = folder_id
    ? new Set(await folders.placeDocuments(ctx.db, folder_id, [...after.values()]))
    : null
  await touchDataset(ctx, dataset_id)
  return rows.flatMap((row) => {
    const key = contentKey(row)
    const copy_id = after.get(key)
    return copy_id !== undefined && (!before.has(key) || placed?.has(copy_id)) ? row.id : []
  })
}

/**
 * Copies those of the documents that have a file or a record of their own and that the dataset lacks; those in its
 * bin are restored instead. Papers of the library are left to `addPaperDocuments`.
 */
async function copyContents(ctx: Context, dataset_id: string, rows: documents.DocumentRow[]): Promise<void> {
  const existing = await findSameContents(ctx, dataset_id, rows)
  const existingKeys = new Set(existing.map(contentKey))
  const inBin = existing.flatMap(({ id, deleted_at }) => (deleted_at === null ? [] : id))
  await documents.restore(ctx.db, inBin, ctx.now().toISOString())
  await reinstateDocuments(ctx, inBin)
  const papersInDataset = new Set(
    (await documents.findByPapers(ctx.db, dataset_id, paperIds(rows))).map(({ paper_id }) => paper_id),
  )
  const now = ctx.now().toISOString()
  const ownership = { dataset_id, creator_id: ctx.actor.id, created_at: now, updated_at: now }
  const copies = rows
    .filter((row) => (row.bytes_id ?? row.record_key) !== null && !existingKeys.has(contentKey(row)))
    .map((row) => ({
      ...documentCopy(row),
      ...ownership,
      id: ctx.newId(),
      // A dataset has each paper once, so another document of the same paper is no longer linked to it.
      paper_id: papersInDataset.has(row.paper_id) ? null : row.paper_id,
    }))
  await requireStorage(
    ctx,
    copies.reduce((sum, { record_bytes }) => sum + record_bytes, 0),
  )
  await documents.insert(ctx.db, copies)
  await requireCapacity(ctx, dataset_id)
  await activateCopies(
    ctx,
    copies.map(({ id }) => id),
  )
}

/** Returns the key by which two documents of a dataset count as the same: its file, its own record, or its paper. */
const contentKey = ({ bytes_id, record_key, paper_id }: documents.DocumentRow) =>
  bytes_id ?? record_key ?? paper_id ?? ''

const paperIds = (rows: documents.DocumentRow[]) => rows.flatMap(({ paper_id }) => paper_id ?? [])

/** Returns the documents of a dataset, its bin included, with the same files or records as these. */
const findSameContents = (ctx: Context, dataset_id: string, rows: documents.DocumentRow[]) =>
  documents.findByContents(ctx.db, dataset_id, {
    bytes_id: rows.flatMap(({ bytes_id }) => bytes_id ?? []),
    record_key: rows.flatMap(({ record_key }) => record_key ?? []),
  })

/** Returns the documents that the dataset has of these rows, by content key. */
async function documentsByKey(ctx: Context, dataset_id: string, rows: documents.DocumentRow[]) {
  const papers = await documents.findByPapers(ctx.db, dataset_id, paperIds(rows))
  const contents = await findSameContents(ctx, dataset_id, rows)
  return new Map([
    ...papers.map(({ id, paper_id }) => [paper_id ?? '', id] as const),
    ...contents.flatMap((row) => (row.deleted_at === null ? [[contentKey(row), row.id] as const] : [])),
  ])
}
