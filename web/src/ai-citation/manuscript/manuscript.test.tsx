import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, ok, refused } from '../../testing/fake-server.ts'
import { fill, lastToast, press, showAt, undo } from '../../testing/show.tsx'
import { AiCitationScreen } from '../ai-citation-screen.tsx'
import { CitationResultScreen } from './citation-result-screen.tsx'
import { composeText, extractCitedKeys } from './compose.ts'
import { INITIAL_MANUSCRIPT, useManuscript } from './manuscript.state.ts'
import type { Sentence } from './manuscript.ts'

const MATCH = 'POST /api/citation/match'
const LIST = 'POST /api/citation/list'
const WRITE = 'POST /api/citation/write'
const KEEP = 'POST /api/combine/keep'

const paper = (id: string, title: string) => ({
  ...{ id, title, title_zh: null, authors_short: ['王伟'], publish_date: '2020', basic_sourcename: '期刊' },
  ...{ resource_type: 1, language: 'zh', status: 'normal' },
})
const candidate = (id: string, title: string) => ({
  ...{ paper: paper(id, title), outside: null },
  quote: `${title}的原句`,
  ...{ document_id: null, page: null, score: 0.6, said: ['词表'] },
})

const TEXT = '词表共享影响低资源语言。藏语的歧义率较高。旧的说法在此[7]。我们提出新方法。'
const spans = [
  [0, 12, 'yes'],
  [12, 21, 'yes'],
  [21, 31, 'cited'],
  [31, 39, 'no'],
] as const
const sentences = spans.map(([start, end, need]) => ({ start, end, need, reason: '理由' }))
const strong = {
  ...{ decision: 'strong', why: '与第二名相差明显', notes: [] },
  candidates: [candidate('p1', '词表研究'), candidate('p2', '另一篇')],
}
const some = {
  decision: 'candidates',
  why: '相近',
  notes: ['Crossref 出错了'],
  candidates: [candidate('p3', '歧义研究')],
}

