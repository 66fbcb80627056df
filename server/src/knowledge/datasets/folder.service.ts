import type { api, FolderTree, OutputOf, ParsedInputOf } from '@scinav/contract'
import { reinstateDocuments } from '../../documents/parse-results/index.ts'
import { type Context, transact, transactReply } from '../../platform/context/context.ts'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import * as bin from './bin.store.ts'
import { binCutoff } from './dataset.service.ts'
import * as datasets from './dataset.store.ts'
import { binDocuments } from './document-bin.ts'
import * as folders from './folder.store.ts'
import { requireDataset, requireEditable } from './role.ts'

/** The fields of a folder that define the tree. */
interface FolderNode {
  id: string
  parent_id: string | null
}

/**
 * Builds a tree of folders, which need not be all of a dataset: `tops` are those without a parent in it. Children
 * keep the order of the rows.
 */
function buildFolderTree<Row extends FolderNode>(rows: Row[]) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byParent = Map.groupBy(rows, (row) => row.parent_id)
  const children = (id: string | null): Row[] => byParent.get(id) ?? []

  /** Returns the level of a folder, 1 for the top level; 0 for null. */
  function depth(id: string | null): number {
    let count = 0
    for (let current = id; current !== null; current = byId.get(current)?.parent_id ?? null) count += 1
    return count
  }

  /** Returns a folder and all folders below it, parents before children. */
  function subtree(id: string): string[] {
    const ids = [id]
    // The loop also visits the ids that it appends.
    for (const each of ids) ids.push(...children(each).map((child) => child.id))
    return ids
  }

  /** Returns the number of levels that a folder and the folders below it span; 1 without any below. */
  function height(id: string): number {
    return Math.max(...subtree(id).map(depth)) - depth(id) + 1
  }

  /** Returns the folders whose parent is not in the tree. */
  const tops = (): Row[] => rows.filter(({ parent_id }) => parent_id === null || !byId.has(parent_id))

  return { rows, tops, size: byId.size, find: (id: string) => byId.get(id), children, depth, height, subtree }
}

type Datasets = typeof api.datasets
type FolderView = OutputOf<Datasets['saveFolder']>

/** Maximum number of nested levels; a top-level folder is on level 1. */
export const MAX_FOLDER_DEPTH = 8
/** Maximum number of folders per dataset. */
export const MAX_FOLDERS = 1_000

/** Loads the folders of a dataset as a tree, with the number of documents in each. */
export const loadFolderTree = async (ctx: Pick<Context, 'db'>, dataset_id: string) =>
  buildFolderTree((await folders.listByDataset(ctx.db, dataset_id)).map(toFolder))

function toFolder(row: folders.FolderRow & { document_count: number }): FolderView {
  const { created_at: _, deleted_at: __, removal: ___, ...folder } = row
  return folder
}

type DatasetFolderTree = Awaited<ReturnType<typeof loadFolderTree>>

/**
 * Returns a folder of the tree.
 *
 * @throws AppError `folder.not_found`, also for folders of another dataset.
 */
export function requireFolder(tree: DatasetFolderTree, id: string): FolderView {
  const folder = tree.find(id)
  if (!folder) throw new AppError('folder.not_found')
  return folder
}

/** Returns the top-level folders of a dataset, each with the folders below it. */
export async function listFolders(ctx: Context, { dataset_id }: ParsedInputOf<Datasets['folders']>) {
  await requireDataset(ctx, dataset_id, 'read')
  const tree = await loadFolderTree(ctx, dataset_id)
  const subtrees = (parent_id: string | null): FolderTree[] =>
    tree.children(parent_id).map((folder) => ({ ...folder, children: subtrees(folder.id) }))
  return subtrees(null)
}

/**
 * Creates a folder, which requires the right to write, or renames the one given by `id`, which requires the right to
 * edit.
 *
 * @throws AppError as `requireDataset` and `addFolder`.
 */
export async function saveFolder(ctx: Context, input: ParsedInputOf<Datasets['saveFolder']>) {
  return transactReply(ctx, async (ctx) => {
    const { id: dataset_id } = await requireDataset(ctx, input.dataset_id, input.id ? 'edit' : 'write')
    const tree = await loadFolderTree(ctx, dataset_id)
    if (input.id) {
      const folder = requireFolder(tree, input.id)
      await folders.update(ctx.db, folder.id, { name: input.name })
      return { ...folder, name: input.name }
    }
    return addFolder(ctx, dataset_id, input)
  })
}

/**
 * Creates a folder at the end of its level.
 *
 * @throws AppError `folder.not_found`, `folder.too_deep`, `input.invalid`.
 */
export async function addFolder(
  ctx: Context,
  dataset_id: string,
  { parent_id, name }: Pick<FolderView, 'parent_id' | 'name'>,
): Promise<FolderView> {
  const tree = await loadFolderTree(ctx, dataset_id)
  if (parent_id) requireFolder(tree, parent_id)
  if (tree.depth(parent_id) >= MAX_FOLDER_DEPTH) throw new AppError('folder.too_deep')
  if (tree.size >= MAX_FOLDERS) throw tooManyFolders('name')
  const row = { id: ctx.newId(), dataset_id, parent_id, name, position: nextPosition(tree, parent_id) }
  const created_at = ctx.now().toISOString()
  await folders.insert(ctx.db, { ...row, created_at, deleted_at: null, removal: null })
  return { ...row, document_count: 0 }
}

/** Creates the error for a dataset that has reached `MAX_FOLDERS`; `path` is the field of the input. */
const tooManyFolders = (path: string) => invalidInput(path, `一个库最多 ${MAX_FOLDERS} 个文件夹`)

/** Returns the position behind all folders of a level. */
const nextPosition = (tree: DatasetFolderTree, parent_id: string | null) =>
  Math.max(0, ...tree.children(parent_id).map((folder) => folder.position)) + 1

