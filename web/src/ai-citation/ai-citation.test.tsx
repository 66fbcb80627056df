import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, ok, refused } from '../testing/fake-server.ts'
import { paperOf } from '../testing/papers.ts'
import { fill, press, showAt, undo } from '../testing/show.tsx'
import { AiCitationScreen } from './ai-citation-screen.tsx'
import { resetCheck, setOutsideEngines } from './check.state.ts'

const PARSE = 'POST /api/citation/parse'
const CHECK = 'POST /api/citation/check'
const KEEP = 'POST /api/combine/keep'

const none = {
  ...{ by: null, paper: null, fields: [], other: null },
  ...{ outside: null, outside_other: null, asked: ['local'] },
}
const known = paperOf('p1', '深度学习')
const results = [
  { ...none, status: 'found', by: 'title', paper: known },
  {
    ...none,
    status: 'differs',
    by: 'title',
    paper: paperOf('p2', '注意力机制'),
    fields: [{ field: 'year', given: '2016', found: '2017' }],
  },
  { ...none, status: 'missing' },
  { ...none, status: 'unread' },
  { ...none, status: 'found', by: 'title', paper: known },
]
const texts = ['甲', '乙', '丙', '丁', '戊'].map((name) => ({ text: `${name}. 一篇文献[J]. 2016.` }))

const compared = (list: object[], engines: object[] = []) => ok({ list, papers: 674, engines })

const ENGINES = 'GET /api/paper/engines/list'
const engineOf = (id: string, name: string) => ({ id, name, available: true, reason: null })
const engines = () =>
  ok([engineOf('local', '本馆文献'), engineOf('openalex', 'OpenAlex'), engineOf('crossref', 'Crossref')])

beforeEach(() => {
  resetCheck()
  setOutsideEngines([])
})
afterEach(cleanup)

test('a pasted list is compared, what differs is shown on both sides, and repeats are told', async () => {
  const server = fakeServer({
    [PARSE]: () => ok({ list: texts, left_out: 0 }),
    [CHECK]: () => compared(results),
  })
  showAt('/aiCitation?mode=check', <AiCitationScreen />)
  await fill('参考文献清单', '一份清单')
  await press('开始核对')
  expect(await screen.findByText('2016')).toBeTruthy()
  expect(screen.getByText('2017')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe(
    '共 5 条已找到 2有出入 1未找到 1未能核对 1在本馆文献 674 篇中核对',
  )
  expect(screen.getByText('与第 1 条是同一篇文献')).toBeTruthy()
  expect(server.bodies(CHECK)).toEqual([{ entries: texts.map(({ text }) => text), engines: [] }])

  await press('只看有问题的', 'checkbox')
  expect(screen.queryByText(texts[0]?.text ?? '')).toBeNull()
  expect(screen.getAllByRole('row')).toHaveLength(5)
})

test('what differs is put right in the list with one press, and put back', async () => {
  fakeServer({
    [PARSE]: () => ok({ list: texts, left_out: 0 }),
    [CHECK]: () => compared(results),
  })
  showAt('/aiCitation?mode=check', <AiCitationScreen />)
  await fill('参考文献清单', '一份清单')
  await press('开始核对')
  await press('改正')
  expect(await screen.findByText('乙. 一篇文献[J]. 2017.')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toContain('已找到 3')
  await undo()
  expect(screen.getByText('乙. 一篇文献[J]. 2016.')).toBeTruthy()
  await press('改正全部')
  expect(await screen.findByText('乙. 一篇文献[J]. 2017.')).toBeTruthy()
})

test('a correction and its 撤销 leave alone what is compared meanwhile', async () => {
  const others = Array.from({ length: 19 }, (_, at) => ({ text: `己. 第 ${at} 篇文献[J]. 2016.` }))
  const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
  const waiting = [...answers]
  fakeServer({
    [PARSE]: () => ok({ list: [...texts.slice(1, 2), ...others, ...texts.slice(2, 3)], left_out: 0 }),
    [CHECK]: () => waiting.shift()?.promise ?? refused(500, null),
  })
  showAt('/aiCitation?mode=check', <AiCitationScreen />)
  await fill('参考文献清单', '一份清单')
  await press('开始核对')
  const missing = { ...none, status: 'missing' }
  await act(async () => answers[0]?.resolve(compared([results[1] ?? none, ...others.map(() => missing)])))
  await press('改正')
  await act(async () => answers[1]?.resolve(compared([missing])))
  const counts = () => screen.getByRole('status').textContent
  await waitFor(() => expect(counts()).toContain('已找到 1未找到 20'))
  expect(screen.getByText('乙. 一篇文献[J]. 2017.')).toBeTruthy()
  await undo()
  expect(screen.getByText('乙. 一篇文献[J]. 2016.')).toBeTruthy()
  expect(counts()).toContain('有出入 1未找到 20')
})

test('a difference that may be harmless is told apart from a fault, everywhere it is shown', async () => {
  const year = { field: 'year', given: '2016', found: '2017', doubt: 'online' }
  const differing = (fields: object[], other: object | null = null) => ({
    ...{ ...none, status: 'differs', by: 'title', paper: paperOf('p2', '注意力机制'), fields, other },
  })
  fakeServer({
    [PARSE]: () => ok({ list: texts.slice(0, 3), left_out: 0 }),
    [CHECK]: () =>
      compared([
        differing([year]),
        differing([year, { field: 'journal', given: '甲刊', found: '乙刊' }]),
        differing([year], known),
      ]),
  })
  showAt('/aiCitation?mode=check', <AiCitationScreen />)
  await fill('参考文献清单', '一份清单')
  await press('开始核对')
  expect(await screen.findByText('待对照')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toContain('有出入 2待对照 1')
  expect(screen.getAllByText(/写的是「2016」，题录是「2017」/)).toHaveLength(3)

  const saved: Blob[] = []
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) saved.push(blob)
    return 'blob:x'
  }
  await press('导出核对表')
  expect(await saved[0]?.text()).toMatch(
    /"待对照","注意力机制","年份：写的是「2016」，题录是「2017」（[^"]+）"/,
  )
})

