import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { datasetOf } from '../../testing/datasets.ts'
import { fakeServer, ok, refused } from '../../testing/fake-server.ts'
import { paperOf } from '../../testing/papers.ts'
import { lastToast, press, showAt, undo } from '../../testing/show.tsx'
import { useToasts } from '../../ui/toasts/toast.state.ts'
import { usePaperAction } from '../paper-action.state.ts'
import { RelatedList } from '../record/linked-papers.tsx'
import { storeKeepTargets } from './keep-targets.ts'

const KEEP = 'POST /api/dataset/paper/sync_batch_2_folder'
const DROP = 'DELETE /api/dataset/paper/sync_batch_2_folder'
const reason = { shared_keywords: [], shared_authors: [], cites: false, cited_by: false, similarity: 1 }

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  localStorage.clear()
  useToasts.setState({ toasts: [] })
  usePaperAction.setState({ action: null })
  server = fakeServer({
    'POST /api/paper/related': () => ok([{ ...paperOf('p2', '铜基超导'), reason }]),
    'GET /api/dataset_all': () =>
      ok({
        aiDataset: [],
        projectDataset: [],
        readingDataset: [datasetOf('d1', '我的文献', { is_private: true }), datasetOf('d2', '超导')],
      }),
    [KEEP]: () => ok({ added: 1, skipped: [], missing: [] }),
    [DROP]: () => ok({ removed: 1 }),
  })
})
afterEach(cleanup)

const show = () => showAt('/home', <RelatedList paper={paperOf('p1', '超导') as never} />)
const intoList = (dataset_id: string) => ({
  paper_id_list: ['p2'],
  targets: [{ dataset_id, folder_id: null }],
})

const folderOf = (id: string, name: string, children: object[] = []) => ({
  ...{ id, name, children, dataset_id: 'd2', parent_id: null, position: 0, document_count: 0 },
})

test('a paper goes into the private list at first, else into the list used last, and is taken back', async () => {
  show()
  await press('收藏：铜基超导')
  await waitFor(() => expect(lastToast()?.text).toBe('已收藏到「我的文献」'))
  expect(server.bodies(KEEP)).toEqual([intoList('d1')])
  await undo()
  expect(await screen.findByRole('button', { name: '收藏：铜基超导' })).toBeTruthy()
  expect(server.asked(DROP)).toHaveLength(1)

  storeKeepTargets([{ dataset_id: 'd2', folder_id: 'f1' }])
  await press('收藏：铜基超导')
  await waitFor(() => expect(lastToast()?.text).toBe('已收藏到「超导」'))
  await act(async () => lastToast()?.more?.run())
  expect(usePaperAction.getState().action).toEqual({ kind: 'move', id: 'p2', from: 'd2' })
})

test('a paper goes into the folder used last, and into its list where the folder is gone', async () => {
  let folders = [folderOf('f0', '综述'), folderOf('f1', '实验', [folderOf('f2', '输运')])]
  server.handlers['GET /api/dataset/d2/folder'] = () => ok(folders)
  storeKeepTargets([{ dataset_id: 'd2', folder_id: 'f2' }])
  show()
  await press('收藏：铜基超导')
  await waitFor(() => expect(lastToast()?.text).toBe('已收藏到「超导 / 实验 / 输运」'))
  expect(server.bodies(KEEP)).toMatchObject([{ targets: [{ dataset_id: 'd2', folder_id: 'f2' }] }])
  await undo()
  folders = [folderOf('f0', '综述')]
  await press('收藏：铜基超导')
  await waitFor(() => expect(lastToast()?.text).toBe('已收藏到「超导」'))
  expect(server.bodies(KEEP).at(-1)).toEqual(intoList('d2'))
})

test('a paper that was not kept after all shows so, and a list that is gone is not asked for', async () => {
  storeKeepTargets([{ dataset_id: 'gone', folder_id: null }])
  server.handlers[KEEP] = () => refused(403, { problem: 'dataset.forbidden' }, '没有权限')
  show()
  await press('收藏：铜基超导')
  await waitFor(() => expect(lastToast()?.text).toBe('没有收藏：没有权限'))
  expect(server.bodies(KEEP)).toEqual([intoList('d1')])
  expect(screen.getByRole('button', { name: '收藏：铜基超导', pressed: false })).toBeTruthy()
})

test('whoever has no private list yet gets one with the first paper', async () => {
  const lists = server.handlers['GET /api/dataset_all']
  server.handlers['GET /api/dataset_all'] = () =>
    ok({ aiDataset: [], projectDataset: [], readingDataset: [] })
  server.handlers['GET /api/dataset/private/get_id'] = () => {
    if (lists) server.handlers['GET /api/dataset_all'] = lists
    return ok('d1')
  }
  show()
  await press('收藏：铜基超导')
  await waitFor(() => expect(lastToast()?.text).toBe('已收藏到「我的文献」'))
})
