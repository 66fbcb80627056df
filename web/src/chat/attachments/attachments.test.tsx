import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endedStream, metaOf, quietChat, recordOf, streamOf } from '../../testing/chat.ts'
import { fakeServer, ok, refused } from '../../testing/fake-server.ts'
import { fill, lastToast, pageOf, press, showAt } from '../../testing/show.tsx'
import { ChatView } from '../chat-view.tsx'
import type { ChatScope } from '../use-chat.ts'
import { useAttachments } from './attachments.state.ts'

const SEND = 'POST /api/application/chat_message/c1'
const KEEP = 'POST /api/cx_file'
const PARSE = 'POST /api/paper/reding_file_parse'
const STATE = 'GET /api/paper/file_parse/state'
const REMOVE = 'DELETE /api/cx_file/f1'
let server: ReturnType<typeof fakeServer>
let records: object[]

const parsing =
  (over: object = {}) =>
  () =>
    ok({ id: 'v1', state: 'ready', progress: 1, error: null, page_count: 3, ...over })

beforeEach(() => {
  sessionStorage.clear()
  useAttachments.setState({}, true)
  records = []
  server = fakeServer({
    ...quietChat(() => records),
    [SEND]: () => endedStream(),
    [KEEP]: () => ok({ id: 'f1', name: '综述.pdf' }),
    [PARSE]: () => ok({ parse_id: 'v1', state: 'queued', document_id: null }),
    [STATE]: parsing(),
    [REMOVE]: () => ok(null),
  })
})
afterEach(cleanup)

const show = (scope: ChatScope = {}) =>
  showAt('/agent', <ChatView application_id="a1" chat_id="c1" scope={scope} />)
const pdf = (name = '综述.pdf') => new File(['%PDF'], name, { type: 'application/pdf' })
const choose = async (...files: File[]) => {
  const field = await screen.findByLabelText('要附上的文件')
  await act(async () => fireEvent.change(field, { target: { files } }))
}
const ask = async (text = '讲了什么') => {
  await fill('问题', text)
  await press('发送')
  await waitFor(() => expect(server.asked(SEND)).toHaveLength(1))
  return server.bodies(SEND)[0]
}
const attached = () => screen.findByRole('list', { name: '附件' })

test('a file is sent and read, and the next question is about it', async () => {
  show()
  await choose(pdf())
  await waitFor(() => expect(server.asked(STATE)).not.toEqual([]))
  expect(server.asked(KEEP)[0]?.body).toBeInstanceOf(FormData)
  expect(server.bodies(PARSE)).toEqual([{ file_id: 'f1' }])
  expect(within(await attached()).getByText('综述.pdf')).toBeTruthy()
  expect(screen.getByText('回答只依据附件；移除后不再依据')).toBeTruthy()
  expect(await ask()).toMatchObject({ message: '讲了什么', file_ids: ['f1'] })
})

test('a question waits for a file that is still on its way', async () => {
  let arrive = (_: Response): void => undefined
  server.handlers[KEEP] = () => new Promise<Response>((resolve) => (arrive = resolve))
  show()
  await choose(pdf())
  const field = await fill('问题', '讲了什么')
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }))
  expect(lastToast()?.text).toBe('附件还在上传，请传完再问')
  expect(server.asked(SEND)).toEqual([])
  await act(async () => arrive(ok({ id: 'f1', name: '综述.pdf' })))
  await waitFor(() => expect(server.asked(STATE)).not.toEqual([]))
  await press('发送')
  await waitFor(() => expect(server.bodies(SEND)[0]).toMatchObject({ file_ids: ['f1'] }))
})

test('a file that cannot be read says why, can be tried again, and no question is asked about it', async () => {
  server.handlers[STATE] = parsing({ state: 'failed', error: '文件有密码' })
  show()
  await choose(pdf())
  await screen.findByText('文件有密码')
  expect(await ask()).not.toHaveProperty('file_ids')
  server.handlers[STATE] = parsing()
  await press('重试：综述.pdf')
  await waitFor(() => expect(screen.queryByText('文件有密码')).toBeNull())
  expect(server.asked(PARSE)).toHaveLength(2)
})

test('a refused file says why, and is sent again by 重试', async () => {
  server.handlers[KEEP] = () => refused(413, { problem: 'file.too_large' }, '文件太大')
  show()
  await choose(pdf())
  await screen.findByText('文件太大')
  server.handlers[KEEP] = () => ok({ id: 'f1', name: '综述.pdf' })
  await press('重试：综述.pdf')
  await waitFor(() => expect(server.asked(KEEP)).toHaveLength(2))
  await waitFor(() => expect(server.asked(STATE)).not.toEqual([]))
})

test('what nobody has asked about goes from the server when it is removed, and nothing else does', async () => {
  show()
  await choose(pdf())
  await waitFor(() => expect(server.asked(STATE)).not.toEqual([]))
  await press('移除附件：综述.pdf')
  expect(screen.queryByRole('list', { name: '附件' })).toBeNull()
  await waitFor(() => expect(server.asked(REMOVE)).toHaveLength(1))
  await choose(pdf())
  await waitFor(() => expect(server.asked(STATE)).toHaveLength(2))
  await ask()
  await press('移除附件：综述.pdf')
  expect(server.asked(REMOVE)).toHaveLength(1)
})

