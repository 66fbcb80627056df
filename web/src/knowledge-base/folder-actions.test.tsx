import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refused } from '../testing/fake-server.ts'
import {
  chooseFromMenu,
  folderRow,
  knowledgeBaseServer,
  MOVE,
  RESTORE_FOLDERS,
  SAVE_FOLDER,
  showKnowledgeBase,
} from '../testing/knowledge-base.tsx'
import { fill, lastToast, press, undo } from '../testing/show.tsx'

let server: ReturnType<typeof knowledgeBaseServer>
beforeEach(() => {
  server = knowledgeBaseServer()
})
afterEach(cleanup)

test('a folder is made inside the one that is shown', async () => {
  showKnowledgeBase('?folder_id=f1')
  await chooseFromMenu('新建子文件夹')
  await fill('名称', '石榴石')
  await press('新建')
  expect(server.bodies(SAVE_FOLDER)).toEqual([{ parent_id: 'f1', name: '石榴石' }])
})

test('keys walk through the folders, and F2 renames with the way back in the toast', async () => {
  showKnowledgeBase()
  await act(async () => fireEvent.keyDown(await folderRow('博士课题'), { key: 'ArrowDown' }))
  expect(document.activeElement).toBe(await folderRow('电解质'))
  await act(async () => fireEvent.keyDown(await folderRow('电解质'), { key: 'F2' }))
  await fill('名称', '固态电解质')
  await press('保存')
  await waitFor(() => expect(lastToast()?.text).toBe('「电解质」已改名为「固态电解质」'))
  await undo()
  expect(server.bodies(SAVE_FOLDER)[1]).toEqual({ id: 'f2', parent_id: 'f1', name: '电解质' })
})

test('a folder whose new name, or new place, cannot be taken back says so', async () => {
  const failing = () => refused(409, { problem: 'folder.same_name' }, '同一层已有同名的文件夹')
  showKnowledgeBase()
  await act(async () => fireEvent.keyDown(await folderRow('博士课题'), { key: 'F2' }))
  await fill('名称', '硕士课题')
  await press('保存')
  await waitFor(() => expect(lastToast()?.text).toBe('「博士课题」已改名为「硕士课题」'))
  server.handlers[SAVE_FOLDER] = failing
  await undo()
  await waitFor(() => expect(lastToast()?.text).toBe('没有撤销：同一层已有同名的文件夹'))
})

test('a folder is moved without dragging, and the toast moves it back', async () => {
  showKnowledgeBase('?folder_id=f2')
  await chooseFromMenu('移动到…')
  const own = await screen.findByRole('radio', { name: /博士课题/ })
  expect((own as HTMLInputElement).disabled).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: '综述' }))
  await press('移到这里')
  await waitFor(() => expect(lastToast()?.text).toBe('「电解质」已移到「综述」'))
  await undo()
  expect(server.bodies(MOVE)).toEqual([
    { folder_ids: ['f2'], target_folder_id: 'f3' },
    { folder_ids: ['f2'], target_folder_id: 'f1' },
  ])
})

test('a folder dropped into itself stays, with a sentence', async () => {
  showKnowledgeBase()
  fireEvent.dragStart(await folderRow('博士课题'))
  fireEvent.dragOver(await folderRow('电解质'))
  await act(async () => fireEvent.drop(await folderRow('电解质')))
  expect(lastToast()?.text).toBe('「博士课题」不能移到它自己里面')
  expect(server.bodies(MOVE)).toEqual([])
})

/** Deletes the folder that is shown, with its papers. */
async function deletesFolder() {
  const { query } = showKnowledgeBase('?folder_id=f1')
  await chooseFromMenu('删除文件夹')
  expect(await screen.findByText('其中有 1 个子文件夹和 1 篇文献。')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: '文献一起移出清单' }))
  await press('删除')
  await waitFor(() => expect(query().get('folder_id')).toBeNull())
}

test('a folder is deleted with or without its papers, and the toast brings it back', async () => {
  await deletesFolder()
  expect(server.bodies('DELETE /api/dataset/d1/folder')).toEqual([
    { folder_ids: ['f1'], keep_documents: false },
  ])
  await undo()
  expect(server.bodies(RESTORE_FOLDERS)).toEqual([{ folder_ids: ['f1'] }])
  expect(lastToast()?.text).toBe('已删除文件夹「博士课题」')
})

test('a deleted folder that cannot come back is said not to', async () => {
  server.handlers[RESTORE_FOLDERS] = () => refused(404, { problem: 'folder.not_found' }, '没有找到这个文件夹')
  await deletesFolder()
  await undo()
  await waitFor(() => expect(lastToast()?.text).toBe('没有恢复：没有找到这个文件夹'))
})
