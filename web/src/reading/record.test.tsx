import { api, blankWork } from '@scinav/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUserInfo } from '../api/session.state.ts'
import { usePaperAction } from '../paper/paper-action.state.ts'
import { fileOf } from '../testing/datasets.ts'
import { fakeServer, ok, person } from '../testing/fake-server.ts'
import { quietReading, readableOf } from '../testing/reading.ts'
import { fill, lastToast, press, showAt } from '../testing/show.tsx'
import { ReadingScreen } from './reading-screen.tsx'
import { resetReading } from './state/reading.state.ts'

const OPERATE = 'POST /api/dataset/document/file_operate/d1'
let server: ReturnType<typeof fakeServer>

const record = {
  ...blankWork('界面阻抗的测量', 1),
  creators: [{ name: '张三', role: 'author', affiliations: [] }],
  basic_sourcename: '物理学报',
  publish_date: '2021-03',
  doi: '10.1/a',
}

/** An own file in a base in which the reader has a role. */
function reads(my_role: number, over: object = {}) {
  const document = { ...fileOf('d1', '界面阻抗.pdf', { record, ...over }), dataset_name: '清单', my_role }
  server.handlers['GET /api/document/read'] = () =>
    ok(readableOf({ paper: null, document, title: '界面阻抗的测量' }))
  return showAt('/readDetailMore?document_id=d1', <ReadingScreen />)
}

beforeEach(() => {
  setUserInfo(person)
  resetReading()
  server = fakeServer({
    ...quietReading([]),
    [OPERATE]: () => ok(fileOf('d1', '界面阻抗.pdf')),
    [`GET ${api.datasets.literatureTypes.path}`]: () => ok([{ code: 1, name: '期刊论文', mark: 'J' }]),
  })
})
afterEach(cleanup)

test('the record of an own file is seen, edited and cited where the file is read', async () => {
  reads(1)
  await press('题录')
  const panel = within(await screen.findByRole('dialog', { name: '题录' }))
  for (const fact of ['界面阻抗的测量', '张三', '物理学报', '2021-03', '10.1/a', '界面阻抗.pdf'])
    expect(panel.getByText(fact)).toBeTruthy()

  fireEvent.click(panel.getByRole('button', { name: '编辑题录' }))
  await fill('卷', '70')
  await press('保存')
  await waitFor(() =>
    expect(server.bodies(OPERATE)).toEqual([
      {
        operation: 'describe',
        record: expect.objectContaining({
          title: '界面阻抗的测量',
          authors: ['张三'],
          basic_source_vo: '70',
        }),
      },
    ]),
  )
  expect(lastToast()?.text).toBe('已保存题录')

  fireEvent.click(within(await screen.findByRole('dialog', { name: '题录' })).getByText('导出'))
  expect(usePaperAction.getState().action).toEqual({ kind: 'documents', ids: ['d1'], format: 'ris' })
})

test('who may not change a file sees its record and cannot edit it; without one that is said', async () => {
  reads(4, { record: null })
  await press('题录')
  const panel = within(await screen.findByRole('dialog', { name: '题录' }))
  expect(panel.getByText(/没有读出题录/)).toBeTruthy()
  expect(panel.queryByRole('button', { name: '编辑题录' })).toBeNull()
  expect(panel.getByRole('button', { name: '引用' })).toBeTruthy()
})

test.each([
  ['a person', { record_by_hand: true }, '经手工编辑'],
  [
    'engines',
    { record_lookup: 'found', record_engines: ['Crossref', 'OpenAlex'] },
    /Crossref、OpenAlex 补全了空缺的项/,
  ],
  ['the first page while engines are closed', { record_lookup: 'off' }, /管理员关闭了站外检索来源/],
  ['the first page alone', { record_lookup: null }, /没有 DOI 或 arXiv 编号/],
])('that the record comes from %s is said', async (_, over, said) => {
  reads(1, over)
  await press('题录')
  expect(within(await screen.findByRole('dialog', { name: '题录' })).getByText(said)).toBeTruthy()
})

test('a library paper shows the library’s record where it is read', async () => {
  server.handlers['GET /api/document/read'] = () => ok(readableOf())
  const { router } = showAt('/readDetailMore?paper_id=p1', <ReadingScreen />)
  await press('题录')
  await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('paper')).toBe('p1'))
})