test('what broke off goes on where it stopped, and the list is kept', async () => {
  let broken = true
  const server = fakeServer({
    [PARSE]: () => ok({ list: texts, left_out: 3 }),
    [CHECK]: () => (broken ? refused(503, null, '服务器忙') : compared(results)),
  })
  showAt('/aiCitation?mode=check', <AiCitationScreen />)
  await fill('参考文献清单', '一份清单')
  await press('开始核对')
  expect(await screen.findByText(/核对中断：/)).toBeTruthy()
  expect(screen.getByText(/还有 3 条没有读入/)).toBeTruthy()
  broken = false
  await press('继续核对')
  await waitFor(() => expect(screen.queryByText('等待核对')).toBeNull())
  expect(server.bodies(PARSE)).toHaveLength(1)

  await press('换一份清单')
  expect(((await screen.findByLabelText('参考文献清单')) as HTMLTextAreaElement).value).toBe('一份清单')
})

test('a list that cannot be read says how to write it', async () => {
  fakeServer({ [PARSE]: () => ok({ list: [], left_out: 0 }) })
  showAt('/aiCitation?mode=check', <AiCitationScreen />)
  await fill('参考文献清单', '。')
  await act(async () => press('开始核对'))
  expect(await screen.findByText(/没有读出参考文献/)).toBeTruthy()
})

const outside = {
  ...{ key: 'k1', title: 'Graph networks', title_zh: null, authors_short: ['Smith'], publish_date: '2021' },
  ...{ basic_sourcename: null, resource_type: 1, language: 'en', status: 'retracted' },
  ...{ doi: '10.1000/graph', url: null, engines: ['openalex'] },
}

test('what the library lacks is asked of chosen engines, said with who has it, taken in, and told as a table', async () => {
  const asked = ['local', 'openalex']
  const state = {
    id: 'openalex',
    name: 'OpenAlex',
    state: 'ok',
    count: 1,
    total: 1,
    took_ms: 9,
    message: null,
  }
  const silent = {
    ...state,
    id: 'crossref',
    name: 'Crossref',
    state: 'failed',
    count: 0,
    message: 'Crossref 出错了',
  }
  const found = { ...none, status: 'found', by: 'title', outside, asked }
  const missing = { ...none, status: 'missing', asked }
  const server = fakeServer({
    [ENGINES]: engines,
    [PARSE]: () => ok({ list: texts.slice(0, 2), left_out: 0 }),
    [CHECK]: () => compared([found, missing], [state, silent]),
    [KEEP]: () => ok({ papers: [{ key: 'k1', paper_id: 'p1' }], added: 1 }),
  })
  showAt('/aiCitation?mode=check', <AiCitationScreen />)
  await fill('参考文献清单', '一份清单')
  await press('OpenAlex')
  await press('Crossref')
  await press('开始核对')
  expect(await screen.findByText(/Smith · 2021 · 本馆文献中没有，来自 OpenAlex/)).toBeTruthy()
  expect(screen.getByText('这篇文献已被撤稿')).toBeTruthy()
  expect(screen.getByText(/本馆文献 674 篇、OpenAlex中没有找到/)).toBeTruthy()
  expect(screen.getByText(/Crossref 出错了。其余条目没有再问/)).toBeTruthy()
  expect(server.bodies(CHECK)).toMatchObject([{ engines: ['openalex', 'crossref'] }])

  const saved: Blob[] = []
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) saved.push(blob)
    return 'blob:x'
  }
  await press('导出核对表')
  expect(((await saved[0]?.text()) ?? '').split('\r\n').slice(0, 3)).toEqual([
    '\uFEFF"序号","参考文献","结果","查到的文献","出入","提示","查过的地方"',
    '"1","甲. 一篇文献[J]. 2016.","已找到","Graph networks","","这篇文献已被撤稿","本馆文献 674 篇、OpenAlex"',
    '"2","乙. 一篇文献[J]. 2016.","未找到","","","","本馆文献 674 篇、OpenAlex"',
  ])

  server.handlers[CHECK] = () => compared([{ ...none, status: 'found', by: 'title', paper: known }])
  await press('收入本馆文献')
  expect(await screen.findByRole('link', { name: /深度学习/ })).toBeTruthy()
  expect(server.bodies(KEEP)).toEqual([{ keys: ['k1'] }])
})
