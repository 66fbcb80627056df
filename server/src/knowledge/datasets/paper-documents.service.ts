import type { api, ParsedInputOf } from '@scinav/contract'
import { reinstateDocuments } from '../../documents/parse-results/index.ts'
import { findPaperTitles } from '../../library/papers/index.ts'
import { type BaseContext, type Context, transact } from '../../platform/context/context.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { requireCapacity } from './capacity.ts'
import * as documents from './document.store.ts'
import { binDocuments } from './document-bin.ts'
import { buildDocumentRow } from './document-row.ts'
import { loadFolderTree, requireFolder, touchDataset } from './folder.service.ts'
import * as folders from './folder.store.ts'
import { requireDataset, requireEditable } from './role.ts'

type KeepPapers = typeof api.datasets.keepPapers
type KeepTarget = ParsedInputOf<KeepPapers>['targets'][number]

/**
 * Adds papers to datasets and folders, to all targets or none. Returns the number of papers `added` to any target,
 * those that every target already had (`skipped`), and those that do not exist (`missing`).
 *
 * @throws AppError as `requireDataset` and `requireCapacity`; `folder.not_found`.
 */
export async function keepPapers(ctx: Context, { paper_id_list, targets }: ParsedInputOf<KeepPapers>) {
  return transact(ctx, async (ctx) => {
    for (const target of targets) await requireTarget(ctx, target)
    const titles = await findPaperTitles(ctx, paper_id_list)
    const added = new Set<string>()
    for (const target of targets) {
      for (const id of await keepInTarget(ctx, target, titles)) added.add(id)
      await yieldToEventLoop()
    }
    const paperIds = [...new Set(paper_id_list)]
    return {
      added: added.size,
      skipped: paperIds.filter((id) => titles.has(id) && !added.has(id)),
      missing: paperIds.filter((id) => !titles.has(id)),
    }
  })
}

/**
 * Moves the documents of papers to the bin of a dataset, all or none, and returns their number.
 *
 * @throws AppError as `requireEditable`.
 */
export async function dropPapers(
  ctx: Context,
  { dataset_id, paper_id_list }: ParsedInputOf<typeof api.datasets.dropPapers>,
) {
  return transact(ctx, async (ctx) => {
    const { id } = await requireDataset(ctx, dataset_id, 'write')
    const ids = (await documents.findByPapers(ctx.db, id, paper_id_list)).map((row) => row.id)
    if (ids.length === 0) return { removed: 0 }
    await requireEditable(ctx, id, ids)
    await binDocuments(ctx, ids, ctx.now().toISOString())
    await touchDataset(ctx, id)
    return { removed: ids.length }
  })
}

/** Checks that the caller may add documents to a dataset, and that it has the folder. */
async function requireTarget(ctx: Context, { dataset_id, folder_id }: KeepTarget): Promise<void> {
  await requireDataset(ctx, dataset_id, 'write')
  if (folder_id) requireFolder(await loadFolderTree(ctx, dataset_id), folder_id)
}

/**
 * Adds papers to a dataset and its folder; returns the ids of those that were new in the dataset or in the folder.
 */
async function keepInTarget(
  ctx: Context,
  target: KeepTarget,
  titles: Map<string, string>,
): Promise<string[]> {
  const { dataset_id, folder_id } = target
  const added = await addPaperDocuments(ctx, { dataset_id, creator_id: ctx.actor.id }, titles)
  const placed = folder_id ? await placePapers(ctx, dataset_id, folder_id, [...titles.keys()]) : []
  if (added.length + placed.length > 0) await touchDataset(ctx, dataset_id)
  return [...added, ...placed]
}

/** Places the documents of papers into a folder; returns the papers that were not in it. */
async function placePapers(ctx: Context, dataset_id: string, folder_id: string, paper_ids: string[]) {
  const rows = await documents.findByPapers(ctx.db, dataset_id, paper_ids)
  const paperOf = new Map(rows.map((row) => [row.id, row.paper_id]))
  const placed = await folders.placeDocuments(ctx.db, folder_id, [...paperOf.keys()])
  return placed.flatMap((id) => paperOf.get(id) ?? [])
}

/** Adds the papers (titles by id) that a dataset lacks, or has in its bin, and returns their ids. */
export async function addPaperDocuments(
  ctx: Pick<BaseContext, 'db' | 'now' | 'newId'>,
  target: { dataset_id: string; creator_id: string },
  titles: Map<string, string>,
): Promise<string[]> {
  const rows = [...titles].map(([paper_id, name]) =>
    buildDocumentRow(ctx, { ...target, type: 'paper', paper_id, name }),
  )
  const added = await documents.insert(ctx.db, rows)
  await requireCapacity(ctx, target.dataset_id)
  // A file that is this paper may have been restored from the bin.
  await reinstateDocuments(
    ctx,
    added.flatMap(({ type, id }) => (type === 'file' ? id : [])),
  )
  return added.flatMap(({ paper_id }) => paper_id ?? [])
}

/** Returns, by paper, the user's own datasets that contain it. */
export async function datasetsByPaper(
  { db }: Pick<BaseContext, 'db'>,
  user_id: string,
  paper_ids: string[],
): Promise<Map<string, string[]>> {
  const rows = await documents.findDatasetsOfPapers(db, paper_ids, user_id)
  const byPaper = Map.groupBy(rows, (row) => row.paper_id ?? '')
  return new Map([...byPaper].map(([paper_id, list]) => [paper_id, list.map((row) => row.dataset_id)]))
}
