import { listNameRule } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import type { Context } from '../../platform/context/context.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'
import { addFolder, loadFolderTree, requireFolder } from './folder.service.ts'
import * as folders from './folder.store.ts'

/** How much of a faulty folder name a message repeats. */
const MAX_QUOTED_NAME_CHARS = 20

/**
 * Returns the folder at a path of names below another folder (null for the top level), creating missing ones; null
 * for the top level itself. Must run in a writing transaction unless the path is empty.
 *
 * @throws AppError `folder.not_found`, `folder.too_deep`; `input.invalid` for invalid folder names.
 */
export async function ensureFolderPath(
  ctx: Context,
  dataset_id: string,
  from: string | null,
  names: string[],
): Promise<string | null> {
  const tree = await loadFolderTree(ctx, dataset_id)
  let current = from === null ? null : requireFolder(tree, from).id
  /** Whether the current folder was created just now, so that it has no subfolders. */
  let isNew = false
  for (const name of names.map((each) => each.trim())) {
    if (name === '' || name === '.') continue
    const fault = name === '..' ? '不能用「..」作名称' : listNameRule(name)
    if (fault)
      throw invalidInput('paths', `文件夹${inCorners(name.slice(0, MAX_QUOTED_NAME_CHARS))}：${fault}`)
    const existing: string | undefined = isNew
      ? undefined
      : tree.children(current).find((each) => each.name === name)?.id
    isNew = existing === undefined
    current = existing ?? (await addFolder(ctx, dataset_id, { parent_id: current, name })).id
  }
  return current
}

/**
 * Returns, for each of several paths of names below another folder (null for the top level), the id of the folder there:
 * null for the top level itself, undefined when a folder of the path does not exist. Creates none.
 *
 * @throws AppError `folder.not_found`.
 */
export async function findFolders(
  ctx: Pick<Context, 'db'>,
  dataset_id: string,
  from: string | null,
  paths: string[][],
): Promise<(string | null | undefined)[]> {
  const tree = await loadFolderTree(ctx, dataset_id)
  const start = from === null ? null : requireFolder(tree, from).id
  return paths.map((names) => {
    let current: string | null | undefined = start
    for (const name of names.map((each) => each.trim())) {
      if (name === '' || name === '.') continue
      if (current === undefined) return undefined
      current = tree.children(current).find((each) => each.name === name)?.id
    }
    return current
  })
}

/** Places documents into a folder, in addition to the folders they are in. */
export async function placeDocuments(
  ctx: Pick<Context, 'db'>,
  folder_id: string,
  document_ids: string[],
): Promise<void> {
  await folders.placeDocuments(ctx.db, folder_id, document_ids)
}

/** Returns the ids of the folders that contain a document. */
export async function listFoldersOfDocument(
  ctx: Pick<Context, 'db'>,
  document_id: string,
): Promise<string[]> {
  return (await folders.findPlacements(ctx.db, [document_id])).map(({ folder_id }) => folder_id)
}
