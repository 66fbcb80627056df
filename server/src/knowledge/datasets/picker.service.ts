import type { api, ParsedInputOf } from '@scinav/contract'
import { documentsBack, documentsCopied } from '../../documents/parse-results/index.ts'
import { requireRoom } from '../../documents/storage/index.ts'
import { paperTitles } from '../../library/papers/index.ts'
import { type Context, transact } from '../../platform/context/context.ts'
import { breath } from '../../platform/foundation/breath.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { slim, toDocuments } from './document.service.ts'
import * as documents from './document.store.ts'
import { copyOf } from './document-copy.ts'
import { requireFolder, touch, treeOf } from './folder.service.ts'
import * as folders from './folder.store.ts'
import { addPaperDocuments } from './keep.service.ts'
import { inheritModelLock } from './model-lock.ts'
import * as pickers from './picker.store.ts'
import { mayReadDataset, requireDataset } from './role.ts'
import { requireSpace } from './space.ts'

type Datasets = typeof api.datasets
type Wanted = ParsedInputOf<Datasets['projectDocuments']>

/** Documents that the caller may read, by file, folder and words, with what their dataset is called. */
async function pick(ctx: Context, input: Wanted, in_projects: boolean) {
  const { page_num, page_size, keyword } = input
  const user_id = ctx.actor.id
  const found = await pickers.forPickers(ctx.db, { ...input, keyword, user_id, in_projects })
  const names = new Map(found.list.map(({ id, dataset_name }) => [id, dataset_name]))
  const views = await toDocuments(
    ctx,
    found.list.map(({ dataset_name: _, ...row }) => row),
    undefined,
  )
  const list = views.map((view) => ({ ...slim(view), dataset_name: names.get(view.id) ?? '' }))
  return { list, total: found.total, page_num, page_size }
}

export const projectDocuments = (ctx: Context, input: Wanted) => pick(ctx, input, true)

export const documentsForPickers = (ctx: Context, input: Wanted) => pick(ctx, input, false)

/** Documents in these folders and below them. @throws AppError `folder.not_found` for folders that are not the caller's. */
export async function folderDocuments(ctx: Context, input: Wanted) {
  const below = new Set<string>()
  for (const id of input.folder_ids) {
    const dataset_id = await folders.datasetOf(ctx.db, id)
    if (!dataset_id || !(await mayReadDataset(ctx, ctx.actor.id, dataset_id)))
      throw new AppError('folder.not_found')
    for (const each of (await treeOf(ctx, dataset_id)).subtree(id)) below.add(each)
  }
  return pick(ctx, { ...input, folder_ids: [...below] }, false)
}

/** So many documents are copied before others have their turn. */
const PART = 100

type Copied = ParsedInputOf<Datasets['copyDocuments']>
type Target = Copied['targets'][number]

/**
 * Copies documents into datasets and folders, everywhere or nowhere. `skipped` are those that were already in every
 * target.
 */
export async function copyDocuments(ctx: Context, { document_ids, targets }: Copied) {
  return transact(ctx, async (ctx) => {
    const rows = await readableDocuments(ctx, document_ids)
    for (const { dataset_id, folder_id } of targets) {
      await requireDataset(ctx, dataset_id, 'write')
      if (folder_id) requireFolder(await treeOf(ctx, dataset_id), folder_id)
    }
    await inheritModelLock(
      ctx,
      rows,
      targets.map(({ dataset_id }) => dataset_id),
    )
    const added = new Set<string>()
    for (const target of targets) for (const id of await copyInParts(ctx, target, rows)) added.add(id)
    return { added: added.size, skipped: rows.map(({ id }) => id).filter((id) => !added.has(id)) }
  })
}

/** @throws AppError `document.not_found` where one is in no dataset that the caller may read. */
async function readableDocuments(ctx: Context, ids: string[]): Promise<documents.DocumentRow[]> {
  const rows = await documents.byIds(ctx.db, ids)
  if (rows.length < new Set(ids).size) throw new AppError('document.not_found')
  for (const dataset_id of new Set(rows.map((row) => row.dataset_id)))
    if (!(await mayReadDataset(ctx, ctx.actor.id, dataset_id))) throw new AppError('document.not_found')
  return rows
}

