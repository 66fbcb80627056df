import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { usePaperAction } from '../paper/paper-action.state.ts'
import { documentOf } from '../testing/datasets.ts'
import { ok, refused } from '../testing/fake-server.ts'
import {
  folderRow,
  knowledgeBaseServer,
  MOVE,
  OPERATE_FILE,
  showKnowledgeBase,
} from '../testing/knowledge-base.tsx'
import { lastToast, press, undo } from '../testing/show.tsx'

let server: ReturnType<typeof knowledgeBaseServer>
beforeEach(() => {
  server = knowledgeBaseServer()
})
afterEach(cleanup)

test('a paper dropped on a folder goes there from where it was, and the toast puts it back', async () => {
  showKnowledgeBase()
  const item = (await screen.findByText('临界剥离电流')).closest('li')
  fireEvent.dragStart(item as HTMLElement)
  await act(async () => fireEvent.drop(await folderRow('综述')))
  await waitFor(() => expect(lastToast()?.text).toBe('已将 1 篇移到「综述」'))
  await undo()
  const moved = { document_ids: ['o1'] }
  expect(server.bodies(MOVE)).toEqual([
    { ...moved, target_folder_id: 'f3', from_folder_id: 'f1' },
    { ...moved, target_folder_id: 'f1', from_folder_id: 'f3' },
  ])
})

test('chosen papers leave the list together, and the toast puts each back into its folder', async () => {
  showKnowledgeBase()
  await screen.findByText('临界剥离电流')
  fireEvent.click(screen.getByRole('checkbox', { name: '选择本页' }))
  await press('删除')
  expect(server.bodies('DELETE /api/dataset/d1/document/_bach')).toEqual([{ document_ids: ['o1', 'o2'] }])
  for (const id of ['o1', 'o2'])
    server.handlers[`${OPERATE_FILE}${id}`] = () => ok(documentOf(id, '临界剥离电流', null))
  await undo()
  await waitFor(() =>
    expect(['o1', 'o2'].flatMap((id) => server.bodies(`${OPERATE_FILE}${id}`))).toEqual([
      { operation: 'restore' },
      { operation: 'restore' },
    ]),
  )
})

test('taking a paper out of a folder leaves it in the list', async () => {
  showKnowledgeBase('?folder_id=f1')
  await press('移除：临界剥离电流')
  expect(server.bodies('DELETE /api/dataset/document/remove_from_folder')).toEqual([
    { dataset_id: 'd1', folder_id: 'f1', document_ids: ['o1'] },
  ])
  expect(lastToast()?.text).toBe('已从「博士课题」移出 1 篇，仍在清单里')
})

test('j, x and c choose and cite without the mouse', async () => {
  showKnowledgeBase()
  await screen.findByText('临界剥离电流')
  for (const _ of [1, 2]) await act(async () => fireEvent.keyDown(document.body, { key: 'j' }))
  expect(document.activeElement?.closest('li')?.textContent).toContain('石榴石电解质')
  await act(async () => fireEvent.keyDown(document.body, { key: 'x' }))
  expect(screen.getByText('已选 1 篇')).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'c' })
  expect(usePaperAction.getState().action).toEqual({ kind: 'cite', ids: ['p-o2'] })
})

test('a refused removal says why', async () => {
  server.handlers['DELETE /api/dataset/d1/document/_bach'] = () =>
    refused(403, { problem: 'dataset.not_allowed' }, '您可以查看，但不能修改这里的内容')
  showKnowledgeBase()
  await press('移除：石榴石电解质')
  await waitFor(() => expect(lastToast()?.text).toBe('没有移除：您可以查看，但不能修改这里的内容'))
})