/** An event stream as the server sends it. */
const streamOf = (...events: [string, object][]) =>
  new Response(
    events
      .map(([event, data], at) => `id: ${at + 1}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      .join(''),
    { headers: { 'content-type': 'text/event-stream' } },
  )

const whole = () =>
  streamOf(
    ['sentences', { sentences }],
    ['matched', { at: 0, ...strong }],
    ['matched', { at: 1, ...some }],
    ['done', { looked_up: 2, papers: 674 }],
  )

interface Asked {
  sources: { key: string }[]
}
const server = (match = whole) =>
  fakeServer({
    [MATCH]: () => match(),
    [LIST]: ({ body }) =>
      ok({
        list: (body as Asked).sources.map(({ key }, at) => ({
          key,
          mark: `[${at + 1}]`,
          entry: `[${at + 1}]${key} 的条目`,
        })),
        missing: [],
      }),
    [WRITE]: () => ok({ text: '写好的文稿', missing: [] }),
    'GET /api/citation/styles': () =>
      ok({
        styles: [
          { id: 'spec', name: '默认格式', national: false },
          { id: 'gb-2025-numeric', name: '国标 2025', national: true },
        ],
        formats: [],
      }),
    'GET /api/dataset_all': () => ok({ readingDataset: [], projectDataset: [], aiDataset: [] }),
  })

beforeEach(() => {
  sessionStorage.clear()
  useManuscript.setState(INITIAL_MANUSCRIPT)
})
afterEach(cleanup)

/** Pastes a text, begins, and shows the result. */
async function began() {
  const form = showAt('/aiCitation', <AiCitationScreen />)
  await fill('文稿', TEXT)
  await press('开始配引文')
  await waitFor(() => expect(form.router.state.location.pathname).toBe('/aiCitation/citationResult'))
  form.unmount()
  return showAt('/aiCitation/citationResult', <CitationResultScreen />)
}

const listed = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

test('clear firsts are taken all at once, numbered behind what the text cited, and taken back', async () => {
  server()
  await began()
  await press('采纳全部「强」（1）')
  expect(await screen.findByRole('button', { name: '[1] 强' })).toBeTruthy()
  await waitFor(() => expect(listed()).toEqual(['[1]p1 的条目移除', '[2]own-7 的条目原有']))
  expect(screen.getByText('[2] 原有')).toBeTruthy()
  await undo()
  expect(await screen.findByRole('button', { name: '强，待采纳' })).toBeTruthy()
  await waitFor(() => expect(listed()).toEqual(['[1]own-7 的条目原有']))
})

test('a candidate is taken, swapped and left out beside its own sentence', async () => {
  server()
  await began()
  await press('强，待采纳')
  expect(await screen.findByText('词表研究的原句')).toBeTruthy()
  const [take] = screen.getAllByRole('button', { name: '采纳' })
  await act(async () => fireEvent.click(take as HTMLElement))
  await press('改用这篇')
  await waitFor(() => expect(listed()[0]).toBe('[1]p2 的条目移除'))
  await press('不引')
  await waitFor(() => expect(listed()).toEqual(['[1]own-7 的条目原有']))
})

test('a person overrules: one sentence needs none, another is looked up after all', async () => {
  const { handlers, bodies } = server()
  await began()
  await press('1 篇候选')
  await press('这句不需要出处')
  expect(screen.getByRole('button', { name: '不需要出处' })).toBeTruthy()
  await act(async () => fireEvent.keyDown(document.body, { key: 'j' }))
  await act(async () => fireEvent.keyDown(document.body, { key: 'j' }))
  handlers[MATCH] = () =>
    streamOf(
      ['sentences', { sentences: [] }],
      ['matched', { at: 0, ...some }],
      ['done', { looked_up: 1, papers: 674 }],
    )
  await press('这句需要出处')
  expect(await screen.findByText('歧义研究的原句')).toBeTruthy()
  expect(bodies(MATCH).at(-1)).toEqual({
    text: '我们提出新方法。',
    dataset_ids: [],
    own: '',
    engines: ['local'],
    every: true,
  })
})

test('a sentence that could not be looked up stays as it was, and may be looked up again', async () => {
  const { handlers } = server()
  await began()
  await press('1 篇候选')
  await act(async () => fireEvent.keyDown(document.body, { key: 'j' }))
  await act(async () => fireEvent.keyDown(document.body, { key: 'j' }))
  handlers[MATCH] = () => streamOf(['sentences', { sentences: [] }], ['error', { message: '索引没有打开' }])
  await press('这句需要出处')
  await waitFor(() => expect(lastToast()?.text).toBe('没有查到：索引没有打开'))
  expect(await screen.findByRole('button', { name: '这句需要出处' })).toBeTruthy()
})

test('what broke off says why and goes on; a text without a heading of references says which number it lacks', async () => {
  let broken = true
  const { bodies } = server(() => (broken ? refused(400, null, '不行') : whole()))
  await began()
  expect(await screen.findByText('查找中断：不行')).toBeTruthy()
  broken = false
  await press('继续查找')
  await screen.findByRole('button', { name: '1 篇候选' })
  expect(JSON.stringify(bodies(LIST).at(-1))).toContain('原稿的 [7]，文稿里没有给出这一条')
})

test('the result is there after a reload, and the text is written with its sources', async () => {
  const { bodies } = server()
  const view = await began()
  await press('采纳全部「强」（1）')
  await waitFor(() => expect(sessionStorage.getItem('scinav.manuscript')).toContain('"cited":[{"id":"p1"'))
  view.unmount()
  const stored = JSON.parse(sessionStorage.getItem('scinav.manuscript') ?? '{}')
  expect(stored.state.text).toBe(TEXT)
  showAt('/aiCitation/citationResult', <CitationResultScreen />)
  await press('Markdown')
  await waitFor(() => expect(bodies(WRITE)).toHaveLength(1))
  expect(bodies(WRITE)[0]).toMatchObject({
    text: '词表共享影响低资源语言[@p1]。藏语的歧义率较高。旧的说法在此[@own-7]。我们提出新方法。',
    format: 'md',
    sources: [{ key: 'p1', paper_id: 'p1' }, { key: 'own-7' }],
  })
})

test('the options of a national style reach the list and the file', async () => {
  const { bodies } = server()
  await began()
  await press('采纳全部「强」（1）')
  await screen.findByRole('option', { name: '国标 2025' })
  expect(screen.queryByLabelText('标点')).toBeNull()
  fireEvent.change(screen.getByLabelText('引用格式'), { target: { value: 'gb-2025-numeric' } })
  fireEvent.change(await screen.findByLabelText('标点'), { target: { value: 'half' } })
  const asked = { style: 'gb-2025-numeric', national: { punctuation: 'half' } }
  await waitFor(() => expect(bodies(LIST).at(-1)).toMatchObject(asked))
  await press('DOCX')
  await waitFor(() => expect(bodies(WRITE).at(-1)).toMatchObject({ ...asked, format: 'docx' }))
  localStorage.clear()
})

test('without a manuscript the result says where to begin', async () => {
  server()
  showAt('/aiCitation/citationResult', <CitationResultScreen />)
  expect(await screen.findByRole('button', { name: '去粘贴文稿' })).toBeTruthy()
})

test('numbers become keys in their places, and each is counted once', () => {
  const text = 'One thing [1-2] is so. Another is.'
  const cited = [paper('a', 'A'), paper('b', 'B')] as Sentence['cited']
  const at = (start: number, end: number, papers: Sentence['cited']): Sentence => ({
    ...{ start, end, need: 'yes', reason: '' },
    cited: papers,
  })
  const composed = composeText(text, [at(0, 22, cited.slice(0, 1)), at(23, 34, cited)])
  expect(composed).toBe('One thing [@own-1][@own-2] is so[@a]. Another is[@a][@b].')
  expect(extractCitedKeys(composed)).toEqual(['own-1', 'own-2', 'a', 'b'])
})

test('what an engine outside has is taken into the library when it is cited, and who gave no answer is told', async () => {
  const work = { ...candidate('k1', '外部文献'), outside: { key: 'k1', engines: ['openalex'] } }
  const { handlers, bodies } = server(() =>
    streamOf(
      ['sentences', { sentences }],
      ['matched', { at: 0, ...strong, candidates: [work] }],
      ['matched', { at: 1, ...some, candidates: [work, ...some.candidates] }],
      ['done', { looked_up: 2, papers: 674 }],
    ),
  )
  handlers[KEEP] = () => refused(409, { problem: 'combine.expired' }, '这些检索结果已过期')
  await began()
  expect(await screen.findByText('Crossref 出错了')).toBeTruthy()
  await press('采纳全部「强」（1）')
  expect(await screen.findByRole('button', { name: '强，待采纳' })).toBeTruthy()
  handlers[KEEP] = () => ok({ papers: [{ key: 'k1', paper_id: 'p9' }], added: 1 })
  await press('采纳全部「强」（1）')
  await waitFor(() => expect(listed()[0]).toBe('[1]p9 的条目移除'))
  // The same work is a paper of the library for every other sentence, too.
  await press('2 篇候选')
  expect(screen.queryByText(/采纳时收入本馆文献/)).toBeNull()
  expect(bodies(KEEP)).toEqual([{ keys: ['k1'] }, { keys: ['k1'] }])
})
