import type { FolderTree } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'

/** Maximum depth of folders; a folder at the top has depth 1. */
export const MAX_FOLDER_DEPTH = 8

/** One folder as the tree shows it. */
export interface FolderNode {
  folder: FolderTree
  /** Its level in the tree, from 1. */
  depth: number
  /** The folders that contain it, from the top down. */
  ancestors: FolderTree[]
}

/** Lists every folder of a tree in display order, each before its subfolders; `ancestors` contain the tree. */
export function flattenFolders(tree: readonly FolderTree[], ancestors: FolderTree[] = []): FolderNode[] {
  return tree.flatMap((folder) => [
    { folder, depth: ancestors.length + 1, ancestors },
    ...flattenFolders(folder.children, [...ancestors, folder]),
  ])
}

/** Lists the visible folders; those below a collapsed one, given by its id, are hidden. */
export function visibleFolders(tree: readonly FolderTree[], collapsed: ReadonlySet<string>): FolderNode[] {
  return flattenFolders(tree).filter(({ ancestors }) => !ancestors.some(({ id }) => collapsed.has(id)))
}

/** Finds a folder anywhere in a tree. */
export function findFolder(tree: readonly FolderTree[], id: string): FolderNode | undefined {
  return flattenFolders(tree).find(({ folder }) => folder.id === id)
}

/** Returns the number of levels of a folder and its subfolders; 1 for a folder without any. */
export function folderHeight(folder: FolderTree): number {
  return 1 + Math.max(0, ...folder.children.map(folderHeight))
}

/**
 * Returns why the folder `id` cannot be moved into the folder `target` (null for the top), as a sentence for the user;
 * undefined when it can. Returns `''` when the folder is unknown or there already.
 */
export function moveRefusal(
  tree: readonly FolderTree[],
  id: string,
  target: string | null,
): string | undefined {
  const moved = findFolder(tree, id)
  if (!moved || moved.folder.parent_id === target) return ''
  if (target === null) return undefined
  const destination = findFolder(tree, target)
  if (!destination) return '没有找到目标文件夹'
  if (target === id || destination.ancestors.some((ancestor) => ancestor.id === id))
    return `${inCorners(moved.folder.name)}不能移到它自己里面`
  const depth = destination.depth + folderHeight(moved.folder)
  return depth > MAX_FOLDER_DEPTH
    ? `文件夹最多 ${MAX_FOLDER_DEPTH} 层，移到${inCorners(destination.folder.name)}会有 ${depth} 层`
    : undefined
}
