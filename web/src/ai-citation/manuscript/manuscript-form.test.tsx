import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CITATION_DRAFT, storeDraft } from '../../chat/start/stored-input.ts'
import { fakeServer, ok } from '../../testing/fake-server.ts'
import { fill, press, showAt } from '../../testing/show.tsx'
import { AiCitationScreen } from '../ai-citation-screen.tsx'
import { CitedText } from './cited-text.tsx'
import { INITIAL_MANUSCRIPT, useManuscript } from './manuscript.state.ts'

const MATCH = 'POST /api/citation/match'
const base = (id: string, name: string) => ({ id, name })

beforeEach(() => {
  sessionStorage.clear()
  useManuscript.setState(INITIAL_MANUSCRIPT)
})
afterEach(cleanup)

const server = () =>
  fakeServer({
    [MATCH]: () =>
      new Response('id: 1\nevent: error\ndata: {"message":"检索失败"}\n\n', {
        headers: { 'content-type': 'text/event-stream' },
      }),
    'GET /api/dataset_all': () =>
      ok({
        readingDataset: [base('d1', '文献清单')],
        projectDataset: [],
        aiDataset: [base('d2', '物理'), base('d3', '医学')],
      }),
  })

test('a text that was left for this screen stands in its field, to be looked up where it was meant to be', () => {
  server()
  storeDraft(CITATION_DRAFT, '注意力机制首先用于机器翻译。')
  showAt('/aiCitation?engines=local&engines=arxiv', <AiCitationScreen />)
  expect((screen.getByLabelText('文稿') as HTMLTextAreaElement).value).toBe('注意力机制首先用于机器翻译。')
  expect(useManuscript.getState().engines).toEqual(['local', 'arxiv'])
})

test('references are looked for in all the knowledge bases that were chosen', async () => {
  const { asked } = server()
  showAt('/aiCitation', <AiCitationScreen />)
  await fill('文稿', '注意力机制首先用于机器翻译，后来用于图像。')
  await press('只在知识库里找')
  await press('文献清单', 'menuitem')
  await press('只在知识库里找')
  await press('医学', 'menuitem')
  await press('开始配引文')
  await waitFor(() => expect(asked(MATCH)[0]?.body).toMatchObject({ dataset_ids: ['d1', 'd3'] }))
})

test.each([
  ['稿件.txt', 200_000],
  ['题录.bib', 400_000],
])('of a file %s beyond the limit is said how much of its end was left out', async (name, most) => {
  server()
  showAt('/aiCitation', <AiCitationScreen />)
  const field = await screen.findByLabelText('要上传的文件')
  const files = [new File(['a'.repeat(most + 12)], name)]
  await act(async () => fireEvent.change(field, { target: { files } }))
  expect(await screen.findByText('文件过长，末尾的 12 字没有放入')).toBeTruthy()
})

test('works of one’s own go along as they were pasted', async () => {
  const { asked } = server()
  showAt('/aiCitation', <AiCitationScreen />)
  await fill('文稿', '注意力机制首先用于机器翻译，后来用于图像。')
  await fill('自己的文献', '@article{a, title={On attention}}')
  await press('开始配引文')
  await waitFor(() =>
    expect(asked(MATCH)[0]?.body).toMatchObject({ own: '@article{a, title={On attention}}' }),
  )
})

test('the field for works of one’s own stays open when it is cleared', async () => {
  server()
  showAt('/aiCitation', <AiCitationScreen />)
  const part = (await screen.findByText('自己的文献（可不填）')).closest('details')
  expect(part?.open).toBe(false)
  await fill('自己的文献', '@article{a}')
  await waitFor(() => expect(part?.open).toBe(true))
  await fill('自己的文献', '')
  expect(part?.open).toBe(true)
})

test('the signs of a heading are not shown', () => {
  const text = '## 方法\n我们采用注意力机制。'
  useManuscript.setState({
    ...INITIAL_MANUSCRIPT,
    text,
    sentences: [
      { start: 0, end: 5, need: 'no', reason: '标题', cited: [] },
      { start: 6, end: text.length, need: 'no', reason: '', cited: [] },
    ],
  })
  showAt('/aiCitation/citationResult', <CitedText marks={new Map()} />)
  expect(screen.getByRole('region', { name: '文稿' }).textContent).toBe('方法\n我们采用注意力机制。')
})

test('a manuscript of another browser is listed and opened with what was accepted', async () => {
  const paper = { id: 'p1', title: 'Attention' }
  const state = {
    ...INITIAL_MANUSCRIPT,
    text: '注意力首先用于翻译。',
    done: 10,
    sentences: [{ start: 0, end: 10, need: 'yes', reason: '', cited: [paper] }],
  }
  const times = { created_at: '2026-11-27T00:00:00Z', updated_at: '2026-11-28T00:00:00Z' }
  fakeServer({
    'GET /api/citation/manuscripts': () => ok([{ id: 'm1', title: '注意力', ...times }]),
    'GET /api/citation/manuscripts/m1': () =>
      ok({ id: 'm1', title: '注意力', ...times, state: JSON.stringify(state) }),
  })
  showAt('/aiCitation', <AiCitationScreen />)
  await press('打开：注意力')
  await waitFor(() => expect(useManuscript.getState().saved_id).toBe('m1'))
  expect(useManuscript.getState().sentences[0]?.cited).toEqual([paper])
})
