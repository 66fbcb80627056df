import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, ok, refused } from '../testing/fake-server.ts'
import { paperOf } from '../testing/papers.ts'
import { fill, pageOf, press, showAt } from '../testing/show.tsx'
import { Antd } from '../ui/antd.tsx'
import { usePaperDeed } from '../ui/paper/paper-deeds.state.ts'
import { useToasts } from '../ui/toast.state.ts'
import { KnowledgeBaseScreen } from './knowledge-base-screen.tsx'

const AT = '2026-11-20T00:00:00.000Z'
const DOCUMENTS = 'GET /api/dataset/d1/document_paper_detail/1/20'
const FOLDERS = 'GET /api/dataset/d1/folder'
const SAVE_FOLDER = 'POST /api/dataset/d1/folder'
const MOVE = 'POST /api/dataset/d1/folder/mover'
const KEEP = 'POST /api/dataset/paper/sync_batch_2_folder'
const OPERATE = '/api/project_dataset/opreate'

const dataset = (id: string, name: string, over: object = {}) => ({
  id,
  kind: 'reading',
  name,
  description: '',
  subject_code: null,
  owner_id: 'u1',
  project_id: null,
  visibility: 'private',
  document_count: 2,
  size_bytes: 0,
  application_id: null,
  my_role: 1,
  is_private: false,
  external_model_allowed: true,
  created_at: AT,
  updated_at: AT,
  ...over,
})
const folder = (id: string, parent_id: string | null, name: string, children: object[] = []) => ({
  id,
  dataset_id: 'd1',
  parent_id,
  name,
  position: 0,
  document_count: 1,
  children,
})
const document = (id: string, title: string, folder_id: string | null) => ({
  id,
  dataset_id: 'd1',
  folder_id,
  type: 'paper',
  paper_id: `p-${id}`,
  file_id: null,
  name: title,
  mime: null,
  size_bytes: 0,
  page_count: null,
  state: 'ready',
  progress: 1,
  error: null,
  warnings: [],
  tags: [],
  creator_id: 'u1',
  created_at: AT,
  updated_at: AT,
  paper: paperOf(`p-${id}`, title),
})

let server: ReturnType<typeof fakeServer>
const bodies = (call: string) => server.asked(call).map(({ body }) => body)
const lastToast = () => useToasts.getState().toasts.at(-1)
const undo = () => act(async () => lastToast()?.undo?.())

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  usePaperDeed.setState({ deed: null })
  const documents = [document('o1', '临界剥离电流', 'f1'), document('o2', '石榴石电解质', null)]
  server = fakeServer({
    'GET /api/dataset_all': () =>
      ok({
        aiDataset: [dataset('d9', '储能材料综述库', { kind: 'ai', my_role: 4, visibility: 'public' })],
        projectDataset: [],
        readingDataset: [
          dataset('d1', '我的资料', { kind: 'private', is_private: true }),
          dataset('d2', '骨干网络'),
        ],
      }),
    [FOLDERS]: () =>
      ok([folder('f1', null, '博士课题', [folder('f2', 'f1', '电解质')]), folder('f3', null, '综述')]),
    'GET /api/dataset/d2/folder': () => ok([]),
    'GET /api/dataset/d9/folder': () => ok([]),
    [DOCUMENTS]: () => ok(pageOf(documents)),
    'GET /api/dataset/d2/document_paper_detail/1/20': () => ok(pageOf([])),
    'GET /api/dataset/d9/document_paper_detail/1/20': () => ok(pageOf(documents)),
    'GET /api/dataset/d1/folder_dataset': () => ok(pageOf([], { folders: [] })),
    [SAVE_FOLDER]: () => ok(folder('f7', null, '新')),
    [MOVE]: () => ok(null),
    [KEEP]: () => ok({ added: 1, skipped: [], missing: [] }),
    'DELETE /api/dataset/document/remove_from_folder': () => ok(null),
    'DELETE /api/dataset/d1/document/_bach': () => ok(null),
    'DELETE /api/dataset/d1/folder': () => ok(null),
    'POST /api/project_dataset/create': () => ok(dataset('d2', '骨干网络')),
    [`DELETE ${OPERATE}`]: () => ok(null),
    [`PUT ${OPERATE}`]: () => ok(dataset('d2', '主干网络')),
    'GET /api/dataset/bin': () => ok([{ ...dataset('d5', '旧清单'), deleted_at: AT }]),
    'POST /api/dataset/bin': () => ok(dataset('d2', '骨干网络')),
  })
})
afterEach(cleanup)

const show = (query = '') =>
  showAt(
    `/knowledgeBase${query}`,
    <Antd>
      <KnowledgeBaseScreen />
    </Antd>,
  )
