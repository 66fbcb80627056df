import type { FolderTree } from '@scinav/contract'
import { expect, test } from 'vitest'
import { folderOf } from '../testing/datasets.ts'
import { findFolder, flattenFolders, folderHeight, moveRefusal, visibleFolders } from './folders.ts'

const folder = (id: string, parent_id: string | null, ...children: FolderTree[]) =>
  folderOf(id, parent_id, id, children)

/** A chain of folders a1 … an, each in the one before. */
function chain(length: number, name = 'a', parent: string | null = null, at = 1): FolderTree[] {
  if (at > length) return []
  const id = `${name}${at}`
  return [folder(id, parent, ...chain(length, name, id, at + 1))]
}

const tree = [
  folder('博士课题', null, folder('电解质', '博士课题', folder('石榴石', '电解质'))),
  folder('综述', null),
]

test('folders are listed as the tree shows them, with their depth', () => {
  expect(flattenFolders(tree).map((one) => [one.folder.id, one.depth])).toEqual([
    ['博士课题', 1],
    ['电解质', 2],
    ['石榴石', 3],
    ['综述', 1],
  ])
  expect(folderHeight(tree[0] ?? folder('', null))).toBe(3)
})

test('what is under a closed folder does not show', () => {
  expect(visibleFolders(tree, new Set(['电解质'])).map((one) => one.folder.id)).toEqual([
    '博士课题',
    '电解质',
    '综述',
  ])
})

test('a folder is found with the way to it', () => {
  expect(findFolder(tree, '石榴石')?.ancestors.map(({ id }) => id)).toEqual(['博士课题', '电解质'])
  expect(findFolder(tree, 'nobody')).toBeUndefined()
})

test.each([
  ['综述', '石榴石', undefined],
  ['石榴石', null, undefined],
  ['综述', null, ''],
  ['石榴石', '电解质', ''],
  ['博士课题', '博士课题', '「博士课题」不能移到它自己里面'],
  ['博士课题', '石榴石', '「博士课题」不能移到它自己里面'],
])('moving %s into %s', (id, target, refusal) => {
  expect(moveRefusal(tree, id, target)).toBe(refusal)
})

test('a ninth level is refused with the number of levels', () => {
  const deep = [...chain(7), ...chain(2, 'b')]
  expect(moveRefusal(deep, 'b2', 'a7')).toBeUndefined()
  expect(moveRefusal(deep, 'b1', 'a7')).toBe('文件夹最多 8 层，移到「a7」会有 9 层')
})
