import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeServer, ok, refused } from '../../testing/fake-server.ts'
import { lastToast, press, showAt } from '../../testing/show.tsx'
import { NotesFile } from './notes-file.tsx'

const IMPORT = 'POST /api/document/annotation/import'
const imported = { added: 2, skipped: 1, refused: 0, problems: [], lost: 0 }

afterEach(cleanup)

const bring = async (text: string) => {
  const files = [new File([text], '笔记.json')]
  const field = await screen.findByLabelText('笔记文件')
  await act(async () => fireEvent.change(field, { target: { files } }))
}

test('a file of notes is sent as a form, by what its beginning says it is', async () => {
  const server = fakeServer({ [IMPORT]: () => ok(imported) })
  showAt('/readDetailMore', <NotesFile target={{ paper_id: 'p1' }} />)
  await bring('{"annotations":[]}')
  await waitFor(() => expect(lastToast()?.text).toBe('导入 2 条，1 条已有'))
  await bring('{"@context":"http://www.w3.org/ns/anno.jsonld","items":[]}')
  await waitFor(() => expect(server.asked(IMPORT)).toHaveLength(2))
  expect(server.asked(IMPORT).map(({ query }) => query.toString())).toEqual([
    'paper_id=p1&format=json',
    'paper_id=p1&format=w3c',
  ])
  expect(server.bodies(IMPORT)[0]).toBeInstanceOf(FormData)
})

test('entries that were not taken are named with their numbers, and a refused file says why', async () => {
  const problems = Array.from({ length: 6 }, (_, at) => ({ n: at + 3, why: '页码：不能小于 1' }))
  const server = fakeServer({ [IMPORT]: () => ok({ ...imported, refused: 6, problems }) })
  showAt('/readDetailMore', <NotesFile target={{ document_id: 'o1' }} />)
  await bring('[]')
  const said = await screen.findByText(/6 条没有导入：第 3 条，页码：不能小于 1；/)
  expect(said.textContent).toMatch(/第 7 条，页码：不能小于 1……$/)

  server.handlers[IMPORT] = () =>
    refused(400, {
      problem: 'input.invalid',
      issues: [{ path: 'file', message: '这不是可以导入的批注文件' }],
    })
  await bring('x')
  await waitFor(() => expect(lastToast()?.text).toBe('没有导入：这不是可以导入的批注文件'))
  expect(screen.queryByText(/条没有导入/)).toBeNull()
})

test('what takes a while shows how far it is, and can be given up', async () => {
  fakeServer({ [IMPORT]: () => new Promise(() => {}) })
  showAt('/readDetailMore', <NotesFile target={{ document_id: 'o1' }} />)
  await bring('[]')
  expect(await screen.findByText('正在导入笔记')).toBeTruthy()
  await press(/取\s?消/)
  await waitFor(() => expect(lastToast()?.text).toBe('没有导入：已取消'))
  expect(screen.queryByText('正在导入笔记')).toBeNull()
})