/**
 * Deletes folders with the folders below them; `restoreFolders` can restore them for 30 days. With `keep_documents`
 * their documents stay in the dataset; without it, documents that are in no other folder are deleted too.
 */
export async function removeFolders(ctx: Context, input: ParsedInputOf<Datasets['removeFolders']>) {
  return transact(ctx, async (ctx) => {
    const { id } = await requireDataset(ctx, input.dataset_id, 'edit')
    const tree = await loadFolderTree(ctx, id)
    const removed = [
      ...new Set(input.folder_ids.flatMap((folder) => tree.subtree(requireFolder(tree, folder).id))),
    ]
    const deleted_at = ctx.now().toISOString()
    if (!input.keep_documents)
      await binDocuments(ctx, await folders.findDocumentsOnlyIn(ctx.db, removed), deleted_at)
    await bin.markFoldersDeleted(ctx.db, removed, { deleted_at, removal: ctx.newId() })
    await touchDataset(ctx, id)
    return null
  })
}

/**
 * Restores deleted folders to their former places, with the subfolders and documents deleted in the same call. A
 * folder whose parent no longer exists moves to the end of the top level.
 *
 * @throws AppError `folder.not_found` for folders that are not in the bin, `folder.too_deep`.
 */
export async function restoreFolders(ctx: Context, input: ParsedInputOf<Datasets['restoreFolders']>) {
  return transact(ctx, async (ctx) => {
    const { id } = await requireDataset(ctx, input.dataset_id, 'edit')
    const deleted = buildFolderTree(
      await bin.listDeletedFolders(ctx.db, id, input.folder_ids, binCutoff(ctx)),
    )
    const restored = buildFolderTree(rowsToRestore(deleted, input.folder_ids))
    const tree = await loadFolderTree(ctx, id)
    if (tree.size + restored.size > MAX_FOLDERS) throw tooManyFolders('folder_ids')
    const ids = restored.rows.map((row) => row.id)
    await reinstateDocuments(ctx, await bin.restoreDocumentsOf(ctx.db, ids))
    await bin.restoreFolders(ctx.db, ids)
    await reattachFolders(ctx, tree, restored)
    await touchDataset(ctx, id)
    const newTree = await loadFolderTree(ctx, id)
    return input.folder_ids.map((folder) => requireFolder(newTree, folder))
  })
}

/** Attaches restored folders to their former parents, or to the end of the top level. */
async function reattachFolders(ctx: Context, tree: DatasetFolderTree, restored: BinTree): Promise<void> {
  let position = nextPosition(tree, null)
  for (const { id, parent_id } of restored.tops()) {
    const parent = parent_id && tree.find(parent_id) ? parent_id : null
    if (tree.depth(parent) + restored.height(id) > MAX_FOLDER_DEPTH) throw new AppError('folder.too_deep')
    if (parent === parent_id) continue
    await folders.update(ctx.db, id, { parent_id: null, position })
    position += 1
  }
}

/** A tree of deleted folders. */
type BinTree = ReturnType<typeof buildFolderTree<folders.FolderRow>>

/** Returns folders of the bin with the folders below them that were deleted in the same call. */
function rowsToRestore(deleted: BinTree, ids: string[]): folders.FolderRow[] {
  const rows = ids.flatMap((id) => {
    const folder = deleted.find(id)
    if (!folder) throw new AppError('folder.not_found')
    return deleted.subtree(id).flatMap((each) => {
      const row = deleted.find(each)
      return row?.removal === folder.removal ? row : []
    })
  })
  return [...new Set(rows)]
}

/**
 * Moves folders below a target folder and documents into it, or to the top level when the target is null. Documents
 * leave `from_folder_id`, or all of their folders when it is not given.
 *
 * @throws AppError `folder.into_itself`, `folder.too_deep`; nothing is moved then.
 */
export async function moveIntoFolder(ctx: Context, input: ParsedInputOf<Datasets['move']>) {
  return transact(ctx, async (ctx) => {
    const { id } = await requireEditable(ctx, input.dataset_id, input.document_ids)
    if (input.folder_ids.length > 0) await requireDataset(ctx, id, 'edit')
    const tree = await loadFolderTree(ctx, id)
    const target = input.target_folder_id && requireFolder(tree, input.target_folder_id).id
    if (input.from_folder_id) requireFolder(tree, input.from_folder_id)
    await moveFolders(ctx, tree, input.folder_ids, target)
    await folders.removePlacements(ctx.db, input.document_ids, input.from_folder_id)
    if (target) await folders.placeDocuments(ctx.db, target, input.document_ids)
    await touchDataset(ctx, id)
    return null
  })
}

/** Moves folders to the end of the level below `target`, null for the top level, in the order of `ids`. */
async function moveFolders(
  ctx: Context,
  tree: DatasetFolderTree,
  ids: string[],
  target: string | null,
): Promise<void> {
  let position = nextPosition(tree, target)
  for (const id of new Set(ids)) {
    const folder = requireFolder(tree, id)
    if (target && tree.subtree(folder.id).includes(target)) throw new AppError('folder.into_itself')
    if (tree.depth(target) + tree.height(folder.id) > MAX_FOLDER_DEPTH)
      throw new AppError('folder.too_deep', { path: 'target_folder_id' })
    if (folder.parent_id === target) continue
    await folders.update(ctx.db, folder.id, { parent_id: target, position })
    position += 1
  }
}

/** Sets the time of the dataset's last change to now. */
export async function touchDataset(ctx: Pick<Context, 'db' | 'now'>, dataset_id: string): Promise<void> {
  await datasets.update(ctx.db, dataset_id, { updated_at: ctx.now().toISOString() })
}