async function copyInParts(ctx: Context, target: Target, rows: documents.DocumentRow[]): Promise<string[]> {
  const added: string[] = []
  for (let from = 0; from < rows.length; from += PART) {
    added.push(...(await copyInto(ctx, target, rows.slice(from, from + PART))))
    await breath()
  }
  return added
}

/** Answers the documents that are new in the dataset, or new in the folder. */
async function copyInto(
  ctx: Context,
  { dataset_id, folder_id }: Target,
  rows: documents.DocumentRow[],
): Promise<string[]> {
  const before = await keysOf(ctx, dataset_id, rows)
  const papers = await paperTitles(
    ctx,
    rows.flatMap((row) => (row.type === 'paper' ? (row.paper_id ?? []) : [])),
  )
  await addPaperDocuments(ctx, { dataset_id, creator_id: ctx.actor.id }, papers)
  await copyContents(ctx, dataset_id, rows)
  const after = await keysOf(ctx, dataset_id, rows)
  const placed = folder_id ? new Set(await folders.place(ctx.db, folder_id, [...after.values()])) : null
  await touch(ctx, dataset_id)
  return rows.flatMap((row) => {
    const key = keyOf(row)
    const there = after.get(key)
    return there !== undefined && (!before.has(key) || placed?.has(there)) ? row.id : []
  })
}

/** Copies files, and records that are only documents; what is in the dataset's bin comes back instead. */
async function copyContents(ctx: Context, dataset_id: string, rows: documents.DocumentRow[]): Promise<void> {
  const there = await contentsOf(ctx, dataset_id, rows)
  const known = new Set(there.map(keyOf))
  const back = there.flatMap(({ id, deleted_at }) => (deleted_at === null ? [] : id))
  await documents.takeBack(ctx.db, back, ctx.now().toISOString())
  await documentsBack(ctx, back)
  const taken = new Set(
    (await documents.ofPapers(ctx.db, dataset_id, paperIds(rows))).map(({ paper_id }) => paper_id),
  )
  const now = ctx.now().toISOString()
  const own = { dataset_id, creator_id: ctx.actor.id, created_at: now, updated_at: now }
  const copies = rows
    .filter((row) => (row.bytes_id ?? row.record_key) !== null && !known.has(keyOf(row)))
    .map((row) => ({
      ...copyOf(row),
      ...own,
      id: ctx.newId(),
      paper_id: taken.has(row.paper_id) ? null : row.paper_id,
    }))
  await requireRoom(
    ctx,
    copies.reduce((sum, { record_bytes }) => sum + record_bytes, 0),
  )
  await documents.insert(ctx.db, copies)
  await requireSpace(ctx, dataset_id)
  await documentsCopied(
    ctx,
    copies.map(({ id }) => id),
  )
}

/** What makes two documents of a dataset one. */
const keyOf = ({ bytes_id, record_key, paper_id }: documents.DocumentRow) =>
  bytes_id ?? record_key ?? paper_id ?? ''

const paperIds = (rows: documents.DocumentRow[]) => rows.flatMap(({ paper_id }) => paper_id ?? [])

const contentsOf = (ctx: Context, dataset_id: string, rows: documents.DocumentRow[]) =>
  documents.ofContents(ctx.db, dataset_id, {
    bytes_id: rows.flatMap(({ bytes_id }) => bytes_id ?? []),
    record_key: rows.flatMap(({ record_key }) => record_key ?? []),
  })

/** Which of these a dataset has, and as which document. */
async function keysOf(ctx: Context, dataset_id: string, rows: documents.DocumentRow[]) {
  const papers = await documents.ofPapers(ctx.db, dataset_id, paperIds(rows))
  const contents = await contentsOf(ctx, dataset_id, rows)
  return new Map([
    ...papers.map(({ id, paper_id }) => [paper_id ?? '', id] as const),
    ...contents.flatMap((row) => (row.deleted_at === null ? [[keyOf(row), row.id] as const] : [])),
  ])
}
