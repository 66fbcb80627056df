import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { datasetOf, folderOf } from '../../testing/datasets.ts'
import { fakeServer, ok, refused } from '../../testing/fake-server.ts'
import { paperOf } from '../../testing/papers.ts'
import { fill, lastToast, press, showAt } from '../../testing/show.tsx'
import { useToasts } from '../../ui/toasts/toast.state.ts'
import { PaperDialogs } from '../dialogs/paper-dialogs.tsx'

const KEEP = 'POST /api/dataset/paper/sync_batch_2_folder'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  localStorage.clear()
  useToasts.setState({ toasts: [] })
  const datasets = [datasetOf('d3', '只读', { my_role: 4 }), datasetOf('d4', '综述')]
  server = fakeServer({
    'GET /api/dataset_all': () =>
      ok({
        aiDataset: [],
        projectDataset: [{ project_id: 'j1', project_name: '石榴石', datasets }],
        readingDataset: [datasetOf('d1', '我的文献', { is_private: true }), datasetOf('d2', '超导')],
      }),
    'GET /api/dataset/d2/folder': () => ok([{ ...folderOf('f1', null, '铜基'), dataset_id: 'd2' }]),
    [KEEP]: () => ok({ added: 1, skipped: ['p2'], missing: [] }),
  })
})
afterEach(cleanup)

test('papers go into lists and folders that may be changed, and what was there already is said', async () => {
  showAt('/home', <PaperDialogs action={{ kind: 'keep', ids: ['p1', 'p2'] }} />)
  await press('超导 的文件夹')
  await press(/铜基/, 'checkbox')
  await press(/综述/, 'checkbox')
  expect(screen.queryByText('只读')).toBeNull()
  expect(screen.getByText('项目：石榴石')).toBeTruthy()
  await press('收藏')
  await waitFor(() => expect(lastToast()?.text).toBe('已收藏 1 篇，1 篇本来就在'))
  expect(server.asked(KEEP)[0]?.body).toEqual({
    paper_id_list: ['p1', 'p2'],
    targets: [
      { dataset_id: 'd2', folder_id: 'f1' },
      { dataset_id: 'd4', folder_id: null },
    ],
  })
})

test('a list that has the paper is ticked, and there is nothing to choose in it', async () => {
  const paper = paperOf('p1', '超导综述', { dataset_ids: ['d2'] })
  server.handlers['POST /api/paper/list_by_id'] = () => ok({ list: [paper] })
  showAt('/home', <PaperDialogs action={{ kind: 'keep', ids: ['p1'] }} />)
  await screen.findByText('已在其中')
  const choice = screen.getByRole('checkbox', { name: /超导/ })
  expect(choice).toMatchObject({ checked: true, disabled: true })
  await press('收藏')
  await waitFor(() => expect(lastToast()?.text).toBe('请先选择一个清单'))
})

test('a new list is made in the dialog and chosen at once', async () => {
  server.handlers['POST /api/project_dataset/create'] = () => ok(datasetOf('d2', '超导'))
  showAt('/home', <PaperDialogs action={{ kind: 'keep', ids: ['p1'] }} />)
  const field = await fill('新文献清单的名称', ' 超导 ')
  await act(async () => fireEvent.submit(field.closest('form') ?? field))
  await screen.findByText('选了 1 处')
  expect(server.requests.find(({ path }) => path === '/api/project_dataset/create')?.body).toEqual({
    kind: 'reading',
    name: '超导',
  })
})

test('a list that is named but not made is made before papers go into it', async () => {
  const CREATE = 'POST /api/project_dataset/create'
  server.handlers[CREATE] = () => refused(400, { problem: 'dataset.too_many' }, '清单已到上限')
  showAt('/home', <PaperDialogs action={{ kind: 'keep', ids: ['p1'] }} />)
  await fill('新文献清单的名称', '磁悬浮')
  await press('收藏')
  await waitFor(() => expect(lastToast()?.text).toBe('没有新建：清单已到上限'))
  expect(server.asked(KEEP)).toEqual([])
  server.handlers[CREATE] = () => ok(datasetOf('d9', '磁悬浮'))
  await press('收藏')
  await waitFor(() => expect(server.asked(KEEP)[0]?.body).toMatchObject({ targets: [{ dataset_id: 'd9' }] }))
})
