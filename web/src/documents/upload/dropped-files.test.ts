import { expect, test } from 'vitest'
import { chosenFiles, droppedFiles } from './dropped-files.ts'

const fileOf = (name: string) => new File(['x'], name)

const entryOf = (name: string) => ({
  name,
  isDirectory: false,
  file: (resolve: (file: File) => void) => resolve(fileOf(name)),
})

/** As browsers do, a reader hands out a part at a time. */
const folderOf = (name: string, children: object[]) => ({
  name,
  isDirectory: true,
  createReader: () => {
    const left = [...children]
    return { readEntries: (resolve: (part: object[]) => void) => resolve(left.splice(0, 2)) }
  },
})

const transferOf = (entries: object[]) =>
  ({
    items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry })),
    files: [],
  }) as unknown as DataTransfer

test('a folder is dropped with all that is below it, and each file knows where it stood', async () => {
  const entries = [
    entryOf('a.pdf'),
    folderOf('论文', [
      entryOf('b.pdf'),
      entryOf('c.pdf'),
      entryOf('.DS_Store'),
      folderOf('2023', [entryOf('d.pdf')]),
      folderOf('.git', [entryOf('config')]),
    ]),
  ]
  const found = await droppedFiles(transferOf(entries))
  expect(found.map(({ file, way }) => [...way, file.name].join('/')).toSorted()).toEqual([
    'a.pdf',
    '论文/2023/d.pdf',
    '论文/b.pdf',
    '论文/c.pdf',
  ])
})

test('folders deeper than a knowledge base has are put together with the deepest', async () => {
  const deepest = Array.from({ length: 12 }).reduce<object>(
    (inner, _, at) => folderOf(`第${12 - at}层`, [inner]),
    entryOf('a.pdf'),
  )
  const [found] = await droppedFiles(transferOf([deepest]))
  expect(found?.way).toHaveLength(8)
})

test('a folder cannot be so large that the page stands still', async () => {
  const many = Array.from({ length: 5_000 }, (_, at) => entryOf(`${at}.pdf`))
  expect(await droppedFiles(transferOf([folderOf('全部', many)]))).toHaveLength(2_000)
})

test('files of a chosen folder say where they stood', () => {
  const file = Object.assign(fileOf('d.pdf'), {})
  Object.defineProperty(file, 'webkitRelativePath', { value: '论文/2023/d.pdf' })
  expect(chosenFiles([file, fileOf('a.pdf')]).map(({ way }) => way)).toEqual([['论文', '2023'], []])
})
