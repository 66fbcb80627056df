import { listNameRule } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import type { Context } from '../../platform/context/context.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'
import { addFolder, loadFolderTree, requireFolder } from './folder.service.ts'
import * as folders from './folder.store.ts'

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
  let at = from === null ? null : requireFolder(tree, from).id
  let isNew = false
  for (const name of names.map((each) => each.trim())) {
    if (name === '' || name === '.') continue
    const fault = name === '..' ? '不能用「..」作名称' : listNameRule(name)
    if (fault) throw invalidInput('paths', `文件夹${inCorners(name.slice(0, 20))}：${fault}`)
    const existing: string | undefined = isNew
      ? undefined
      : tree.children(at).find((each) => each.name === name)?.id
    isNew = existing === undefined
    at = existing ?? (await addFolder(ctx, dataset_id, { parent_id: at, name })).id
  }
  return at
}

/**
 * Returns the folders at paths of names below another folder (null for the top level) without creating any; undefined
 * for a path with a missing folder.
 *
 * @throws AppError `folder.not_found`.
 */
export async function findFolders(
  ctx: Pick<Context, 'db'>,
  dataset_id: string,
  from: string | null,
  ways: string[][],
): Promise<(string | null | undefined)[]> {
  const tree = await loadFolderTree(ctx, dataset_id)
  const start = from === null ? null : requireFolder(tree, from).id
  return ways.map((names) => {
    let at: string | null | undefined = start
    for (const name of names.map((each) => each.trim())) {
      if (name === '' || name === '.') continue
      if (at === undefined) return undefined
      at = tree.children(at).find((each) => each.name === name)?.id
    }
    return at
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

/** Returns the folders that contain a document. */
export async function listFoldersOfDocument(
  ctx: Pick<Context, 'db'>,
  document_id: string,
): Promise<string[]> {
  return (await folders.findPlacements(ctx.db, [document_id])).map(({ folder_id }) => folder_id)
}