const choose = async (name: string) => {
  await press('更多操作')
  await press(name, 'menuitem')
}
const tree = () => screen.findByRole('tree')
const row = async (name: string) => {
  const item = within(await tree())
    .getByText(name)
    .closest('[role="treeitem"]')
  if (!item) throw new Error(`no folder ${name}`)
  return item
}

test('without a choice the own dataset shows, and the groups stand in their order', async () => {
  show()
  expect(await screen.findByRole('heading', { level: 1, name: '我的资料' })).toBeTruthy()
  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(names).toEqual(['我的资料', 'AI 知识库', '阅读清单'])
  expect(await screen.findByText('临界剥离电流')).toBeTruthy()
})

test('searching, sorting and folders stand in the address and go to the server', async () => {
  const { query } = show('?dataset_id=d1&page=1')
  await act(async () => fireEvent.click(await row('电解质')))
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
  const { query } = show()
  await press('新建：阅读清单')
  await press('新建')
  expect(await screen.findByText('请填写名称')).toBeTruthy()
  await fill('名称', '骨干网络')
  await press('新建')
  await waitFor(() => expect(query().get('dataset_id')).toBe('d2'))
  expect(bodies('POST /api/project_dataset/create')).toEqual([
    { kind: 'reading', name: '骨干网络', description: '' },
  ])
})

test('a deleted list can be brought back from the toast', async () => {
  const { query } = show('?dataset_id=d2')
  await choose('删除清单')
  await waitFor(() => expect(query().get('dataset_id')).toBeNull())
  expect(bodies(`DELETE ${OPERATE}`)).toEqual([{ dataset_id: 'd2' }])
  await undo()
  expect(bodies('POST /api/dataset/bin')).toEqual([{ dataset_id: 'd2' }])
})

test('a renamed list can be given its old name from the toast', async () => {
  show('?dataset_id=d2')
  await choose('编辑名称和说明')
  await fill('名称', '主干网络')
  await press('保存')
  await waitFor(() => expect(lastToast()?.text).toBe('已保存「主干网络」'))
  await undo()
  expect(bodies(`PUT ${OPERATE}`)[1]).toEqual({ dataset_id: 'd2', name: '骨干网络', description: '' })
})

test('the bin lists what was deleted and brings it back', async () => {
  show()
  await press('回收站')
  await press('恢复：旧清单')
  expect(bodies('POST /api/dataset/bin')).toEqual([{ dataset_id: 'd5' }])
})

test('the own dataset cannot be deleted, and a knowledge base one only reads cannot be changed', async () => {
  show()
  await press('更多操作')
  expect(screen.queryByRole('menuitem', { name: '删除清单' })).toBeNull()
  cleanup()
  show('?dataset_id=d9')
  await screen.findByText('临界剥离电流')
  expect(screen.queryByRole('button', { name: '更多操作' })).toBeNull()
  expect(screen.queryByRole('button', { name: '移除：临界剥离电流' })).toBeNull()
})

test('a folder is made inside the one that is shown', async () => {
  show('?folder_id=f1')
  await choose('新建子文件夹')
  await fill('名称', '石榴石')
  await press('新建')
  expect(bodies(SAVE_FOLDER)).toEqual([{ parent_id: 'f1', name: '石榴石' }])
})

test('keys walk through the folders, and F2 renames with the way back in the toast', async () => {
  show()
  await act(async () => fireEvent.keyDown(await row('博士课题'), { key: 'ArrowDown' }))
  expect(globalThis.document.activeElement).toBe(await row('电解质'))
  await act(async () => fireEvent.keyDown(await row('电解质'), { key: 'F2' }))
  await fill('名称', '固态电解质')
  await press('保存')
  await waitFor(() => expect(lastToast()?.text).toBe('「电解质」已改名为「固态电解质」'))
  await undo()
  expect(bodies(SAVE_FOLDER)[1]).toEqual({ id: 'f2', parent_id: 'f1', name: '电解质' })
})

test('a folder is moved without dragging, and the toast moves it back', async () => {
  show('?folder_id=f2')
  await choose('移动到…')
  const own = await screen.findByRole('radio', { name: /博士课题/ })
  expect((own as HTMLInputElement).disabled).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: '综述' }))
  await press('移到这里')
  await waitFor(() => expect(lastToast()?.text).toBe('「电解质」已移到「综述」'))
  await undo()
  expect(bodies(MOVE)).toEqual([
    { folder_ids: ['f2'], target_folder_id: 'f3' },
    { folder_ids: ['f2'], target_folder_id: 'f1' },
  ])
})

test('a folder dropped into itself stays, with a sentence', async () => {
  show()
  fireEvent.dragStart(await row('博士课题'))
  fireEvent.dragOver(await row('电解质'))
  await act(async () => fireEvent.drop(await row('电解质')))
  expect(lastToast()?.text).toBe('「博士课题」不能移到它自己里面')
  expect(bodies(MOVE)).toEqual([])
})

