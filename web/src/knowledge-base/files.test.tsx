import { api, blankWork } from '@scinav/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUserInfo } from '../api/session.state.ts'
import { useUploadList } from '../documents/upload/uploads.state.ts'
import { usePaperAction } from '../paper/paper-action.state.ts'
import { fileOf, parsingOf } from '../testing/datasets.ts'
import { ok, person } from '../testing/fake-server.ts'
import {
  DOCUMENTS,
  knowledgeBaseServer,
  OPERATE_FILE,
  showKnowledgeBase,
} from '../testing/knowledge-base.tsx'
import { paperOf } from '../testing/papers.ts'
import { fill, lastToast, pageOf, press, undo } from '../testing/show.tsx'

let server: ReturnType<typeof knowledgeBaseServer>
beforeEach(() => {
  setUserInfo(person)
  server = knowledgeBaseServer()
})
afterEach(cleanup)

const shows = (...files: object[]) => {
  server.handlers[DOCUMENTS] = () => ok(pageOf(files))
}
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('article')
  if (!row) throw new Error(`no row ${name}`)
  return within(row)
}
const operations = (id: string) => server.bodies(`${OPERATE_FILE}${id}`)

test('a file says what it is, how far it is, and leads to where it is read', async () => {
  shows(
    fileOf('o1', '界面阻抗.pdf'),
    fileOf('o2', '实验记录.pdf', { state: 'parsing', parse_id: null, parsing: parsingOf() }),
    fileOf('o3', '笔记.docx', {
      state: 'queued',
      parse_id: null,
      parsing: parsingOf({ state: 'queued', place: 2 }),
    }),
  )
  showKnowledgeBase()
  const first = await rowOf('界面阻抗.pdf')
  expect(first.getByText('12 页')).toBeTruthy()
  expect(first.getByText('1.0 MB')).toBeTruthy()
  expect(first.getByText('可检索')).toBeTruthy()
  expect(first.getByRole('link', { name: '界面阻抗.pdf' }).getAttribute('href')).toContain(
    '/readDetailMore?document_id=o1',
  )
  const second = await rowOf('实验记录.pdf')
  expect(second.getByText('版面 3 / 10 页')).toBeTruthy()
  expect(second.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('30')
  expect((await rowOf('笔记.docx')).getByText('排队（前面还有 2 个）')).toBeTruthy()
})

test('a new file that could not take the place of another says why, is tried again, or let go', async () => {
  shows(fileOf('o1', '综述.pdf', { error: '文件有密码', failed_file: '综述-新.pdf' }))
  server.handlers[`${OPERATE_FILE}o1`] = () => ok(fileOf('o1', '综述.pdf'))
  showKnowledgeBase()
  await screen.findByText('没有换成新文件「综述-新.pdf」，仍用原来的：文件有密码')
  await press('重试：综述.pdf')
  await waitFor(() => expect(operations('o1')).toEqual([{ operation: 'retry' }]))
  await press('放弃新文件：综述.pdf')
  await waitFor(() =>
    expect(operations('o1')).toEqual([{ operation: 'retry' }, { operation: 'discard_file' }]),
  )
  expect(lastToast()?.text).toBe('已放弃新文件，仍用原来的')
})

test('a file that failed says why, and is tried again', async () => {
  shows(fileOf('o1', '扫描.pdf', { state: 'failed', error: '42 页都是图像，没有可提取的文字' }))
  server.handlers[`${OPERATE_FILE}o1`] = () => ok(fileOf('o1', '扫描.pdf', { state: 'queued' }))
  showKnowledgeBase()
  expect(await screen.findByText('42 页都是图像，没有可提取的文字')).toBeTruthy()
  expect(screen.getByRole('button', { name: '替换文件：扫描.pdf' })).toBeTruthy()
  await press('重试：扫描.pdf')
  await waitFor(() => expect(operations('o1')).toEqual([{ operation: 'retry' }]))
})

test('a file that is at fault itself is not tried again, another may take its place', async () => {
  shows(fileOf('o1', '加密.pdf', { state: 'failed', error: '文件有密码保护', is_retryable: false }))
  showKnowledgeBase()
  expect(await screen.findByText('文件有密码保护')).toBeTruthy()
  expect(screen.getByRole('button', { name: '替换文件：加密.pdf' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '重试：加密.pdf' })).toBeNull()
})

test('a file that seems to be a paper of the library asks, and takes either answer', async () => {
  const proposed_paper = paperOf('p9', '石榴石电解质综述')
  shows(fileOf('o1', 'a.pdf', { proposed_paper }), fileOf('o2', 'b.pdf', { proposed_paper }))
  for (const id of ['o1', 'o2']) server.handlers[`${OPERATE_FILE}${id}`] = () => ok(fileOf(id, id))
  showKnowledgeBase()
  expect(await screen.findAllByText('这是本馆文献「石榴石电解质综述」吗？')).toHaveLength(2)
  await press('是本馆文献：a.pdf')
  await press('不是本馆文献：b.pdf')
  await waitFor(() =>
    expect([...operations('o1'), ...operations('o2')]).toEqual([
      { operation: 'accept_paper' },
      { operation: 'decline_paper' },
    ]),
  )
})

test('a file is renamed and its ending stays; the toast names it back', async () => {
  shows(fileOf('o1', '草稿.pdf'))
  server.handlers[`${OPERATE_FILE}o1`] = () => ok(fileOf('o1', '终稿.pdf'))
  showKnowledgeBase()
  await press('更多操作：草稿.pdf')
  await press('重命名', 'menuitem')
  await fill('名称', '终稿')
  await press('保存')
  await waitFor(() => expect(lastToast()?.text).toBe('「草稿.pdf」已改名为「终稿.pdf」'))
  await undo()
  await waitFor(() =>
    expect(operations('o1')).toEqual([
      { operation: 'rename', name: '终稿.pdf' },
      { operation: 'rename', name: '草稿.pdf', by_hand: false },
    ]),
  )
})

test('a file is called by its title, with the name of the file below, and is renamed from there', async () => {
  shows(fileOf('o1', '1706.03762v7.pdf', { title: 'Attention Is All You Need' }))
  showKnowledgeBase()
  const row = await rowOf('Attention Is All You Need')
  expect(row.getByRole('link', { name: 'Attention Is All You Need' }).title).toBe('1706.03762v7.pdf')
  expect(row.getByText('1706.03762v7.pdf')).toBeTruthy()
  await press('更多操作：Attention Is All You Need')
  await press('重命名', 'menuitem')
  expect((screen.getByLabelText('名称') as HTMLInputElement).value).toBe('Attention Is All You Need')
})

test('while files are on their way an empty list says that they come, and not to upload some', async () => {
  shows()
  const upload = { key: 'u', dataset_id: 'd1', dataset_name: '我的文献', folder_id: null, way: [] }
  const file = { name: '综述.pdf', size: 9, position: { upload_id: undefined }, sent: 0 }
  useUploadList.setState({ uploads: [{ ...upload, ...file, state: 'paused' } as never] })
  showKnowledgeBase()
  await screen.findByText('文件正在上传')
  act(() => useUploadList.setState({ uploads: [] }))
  await screen.findByText(/还没有文献/)
})

test('state and type narrow the list, and the address says so', async () => {
  const { query } = showKnowledgeBase()
  await screen.findByText('临界剥离电流')
  await act(async () => fireEvent.change(screen.getByLabelText('状态'), { target: { value: 'failed' } }))
  await act(async () => fireEvent.change(screen.getByLabelText('类型'), { target: { value: 'pdf' } }))
  expect([query().get('state'), query().get('document_type')]).toEqual(['failed', 'pdf'])
  await waitFor(() => {
    const last = server.asked(DOCUMENTS).at(-1)?.query
    expect([last?.get('state'), last?.get('document_type')]).toEqual(['failed', 'pdf'])
  })
})

test('t puts a new tag on the row that the keys are at', async () => {
  shows(fileOf('o1', 'a.pdf'))
  const tag = {
    id: 't1',
    dataset_id: 'd1',
    group_name: null,
    name: '已读',
    colour: 'green',
    document_count: 0,
  }
  server.handlers['POST /api/project_dataset/tag_opreate'] = () => ok(tag)
  server.handlers['POST /api/dataset/d1/document/tags'] = () => ok(null)
  showKnowledgeBase()
  await screen.findByText('a.pdf')
  await act(async () => fireEvent.keyDown(document.body, { key: 'j' }))
  await act(async () => fireEvent.keyDown(document.body, { key: 't' }))
  const field = await fill('查找或新建标签', '已读')
  await act(async () => fireEvent.submit(field.closest('form') as HTMLFormElement))
  await press('保存')
  await waitFor(() =>
    expect(server.bodies('POST /api/dataset/d1/document/tags')).toEqual([
      { document_ids: ['o1'], add: ['t1'], remove: [] },
    ]),
  )
})

test('a question shows the passages that an answer would rest on, with their places', async () => {
  server.handlers['POST /api/dataset/hit_test'] = () =>
    ok({
      query: '临界剥离电流',
      took_ms: 12,
      list: [
        {
          passage_id: 's1',
          kind: 'text',
          document_id: 'o1',
          document_name: '界面阻抗.pdf',
          dataset_id: 'd1',
          dataset_name: '我的文献',
          parse_id: 'r1',
          paper_id: null,
          title: '界面阻抗',
          heading_path: ['结果', '压力的影响'],
          text: '压力升高，临界剥离电流随之提高。',
          highlights: [{ start: 5, end: 11 }],
          page: 3,
          boxes: [],
          score: 2,
          why: { said: ['临界剥离电流'], missing: [], share: 1, answers: true },
        },
      ],
    })
  showKnowledgeBase()
  await press('更多操作')
  await press('在全文中查找', 'menuitem')
  const dialog = within(await screen.findByRole('dialog', { name: '在全文中查找' }))
  expect(dialog.getAllByRole('heading', { name: '在全文中查找' })).toHaveLength(1)
  const field = dialog.getByLabelText('要找的内容')
  await act(async () => fireEvent.change(field, { target: { value: '临界剥离电流' } }))
  await act(async () => fireEvent.submit(field.closest('form') as HTMLFormElement))
  const link = await dialog.findByRole('link', { name: '界面阻抗 · 第 3 页' })
  expect(link.getAttribute('href')).toContain('document_id=o1&page=3')
  expect(dialog.getByText('结果 › 压力的影响')).toBeTruthy()
  expect(dialog.getByText('临界剥离电流').tagName).toBe('MARK')
  expect(server.bodies('POST /api/dataset/hit_test')).toMatchObject([{ dataset_ids: ['d1'] }])
})

test('a file shows its record, is cited by it, and the record is edited', async () => {
  const record = {
    ...blankWork('界面阻抗的测量', 1),
    creators: [{ name: '张三', role: 'author', affiliations: [] }],
    basic_sourcename: '物理学报',
    publish_date: '2021-03',
    doi: '10.1/a',
  }
  shows(fileOf('o1', '界面阻抗.pdf', { record }))
  server.handlers[`${OPERATE_FILE}o1`] = () => ok(fileOf('o1', '界面阻抗.pdf'))
  server.handlers[api.datasets.literatureTypes.path] = () => ok([{ code: 1, name: '期刊论文', mark: 'J' }])
  showKnowledgeBase()
  const row = await rowOf('界面阻抗.pdf')
  for (const fact of ['张三', '物理学报 2021', 'DOI 10.1/a']) expect(row.getByText(fact)).toBeTruthy()

  fireEvent.click(row.getByRole('checkbox'))
  await press('引用')
  expect(usePaperAction.getState().action).toEqual({ kind: 'documents', ids: ['o1'], format: 'text' })

  await press('更多操作：界面阻抗.pdf')
  fireEvent.click(await screen.findByRole('menuitem', { name: '编辑题录' }))
  await fill('作者', '张三\n\n 李四 ')
  await press('保存')
  await waitFor(() =>
    expect(operations('o1')).toEqual([
      {
        operation: 'describe',
        record: expect.objectContaining({
          title: '界面阻抗的测量',
          authors: ['张三', '李四'],
          doi: '10.1/a',
          resource_type: 1,
        }),
      },
    ]),
  )
  expect(lastToast()?.text).toBe('已保存题录')
})

test('a file is bound to the library paper that it is from its menu, looked for by its title', async () => {
  shows(fileOf('o1', '阻抗.pdf', { title: '界面阻抗的测量' }))
  const search = `${api.papers.search.method} ${api.papers.search.path}`
  server.handlers[search] = () =>
    ok({ ...pageOf([{ ...paperOf('p9', '界面阻抗的测量'), highlights: [] }]), facets: [] })
  server.handlers[`${OPERATE_FILE}o1`] = () => ok(fileOf('o1', '阻抗.pdf'))
  showKnowledgeBase()
  await press('更多操作：界面阻抗的测量')
  fireEvent.click(await screen.findByRole('menuitem', { name: '对应本馆文献…' }))
  const dialog = within(await screen.findByRole('dialog', { name: '在本馆文献中查找这一篇' }))
  fireEvent.click(await dialog.findByRole('button', { name: /^界面阻抗的测量/ }))
  fireEvent.click(dialog.getByRole('button', { name: '就是这一篇' }))
  await waitFor(() => expect(operations('o1')).toEqual([{ operation: 'accept_paper', paper_id: 'p9' }]))
  expect(server.bodies(search)).toMatchObject([{ query: '界面阻抗的测量' }])
})
