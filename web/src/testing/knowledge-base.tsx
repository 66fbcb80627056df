import { screen, within } from '@testing-library/react'
import { KnowledgeBaseScreen } from '../knowledge-base/knowledge-base-screen.tsx'
import { usePaperAction } from '../paper/paper-action.state.ts'
import { Antd } from '../ui/antd.tsx'
import { useToasts } from '../ui/toasts/toast.state.ts'
import { datasetOf, documentOf, folderOf } from './datasets.ts'
import { fakeServer, ok } from './fake-server.ts'
import { pageOf, press, showAt } from './show.tsx'

// The calls of which tests inspect the requests or replace the answers.
export const DOCUMENTS = 'GET /api/dataset/d1/document_paper_detail/1/20'
export const SAVE_FOLDER = 'POST /api/dataset/d1/folder'
export const RESTORE_FOLDERS = 'POST /api/dataset/d1/folder/bin'
export const MOVE = 'POST /api/dataset/d1/folder/mover'
const KEEP_PAPERS = 'POST /api/dataset/paper/sync_batch_2_folder'
export const OPERATE = '/api/project_dataset/opreate'

export const OPERATE_FILE = 'POST /api/dataset/document/file_operate/'

/** The statistics of the list `d1`. */
const figures = {
  documents: 2,
  passages: 0,
  size_bytes: 0,
  states: [{ state: 'ready', count: 2 }],
  types: [{ type: 'paper', count: 2 }],
}

const FOLDERS = 'GET /api/dataset/d1/folder'

/** Creates the fake server of a user whose list has two papers, one of them in the first of its three folders. */
export function knowledgeBaseServer() {
  useToasts.setState({ toasts: [] })
  usePaperAction.setState({ action: null })
  const documents = [documentOf('o1', '临界剥离电流', 'f1'), documentOf('o2', '石榴石电解质', null)]
  return fakeServer({
    'GET /api/dataset_all': () =>
      ok({
        aiDataset: [datasetOf('d9', '储能材料综述库', { kind: 'ai', my_role: 4, visibility: 'public' })],
        projectDataset: [],
        readingDataset: [
          datasetOf('d1', '我的文献', { kind: 'private', is_private: true }),
          datasetOf('d2', '骨干网络'),
        ],
      }),
    'GET /api/dataset/d1/figures': () => ok(figures),
    'GET /api/dataset/d2/figures': () => ok({ ...figures, documents: 0, states: [], types: [] }),
    'GET /api/dataset/d9/figures': () => ok(figures),
    'GET /api/project_dataset/document/tag_groups/d1': () => ok([]),
    'GET /api/project_dataset/tag_opreate': () => ok([]),
    'GET /api/dataset/d1/document/bin': () => ok(pageOf([])),
    [FOLDERS]: () =>
      ok([folderOf('f1', null, '博士课题', [folderOf('f2', 'f1', '电解质')]), folderOf('f3', null, '综述')]),
    'GET /api/dataset/d2/folder': () => ok([]),
    'GET /api/dataset/d9/folder': () => ok([]),
    [DOCUMENTS]: () => ok(pageOf(documents)),
    'GET /api/dataset/d2/document_paper_detail/1/20': () => ok(pageOf([])),
    'GET /api/dataset/d9/document_paper_detail/1/20': () => ok(pageOf(documents)),
    'GET /api/dataset/d1/folder_dataset': () => ok(pageOf([], { folders: [] })),
    [SAVE_FOLDER]: () => ok(folderOf('f7', null, '新')),
    [MOVE]: () => ok(null),
    [KEEP_PAPERS]: () => ok({ added: 1, skipped: [], missing: [] }),
    'DELETE /api/dataset/document/remove_from_folder': () => ok(null),
    'DELETE /api/dataset/d1/document/_bach': () => ok(null),
    'DELETE /api/dataset/d1/folder': () => ok(null),
    [RESTORE_FOLDERS]: () => ok([folderOf('f1', null, '博士课题')]),
    'POST /api/project_dataset/create': () => ok(datasetOf('d2', '骨干网络')),
    [`DELETE ${OPERATE}`]: () => ok(null),
    [`PUT ${OPERATE}`]: () => ok(datasetOf('d2', '主干网络')),
    'GET /api/dataset/bin': () => ok([datasetOf('d5', '旧清单', { deleted_at: '2026-11-20T00:00:00.000Z' })]),
    'POST /api/dataset/bin': () => ok(datasetOf('d2', '骨干网络')),
  })
}

/** Renders the screen at an address. */
export const showKnowledgeBase = (query = '') =>
  showAt(
    `/knowledgeBase${query}`,
    <Antd>
      <KnowledgeBaseScreen />
    </Antd>,
  )

/** Chooses an item of the menu of the shown list or folder. */
export async function chooseFromMenu(name: string): Promise<void> {
  await press('更多操作')
  await press(name, 'menuitem')
}

/** Finds the folder with this name in the tree. */
export async function folderRow(name: string): Promise<Element> {
  const tree = await screen.findByRole('tree')
  const row = within(tree).getByText(name).closest('[role="treeitem"]')
  if (!row) throw new Error(`no folder ${name}`)
  return row
}
