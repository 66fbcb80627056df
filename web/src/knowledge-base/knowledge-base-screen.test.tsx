import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { datasetOf } from '../testing/datasets.ts'
import { ok } from '../testing/fake-server.ts'
import {
  chooseFromMenu,
  DOCUMENTS,
  folderRow,
  knowledgeBaseServer,
  OPERATE,
  showKnowledgeBase,
} from '../testing/knowledge-base.tsx'
import { fill, lastToast, press, undo } from '../testing/show.tsx'

let server: ReturnType<typeof knowledgeBaseServer>
beforeEach(() => {
  server = knowledgeBaseServer()
})
afterEach(cleanup)

test('without a choice the own dataset shows, and the groups stand in their order', async () => {
  showKnowledgeBase()
  expect(await screen.findByRole('heading', { level: 1, name: '我的文献' })).toBeTruthy()
  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(names).toEqual(['我的文献', 'AI 知识库', '文献清单'])
  expect(await screen.findByText('临界剥离电流')).toBeTruthy()
})

test('searching, sorting and folders stand in the address and go to the server', async () => {
  const { query } = showKnowledgeBase('?dataset_id=d1&page=1')
  await act(async () => fireEvent.click(await folderRow('电解质')))
  expect(query().get('folder_id')).toBe('f2')
  expect(await screen.findByRole('heading', { level: 1, name: '电解质' })).toBeTruthy()
  const box = await fill('在这里检索', ' 剥离 ')
  await act(async () => fireEvent.submit(box.closest('form') as HTMLFormElement))
  await fill('排序', 'citations')
  await waitFor(() =>
    expect(Object.fromEntries(server.asked(DOCUMENTS).at(-1)?.query ?? [])).toMatchObject({
      folder_id: 'f2',
      keyword: '剥离',
      sort: 'citations',
    }),
  )
  expect(query().get('keyword')).toBe('剥离')
})

test('a new list is made and shown; a wrong name is refused before it is sent', async () => {
  const { query } = showKnowledgeBase()
  await press('新建：文献清单')
  await press('新建')
  expect(await screen.findByText('请填写名称')).toBeTruthy()
  await fill('名称', '骨干网络')
  await press('新建')
  await waitFor(() => expect(query().get('dataset_id')).toBe('d2'))
  expect(server.bodies('POST /api/project_dataset/create')).toEqual([
    { kind: 'reading', name: '骨干网络', description: '' },
  ])
})

test('a deleted list can be brought back from the toast', async () => {
  const { query } = showKnowledgeBase('?dataset_id=d2')
  await chooseFromMenu('删除文献清单')
  await waitFor(() => expect(query().get('dataset_id')).toBeNull())
  expect(server.bodies(`DELETE ${OPERATE}`)).toEqual([{ dataset_id: 'd2' }])
  await undo()
  expect(server.bodies('POST /api/dataset/bin')).toEqual([{ dataset_id: 'd2' }])
})

test('a renamed list can be given its old name from the toast', async () => {
  showKnowledgeBase('?dataset_id=d2')
  await chooseFromMenu('编辑名称和说明')
  await fill('名称', '主干网络')
  await press('保存')
  await waitFor(() => expect(lastToast()?.text).toBe('已保存「主干网络」'))
  await undo()
  expect(server.bodies(`PUT ${OPERATE}`)[1]).toEqual({ dataset_id: 'd2', name: '骨干网络', description: '' })
})

test('a list is opened to models outside, which is told and can be undone', async () => {
  showKnowledgeBase('?dataset_id=d2')
  await chooseFromMenu('外部模型')
  expect(await screen.findByText(/不会发送给站外的模型/)).toBeTruthy()
  await press('允许发送')
  await waitFor(() => expect(lastToast()?.text).toBe('「骨干网络」可以由站外的模型处理'))
  await undo()
  expect(server.bodies(`PUT ${OPERATE}`)).toEqual([
    { dataset_id: 'd2', external_model_allowed: true },
    { dataset_id: 'd2', external_model_allowed: false },
  ])
})

test('the bin lists what was deleted and brings it back', async () => {
  showKnowledgeBase()
  await press('回收站')
  await press('文献清单和知识库')
  await press('恢复：旧清单')
  expect(server.bodies('POST /api/dataset/bin')).toEqual([{ dataset_id: 'd5' }])
})

test('an empty bin says once how long it keeps what was deleted', async () => {
  server.handlers['GET /api/dataset/bin'] = () => ok([])
  showKnowledgeBase()
  await press('回收站')
  for (const view of [/里的文献$/, '文献清单和知识库']) {
    await press(view)
    await screen.findByText('回收站是空的')
    expect(screen.getAllByText(/保留 30 天/)).toHaveLength(1)
  }
})

test('the own dataset cannot be deleted, and a knowledge base one only reads cannot be changed', async () => {
  showKnowledgeBase()
  await press('更多操作')
  expect(screen.queryByRole('menuitem', { name: '删除文献清单' })).toBeNull()
  cleanup()
  showKnowledgeBase('?dataset_id=d9')
  await screen.findByText('临界剥离电流')
  await press('更多操作')
  for (const name of ['新建文件夹', '删除知识库', '编辑名称和说明'])
    expect(screen.queryByRole('menuitem', { name })).toBeNull()
  expect(screen.queryByRole('button', { name: '上传' })).toBeNull()
  expect(screen.queryByRole('button', { name: '移除：临界剥离电流' })).toBeNull()
})

test('an empty list says what to do, and a list that is gone leads back', async () => {
  showKnowledgeBase('?dataset_id=d2')
  expect(await screen.findByText('这个清单还没有文献')).toBeTruthy()
  expect(screen.getByText('把文件拖到这里，或检索到想留下的文献后点「收藏」')).toBeTruthy()
  cleanup()
  const { query } = showKnowledgeBase('?dataset_id=gone')
  await press('回到我的文献')
  expect(query().get('dataset_id')).toBeNull()
})

test('a knowledge base of a project leads to the project', async () => {
  const base = datasetOf('d2', '界面', { kind: 'project', project_id: 'j1', visibility: 'project' })
  const projects = [{ project_id: 'j1', project_name: '固态电池课题组', my_role: 1, datasets: [base] }]
  server.handlers['GET /api/dataset_all'] = () =>
    ok({ aiDataset: [], projectDataset: projects, readingDataset: [] })
  showKnowledgeBase('?dataset_id=d2')
  const link = await screen.findByRole('link', { name: '固态电池课题组' })
  expect(link.getAttribute('href')).toContain('/project/member?project_id=j1')
})

test('a list that came after the lists were read is shown, not said to be gone', async () => {
  const lists = [datasetOf('d1', '我的文献', { kind: 'private', is_private: true })]
  let asked = 0
  server.handlers['GET /api/dataset_all'] = () => {
    asked += 1
    const readingDataset = asked === 1 ? lists : [...lists, datasetOf('d2', '别处新建的')]
    return ok({ aiDataset: [], projectDataset: [], readingDataset })
  }
  showKnowledgeBase('?dataset_id=d2')
  expect(await screen.findByRole('heading', { level: 1, name: '别处新建的' })).toBeTruthy()
})
