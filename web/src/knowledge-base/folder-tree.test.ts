import { expect, test } from 'vitest'
import { folderOf } from '../testing/datasets.ts'
import { treeAction } from './folder-tree.tsx'
import { visibleFolders } from './folders.ts'

const tree = [
  folderOf('a', null, 'a', [folderOf('b', 'a', 'b'), folderOf('c', 'a', 'c')]),
  folderOf('d', null, 'd'),
]

const press = (key: string, on: string, ...shut: string[]) => {
  const closed = new Set(shut)
  const rows = visibleFolders(tree, closed)
  return treeAction(
    key,
    rows,
    rows.findIndex((row) => row.folder.id === on),
    closed,
  )
}

test.each([
  ['ArrowDown', 'a', { does: 'go', id: 'b' }],
  ['ArrowDown', 'd', { does: 'stay' }],
  ['ArrowUp', 'd', { does: 'go', id: 'c' }],
  ['ArrowUp', 'a', { does: 'stay' }],
  ['Home', 'd', { does: 'go', id: 'a' }],
  ['End', 'a', { does: 'go', id: 'd' }],
  ['ArrowRight', 'a', { does: 'go', id: 'b' }],
  ['ArrowLeft', 'a', { does: 'fold', close: true }],
  ['ArrowLeft', 'c', { does: 'go', id: 'a' }],
  ['ArrowLeft', 'd', { does: 'stay' }],
  ['Enter', 'a', { does: 'open' }],
  ['F2', 'b', { does: 'ask', kind: 'rename-folder' }],
  ['x', 'a', undefined],
])('%s on %s', (key, on, step) => {
  expect(press(key, on)).toEqual(step)
})

test('the right arrow unfolds a closed folder, and the down arrow passes it by', () => {
  expect(press('ArrowRight', 'a', 'a')).toEqual({ does: 'fold', close: false })
  expect(press('ArrowDown', 'a', 'a')).toEqual({ does: 'go', id: 'd' })
})
