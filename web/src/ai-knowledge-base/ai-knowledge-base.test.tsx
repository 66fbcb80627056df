import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { datasetOf, documentOf } from '../testing/datasets.ts'
import { fakeServer, ok } from '../testing/fake-server.ts'
import { pageOf, press, showAt } from '../testing/show.tsx'
import { Antd } from '../ui/antd.tsx'
import { AiKnowledgeBaseScreen } from './ai-knowledge-base-screen.tsx'
import { DetailScreen } from './detail-screen.tsx'

const DOCUMENTS = 'GET /api/dataset/d1/document_paper_detail/1/20'
const base = datasetOf('d1', '电池', { kind: 'ai', visibility: 'public', my_role: 4, subject_code: '0805' })
const counts = (value: string, count: number) => [{ value, label: value, count }]

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer({
    'GET /api/dataset/pub/classify': () => ok([{ subject_code: '08', name: '工学', datasets: [base] }]),
    'GET /api/dataset/subject_statistics/08': () =>
      ok({
        subject_code: '08',
        name: '工学',
        dataset_count: 1,
        document_count: 2,
        paper_count: 2,
        years: [
          { year: 2019, count: 1 },
          { year: 2021, count: 1 },
        ],
      }),
    'GET /api/dataset_all': () => ok({ aiDataset: [base], projectDataset: [], readingDataset: [] }),
    [DOCUMENTS]: () => ok(pageOf([documentOf('a', '固态电解质', null)])),
    'GET /api/dataset/d1/document_lit_statistics': () =>
      ok({
        counted: 2,
        total: 2,
        year: counts('2021', 2),
        source: counts('Joule', 2),
        author: counts('许岚', 1),
        keyword: counts('电解质', 1),
        resource_type: [{ value: '1', label: '期刊', count: 2 }],
      }),
  })
})
afterEach(cleanup)

test('public knowledge bases stand by discipline with what they hold, each a way to read and to ask', async () => {
  showAt('/aiKnowledgeBase', <AiKnowledgeBaseScreen />)
  const read = await screen.findByRole('link', { name: '电池' })
  expect(read.getAttribute('href')).toBe('/aiKnowledgeBase/detail?dataset_id=d1')
  expect(screen.getByRole('link', { name: '提问：电池' }).getAttribute('href')).toContain('chatDetail')
  expect(await screen.findByText('1 个知识库，2 篇文献，2019–2021 年')).toBeTruthy()
})

test('a value of the statistics narrows the papers, and is taken away again', async () => {
  const { query } = showAt(
    '/aiKnowledgeBase/detail?dataset_id=d1&page=2',
    <Antd>
      <DetailScreen />
    </Antd>,
  )
  await press(/Joule/)
  await waitFor(() => expect(Object.fromEntries(query())).toEqual({ dataset_id: 'd1', source: 'Joule' }))
  await waitFor(() => expect(server.asked(DOCUMENTS).at(-1)?.query.get('source')).toBe('Joule'))
  await press('去掉条件：Joule')
  await waitFor(() => expect(query().has('source')).toBe(false))
})
