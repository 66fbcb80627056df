import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, ok, refused } from '../testing/fake-server.ts'
import { fill, pageOf, press, showAt } from '../testing/show.tsx'
import { AiCitationScreen } from './ai-citation-screen.tsx'
import { resetCheck } from './check.state.ts'
import { useNamedList } from './named-list.state.ts'

const PARSE = 'POST /api/citation/parse'
const CHECK = 'POST /api/citation/check'
const LISTED = 'GET /api/document/listed_references'
const SEND = 'POST /api/cx_file'
const READ = 'POST /api/paper/reding_file_parse'
const STATE = 'GET /api/paper/file_parse/state'
const REMOVE = 'DELETE /api/cx_file/f1'

const state = {
  ...{ parse_id: 'v1', state: 'ready', stage: 'index', done: 1, total: 1, progress: 1, place: null },
  ...{ progress_at: '2026-11-20T00:00:00.000Z', error: null, page_count: 3 },
}
/** Parted by their numbers they would be two: the second has lost its own. */
const texts = ['[1] 甲. 一篇文献[J]. 2016.', '乙. 另一篇文献[J]. 2017.', '[3] 丙. 第三篇文献[J]. 2018.']
const listed = {
  ...{ title: '一篇论文', left_out: 0, note: null },
  list: texts.map((text) => ({ text })),
}
const none = {
  ...{ status: 'missing', by: null, paper: null, fields: [], other: null },
  ...{ outside: null, outside_other: null, asked: ['local'] },
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  resetCheck()
  useNamedList.setState({ key: '', pending: undefined })
  server = fakeServer({
    [LISTED]: () => ok(listed),
    [CHECK]: () => ok({ list: texts.map(() => none), papers: 674, engines: [] }),
    [SEND]: () => ok({ id: 'f1', name: '论文.pdf' }),
    [READ]: () => ok({ parse_id: 'v1', state: 'queued', document_id: null }),
    [STATE]: () => ok(state),
    [REMOVE]: () => ok(null),
  })
})
afterEach(cleanup)

const show = (more = '') => showAt(`/aiCitation?mode=check${more}`, <AiCitationScreen />)
const upload = async (name = '论文.pdf') => {
  const files = [new File(['%PDF'], name)]
  const field = await screen.findByLabelText('要上传的文件')
  await act(async () => fireEvent.change(field, { target: { files } }))
}
const list = async () => (await screen.findByLabelText<HTMLTextAreaElement>('参考文献清单')).value
const asked = () => server.asked(LISTED).map(({ query }) => query.toString())

test('the list of a PDF is read, compared entry by entry as it was read, and the file goes again', async () => {
  show()
  await upload()
  expect(await screen.findByText('从《一篇论文》读入 3 条')).toBeTruthy()
  expect(await list()).toBe(texts.join('\n\n'))
  expect(asked()).toEqual(['file_id=f1'])
  await waitFor(() => expect(server.asked(REMOVE)).toHaveLength(1))

  await press('开始核对')
  expect(await screen.findAllByText(/未找到/)).toBeTruthy()
  expect(server.bodies(CHECK)).toEqual([{ entries: texts, engines: [] }])
  expect(server.asked(PARSE)).toEqual([])
})

test('a list that was changed in the field is taken apart anew', async () => {
  server.handlers[PARSE] = () => ok({ list: [{ text: '[1] 甲. 改过[J]. 2016.' }], left_out: 0 })
  show()
  await upload()
  await screen.findByText('从《一篇论文》读入 3 条')
  await fill('参考文献清单', '[1] 甲. 改过[J]. 2016.')
  await press('开始核对')
  await waitFor(() => expect(server.bodies(CHECK)).toHaveLength(1))
  expect(server.bodies(PARSE)).toEqual([{ text: '[1] 甲. 改过[J]. 2016.' }])
})

test('a PDF without a list, and one that cannot be read, say so; what stood in the field stays', async () => {
  show()
  await fill('参考文献清单', '一份清单')
  server.handlers[LISTED] = () => ok({ ...listed, list: [], note: '没有在文中找到参考文献清单' })
  await upload()
  expect(await screen.findByText('没有在文中找到参考文献清单')).toBeTruthy()

  server.handlers[STATE] = () => ok({ ...state, state: 'failed', error: '文件有密码' })
  await upload()
  expect(await screen.findByText('文件有密码')).toBeTruthy()

  server.handlers[SEND] = () => refused(413, { problem: 'upload.too_large' }, '文件超过 200 MB')
  await upload()
  expect(await screen.findByText('文件超过 200 MB')).toBeTruthy()
  expect(await list()).toBe('一份清单')
  expect(server.asked(REMOVE)).toHaveLength(2)
})

test('a file of a knowledge base is chosen, and of a list beyond the limit is said what was left out', async () => {
  const document = {
    id: 'o1',
    name: '论文.pdf',
    title: '论文.pdf',
    paper: null,
    dataset_name: '资料',
    state: 'ready',
  }
  server.handlers['GET /api/folder/files'] = () => ok(pageOf([document]))
  server.handlers['GET /api/dataset_all'] = () =>
    ok({ aiDataset: [], readingDataset: [], projectDataset: [] })
  server.handlers[LISTED] = () => ok({ ...listed, left_out: 7, note: '请先看一遍再核对' })
  show()
  await press('从知识库选文件')
  await press(/论文\.pdf/, 'radio')
  await press('读取清单')
  expect(await screen.findByText('从《一篇论文》读入 3 条。请先看一遍再核对')).toBeTruthy()
  expect(asked()).toEqual(['document_id=o1'])
  expect(server.asked(SEND)).toEqual([])
  await press('开始核对')
  expect(await screen.findByText(/还有 7 条没有读入/)).toBeTruthy()
})

test('what the address names is read once; another name begins anew, whatever was compared before', async () => {
  const first = show('&document_id=o1')
  await screen.findByText('从《一篇论文》读入 3 条')
  await press('开始核对')
  await waitFor(() => expect(server.bodies(CHECK)).toHaveLength(1))
  first.unmount()
  const again = show('&document_id=o1')
  expect(await screen.findByText('换一份清单')).toBeTruthy()
  again.unmount()

  show('&paper_id=p1')
  expect(await screen.findByText('从《一篇论文》读入 3 条')).toBeTruthy()
  expect(asked()).toEqual(['document_id=o1', 'paper_id=p1'])
})

test('of a pasted list beyond the limit is said how much of its end was left out', async () => {
  show()
  await fill('参考文献清单', '文'.repeat(400_012))
  expect((await list()).length).toBe(400_000)
  expect(await screen.findByText(/末尾的 12 字没有放入/)).toBeTruthy()
})
