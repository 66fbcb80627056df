import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { datasetOf, documentOf } from '../../testing/datasets.ts'
import { fakeServer, ok } from '../../testing/fake-server.ts'
import { paperOf } from '../../testing/papers.ts'
import { fill, pageOf, press, showAt } from '../../testing/show.tsx'
import { PaperPicker, type PickedPaper } from './paper-picker.tsx'

let server: ReturnType<typeof fakeServer>
let viewed: object[]

beforeEach(() => {
  viewed = [{ paper: paperOf('p1', '高温超导', { authors_short: ['林墨'], publish_date: '2021-05' }) }]
  server = fakeServer({
    'GET /api/dataset_all': () =>
      ok({ aiDataset: [], projectDataset: [], readingDataset: [datasetOf('d1', '我的文献')] }),
    'GET /api/user/log/listUserPaper': () => ok(pageOf(viewed)),
    'GET /api/dataset/d1/document_paper_detail/1/50': () => ok(pageOf([documentOf('o1', '石榴石', null)])),
    'POST /api/paper/search': () => ok(pageOf([])),
  })
})
afterEach(cleanup)

function Picker({ max = 2 }: { max?: number }) {
  const [papers, setPapers] = useState<PickedPaper[]>([])
  return <PaperPicker label="文献" max={max} papers={papers} onChange={setPapers} />
}

const none = '最近没有看过文献，请输入题名、作者或 DOI 查找'

test('papers looked at last are offered with who wrote them and when, and what is chosen is not offered again', async () => {
  showAt('/', <Picker />)
  const offer = await screen.findByRole('button', { name: /高温超导/ })
  expect(offer.textContent).toBe('高温超导林墨 · 2021')
  expect(screen.queryByText(none)).toBeNull()
  await act(async () => fireEvent.click(offer))
  expect(screen.queryByRole('button', { name: /^高温超导/ })).toBeNull()
  expect(screen.getByText('文献（最多 2 篇，已选 1 篇）')).toBeTruthy()
  await press('去掉：高温超导')
  expect(screen.getByRole('button', { name: /^高温超导/ })).toBeTruthy()
})

test('where nothing was looked at it is said how papers are found, and nothing is said while that is not known', async () => {
  viewed = []
  showAt('/', <Picker />)
  expect(screen.queryByText(none)).toBeNull()
  await screen.findByText(none)
})

test('a list offers its papers, and a search that finds none says so', async () => {
  showAt('/', <Picker />)
  await screen.findByRole('option', { name: '我的文献' })
  fireEvent.change(screen.getByLabelText('从哪里选'), { target: { value: 'd1' } })
  await screen.findByRole('button', { name: /石榴石/ })
  await fill('查找文献', 'x')
  await screen.findByText('本馆文献中没有找到，换个写法试试')
  await waitFor(() => expect(server.bodies('POST /api/paper/search')).toMatchObject([{ query: 'x' }]))
})

test('who has chosen as many as may be is offered no more', async () => {
  showAt('/', <Picker max={1} />)
  await press(/高温超导/)
  expect(screen.queryByLabelText('查找文献')).toBeNull()
})

test('a chosen paper that was retracted keeps its mark', async () => {
  viewed = [{ paper: paperOf('p1', '高温超导', { status: 'retracted' }) }]
  showAt('/', <Picker />)
  await press(/^高温超导/)
  expect(screen.getByRole('list', { name: '已选文献' }).textContent).toContain('已撤稿')
})