test('files are pasted and dropped, and at most ten are taken', async () => {
  show()
  const field = await screen.findByLabelText('问题')
  const clipboardData = { files: [pdf('贴.pdf')], types: ['Files'], getData: () => '' }
  await act(async () => fireEvent.paste(field, { clipboardData }))
  expect(within(await attached()).getByText('贴.pdf')).toBeTruthy()
  const many = Array.from({ length: 11 }, (_, at) => pdf(`${at}.pdf`))
  await act(async () => fireEvent.drop(field, { dataTransfer: { files: many, types: ['Files'] } }))
  expect(within(await attached()).getAllByRole('listitem')).toHaveLength(10)
  expect(lastToast()?.text).toContain('最多附 10 个文件')
})

test('documents are picked from a folder of a base, and stay attached after a reload', async () => {
  const document = {
    id: 'o1',
    name: 'a.pdf',
    title: 'a.pdf',
    paper: null,
    dataset_name: '资料',
    state: 'ready',
  }
  server.handlers['GET /api/folder/files'] = () => ok(pageOf([]))
  server.handlers['GET /api/dataset_all'] = () =>
    ok({ aiDataset: [], readingDataset: [{ id: 'd1', name: '资料' }], projectDataset: [] })
  server.handlers['GET /api/dataset/d1/document_paper_detail/1/20'] = () => ok(pageOf([]))
  server.handlers['GET /api/dataset/d1/folder'] = () => ok([{ id: 'g1', name: '方法', children: [] }])
  server.handlers['GET /api/dataset/document/folder_files'] = ({ query }) =>
    ok(pageOf(query.get('folder_ids') === 'g1' ? [document] : []))
  const first = show()
  await press('添加附件')
  await press('从知识库选', 'menuitem')
  await screen.findByText('这里还没有文档')
  await screen.findByRole('option', { name: '资料' })
  await fill('知识库', 'd1')
  await screen.findByRole('option', { name: '方法' })
  await fill('文件夹', 'g1')
  await press(/a\.pdf/, 'checkbox')
  await press('附上')
  expect(within(await attached()).getByText('a.pdf')).toBeTruthy()
  first.unmount()
  useAttachments.setState({}, true)
  show()
  await attached()
  expect(await ask()).toMatchObject({ document_ids: ['o1'], file_ids: [] })
})

test('a question shows what it was asked about; in other words it is asked about what is left of that', async () => {
  const attachments = [
    { kind: 'file', id: 'f1', name: '综述.pdf' },
    { kind: 'document', id: 'o1', name: 'a.pdf' },
    { kind: 'document', id: 'o9', name: '一直在问的.pdf' },
  ]
  records = [recordOf({ attachments })]
  show({ dataset_id: 'd1', document_ids: ['o9'] })
  const list = await screen.findByRole('list', { name: '问题的附件' })
  expect(within(list).getByRole('link', { name: 'a.pdf' }).getAttribute('href')).toContain('document_id=o1')
  expect(within(list).queryByText('一直在问的.pdf')).toBeNull()
  await press('改问题')
  await press('移除附件：综述.pdf')
  expect(await ask('换个问法')).toMatchObject({
    mode: 'edit',
    attachments: 'given',
    document_ids: ['o9', 'o1'],
    file_ids: [],
  })
})

test('a question shows its attachments while it is being answered', async () => {
  server.handlers[SEND] = () => streamOf(1, metaOf('r9', 'model'), ['delta', { text: '湿度' }])
  show()
  await choose(pdf())
  await waitFor(() => expect(server.asked(STATE)).not.toEqual([]))
  await ask()
  await screen.findByRole('list', { name: '问题的附件' })
})

test('text with a picture of itself, as office programs copy it, is pasted as text', async () => {
  show()
  const field = await screen.findByLabelText('问题')
  const clipboardData = { files: [pdf('图.png')], types: ['text/plain', 'Files'], getData: () => '一段话' }
  // Nobody keeps the browser from pasting it.
  await act(async () => expect(fireEvent.paste(field, { clipboardData })).toBe(true))
  expect(screen.queryByRole('list', { name: '附件' })).toBeNull()
})

test('documents of all projects are looked through in one go', async () => {
  const document = {
    id: 'o2',
    name: 'b.pdf',
    title: 'b.pdf',
    paper: null,
    dataset_name: '课题组',
    state: 'ready',
  }
  server.handlers['GET /api/folder/files'] = () => ok(pageOf([]))
  server.handlers['GET /api/dataset_all'] = () =>
    ok({ aiDataset: [{ id: 'd9', name: '综述库' }], readingDataset: [], projectDataset: [] })
  server.handlers['GET /api/project_dataset/files'] = () => ok(pageOf([document]))
  show()
  await press('添加附件')
  await press('从知识库选', 'menuitem')
  await screen.findByText('这里还没有文档')
  const option = await screen.findByRole('option', { name: '综述库' })
  expect(option.closest('optgroup')?.label).toBe('公共知识库')
  await fill('知识库', 'projects')
  await screen.findByText('b.pdf')
  expect(screen.queryByText(/^选了/)).toBeNull()
  await press(/b\.pdf.*课题组/, 'checkbox')
  await press('附上')
  expect(await ask()).toMatchObject({ document_ids: ['o2'] })
})