test('a paper dropped on a folder goes there from where it was, and the toast puts it back', async () => {
  show()
  const item = (await screen.findByText('临界剥离电流')).closest('li')
  fireEvent.dragStart(item as HTMLElement)
  await act(async () => fireEvent.drop(await row('综述')))
  await waitFor(() => expect(lastToast()?.text).toBe('已将 1 篇移到「综述」'))
  await undo()
  const moved = { document_ids: ['o1'] }
  expect(bodies(MOVE)).toEqual([
    { ...moved, target_folder_id: 'f3', from_folder_id: 'f1' },
    { ...moved, target_folder_id: 'f1', from_folder_id: 'f3' },
  ])
})

test('chosen papers leave the list together, and the toast puts each back into its folder', async () => {
  show()
  await screen.findByText('临界剥离电流')
  fireEvent.click(screen.getByRole('checkbox', { name: '选择本页' }))
  await press('从清单移除')
  expect(bodies('DELETE /api/dataset/d1/document/_bach')).toEqual([{ document_ids: ['o1', 'o2'] }])
  await undo()
  await waitFor(() =>
    expect(bodies(KEEP)).toEqual([
      { paper_id_list: ['p-o1'], targets: [{ dataset_id: 'd1', folder_id: 'f1' }] },
      { paper_id_list: ['p-o2'], targets: [{ dataset_id: 'd1', folder_id: null }] },
    ]),
  )
})

test('taking a paper out of a folder leaves it in the list', async () => {
  show('?folder_id=f1')
  await press('移除：临界剥离电流')
  expect(bodies('DELETE /api/dataset/document/remove_from_folder')).toEqual([
    { dataset_id: 'd1', folder_id: 'f1', document_ids: ['o1'] },
  ])
  expect(lastToast()?.text).toBe('已从「博士课题」移出 1 篇，仍在清单里')
})

test('a folder is deleted with or without its papers, and the toast builds it again', async () => {
  server.handlers['GET /api/dataset/d1/folder_dataset'] = ({ query }) =>
    ok(pageOf(query.get('folder_id') === 'f1' ? [document('o1', '临界剥离电流', 'f1')] : [], { folders: [] }))
  const { query } = show('?folder_id=f1')
  await choose('删除文件夹')
  expect(await screen.findByText('其中有 1 个子文件夹和 1 篇文献。')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: '文献一起移出清单' }))
  await press('删除')
  await waitFor(() => expect(query().get('folder_id')).toBeNull())
  expect(bodies('DELETE /api/dataset/d1/folder')).toEqual([{ folder_ids: ['f1'], keep_documents: false }])
  await undo()
  await waitFor(() =>
    expect(bodies(SAVE_FOLDER)).toEqual([
      { parent_id: null, name: '博士课题' },
      { parent_id: 'f7', name: '电解质' },
    ]),
  )
  expect(bodies(KEEP)).toEqual([
    { paper_id_list: ['p-o1'], targets: [{ dataset_id: 'd1', folder_id: 'f7' }] },
  ])
})

test('j, x and c choose and cite without the mouse', async () => {
  show()
  await screen.findByText('临界剥离电流')
  for (const _ of [1, 2]) await act(async () => fireEvent.keyDown(globalThis.document.body, { key: 'j' }))
  expect(globalThis.document.activeElement?.closest('li')?.textContent).toContain('石榴石电解质')
  await act(async () => fireEvent.keyDown(globalThis.document.body, { key: 'x' }))
  expect(screen.getByText('已选 1 篇')).toBeTruthy()
  fireEvent.keyDown(globalThis.document.body, { key: 'c' })
  expect(usePaperDeed.getState().deed).toEqual({ kind: 'cite', ids: ['p-o2'] })
})

test('an empty list says what to do, and a list that is gone leads back', async () => {
  show('?dataset_id=d2')
  expect(await screen.findByText('这个清单还没有文献')).toBeTruthy()
  expect(screen.getByText('检索到想留下的文献，点「收藏」放到这里')).toBeTruthy()
  cleanup()
  const { query } = show('?dataset_id=gone')
  await press('回到我的资料')
  expect(query().get('dataset_id')).toBeNull()
})

test('a refused removal says why', async () => {
  server.handlers['DELETE /api/dataset/d1/document/_bach'] = () =>
    refused(403, { problem: 'dataset.not_allowed' }, '您可以查看，但不能修改这里的内容')
  show()
  await press('移除：石榴石电解质')
  await waitFor(() => expect(lastToast()?.text).toBe('没有移除：您可以查看，但不能修改这里的内容'))
})
