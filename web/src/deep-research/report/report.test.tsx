import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePaperAction } from '../../paper/paper-action.state.ts'
import { citationOf } from '../../testing/chat.ts'
import { fakeServer, ok, refused } from '../../testing/fake-server.ts'
import {
  finishedResearch,
  planOf,
  quietResearch,
  reportOf,
  researchUnderWay,
  runOf,
  sectionOf,
} from '../../testing/research.ts'
import { fill, lastToast, press, showAt, undo } from '../../testing/show.tsx'
import { useToasts } from '../../ui/toasts/toast.state.ts'
import { DeepResearchScreen } from '../deep-research-screen.tsx'

const REPORT = '/api/deep_research/report/o1'
const PUT = `PUT ${REPORT}`

let server: ReturnType<typeof fakeServer>
let report: ReturnType<typeof reportOf>
let state: ReturnType<typeof finishedResearch>

beforeEach(async () => {
  await import('../../chat/answer/markdown.tsx')
  await import('../../documents/statistics/chart.tsx')
  useToasts.setState({ toasts: [] })
  usePaperAction.setState({ action: null })
  report = reportOf()
  state = finishedResearch()
  server = fakeServer({
    ...quietResearch(),
    'GET /api/deep_research/run/u1': () => ok(runOf(state)),
    'GET /api/deep_research/run/u1/events': () => new Promise(() => undefined),
    [`GET ${REPORT}`]: () => ok(report),
    [PUT]: () => {
      report = { ...report, version: report.version + 1 }
      return ok(report)
    },
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const show = () => showAt('/deepResearch?run_id=u1&view=report', <DeepResearchScreen />)

test('a report says how it was made, and each citation opens its source with the quote lit', async () => {
  const view = show()
  expect(await screen.findByText('原文摘录')).toBeTruthy()
  expect(screen.getByText('计划按模板拟定')).toBeTruthy()
  expect(screen.getByText('1 / 1 处引文逐字核对')).toBeTruthy()
  await press(/^引用 1，原文支持/)
  expect(view.query().get('paper')).toBe('p-a')
  expect(view.query().get('quote')).toBe('Dendrites grow inside.')
})

test('a report of a model says who planned and wrote it, which sections are quotes, and why', async () => {
  const section = { task: 'section', about: 'n3', title: '文献间一致与分歧' } as const
  state = finishedResearch({
    engine: 'model',
    plans: [planOf({ made_by: 'model' })],
    fallbacks: [
      { ...section, reason: '模型服务中途停住了' },
      { task: 'plan', about: '2', title: '', reason: '模型服务中途停住了' },
    ],
  })
  const parts = [
    sectionOf({ written_by: 'model' }),
    sectionOf({
      section_id: 'n3',
      kind: 'agreement',
      title: '文献间一致与分歧',
      citations: [],
      text: '并列',
    }),
  ]
  const check = { sentences: 3, cited: 3, quotes: 1, located: 1, removed: 2 }
  report = reportOf({ engine: 'model', model: 'DeepSeek', label: 'AI 生成，请核实', sections: parts, check })
  show()
  expect(await screen.findByText('AI 生成，请核实')).toBeTruthy()
  for (const text of ['计划由模型拟定', '由 DeepSeek 写成', '删去 2 句原文没有的话'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(within(screen.getByRole('region', { name: '主要证据' })).getByText('AI 生成')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: '文献间一致与分歧' })).getByText('原文摘录')).toBeTruthy()
  expect(
    screen.getByText('「文献间一致与分歧」由原文摘录组成，计划由模板拟定：模型服务中途停住了。'),
  ).toBeTruthy()
})

test('references stand by number, what was read and not cited apart, and each opens', async () => {
  const view = show()
  const list = await screen.findByRole('region', { name: '参考文献' })
  expect(within(list).getByText('[1]')).toBeTruthy()
  expect(within(list).getByText('已读未引 1 篇')).toBeTruthy()
  await press(/High electronic conductivity/)
  expect(view.query().get('paper')).toBe('p-a')
})

test('a work outside the library opens where it stands on the web', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const [first] = report.references
  if (!first) throw new Error('the report has references')
  report.references = [{ ...first, paper_id: null, source_id: 'w' }]
  const [read] = state.read
  if (!read) throw new Error('something was read')
  state.read = [{ ...read, source_id: 'w', paper_id: null, url: 'https://example.org/w' }]
  show()
  await press(/High electronic conductivity/)
  expect(opened).toHaveBeenCalledWith('https://example.org/w', '_blank', 'noopener')
})

test('a section is written in other words, what loses its citation is said, and it can be taken back', async () => {
  show()
  await press('编辑「主要证据」')
  await fill('「主要证据」的内容', '枝晶从内部长出。')
  expect(screen.getByText(/您删去了 \[1\]/)).toBeTruthy()
  await press('保存')
  await waitFor(() => expect(lastToast()?.text).toBe('已保存「主要证据」'))
  await undo()
  expect(server.bodies(PUT)).toEqual([
    { version: 1, section_id: 'n2', text: '枝晶从内部长出。' },
    { version: 2, section_id: 'n2', text: '枝晶在内部生长[1]。' },
  ])
})

test('what is edited is shown as the report will show it, without its marks', async () => {
  show()
  await press('编辑「主要证据」')
  await fill('「主要证据」的内容', '**方法**：枝晶在内部生长[1]。')
  const preview = await screen.findByRole('region', { name: '预览' })
  await waitFor(() => expect(preview.querySelector('strong')?.textContent).toBe('方法'))
  expect(preview.textContent).not.toContain('*')
})

test('why an edit was refused is gone once it is tried again', async () => {
  server.handlers[PUT] = () => refused(409, { problem: 'x' }, '这份报告已在别处改过')
  show()
  await press('编辑「主要证据」')
  await fill('「主要证据」的内容', '枝晶从内部长出[1]。')
  await press('保存')
  await screen.findByText('没有保存：这份报告已在别处改过')
  server.handlers[PUT] = () => new Promise(() => undefined)
  await press('保存')
  await waitFor(() => expect(screen.queryByText(/^没有保存/)).toBeNull())
})

test('an edit that is refused says why, and what was written stays', async () => {
  server.handlers[PUT] = () => refused(409, { problem: 'x' }, '这份报告已在别处改过')
  show()
  await press('编辑「主要证据」')
  const field = await fill('「主要证据」的内容', '枝晶从内部长出[1]。')
  await act(async () => fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true }))
  await screen.findByText('没有保存：这份报告已在别处改过')
  expect((field as HTMLTextAreaElement).value).toBe('枝晶从内部长出[1]。')
})

test('a year that is pressed lists the papers of that year', async () => {
  show()
  const chart = await screen.findByRole('group', { name: /^年份图/ })
  await act(async () => fireEvent.keyDown(chart, { key: 'End' }))
  await act(async () => fireEvent.keyDown(chart, { key: 'Enter' }))
  const listed = await screen.findByRole('region', { name: '选中的文献' })
  expect(within(listed).getAllByRole('button')).toHaveLength(2)
})

test('what a report cites is put into a list or exported', async () => {
  show()
  await press('收藏文献：引用的 1 篇')
  expect(usePaperAction.getState().action).toEqual({ kind: 'keep', ids: ['p-a'] })
  await press('导出报告')
  await press('参考文献的其他格式', 'menuitem')
  expect(usePaperAction.getState().action).toEqual({ kind: 'export', ids: ['p-a'] })
})

test('a knowledge base is made of everything that was read, and opened', async () => {
  server.handlers['POST /api/project_dataset/create'] = () => ok({ id: 'd9', name: '锂枝晶生长的原因' })
  server.handlers['POST /api/dataset/paper/sync_batch_2_folder'] = () =>
    ok({ added: 2, skipped: [], missing: [] })
  show()
  await press('存为知识库：读到的 2 篇')
  await waitFor(() => expect(lastToast()?.text).toBe('已新建「锂枝晶生长的原因」，放入 2 篇'))
  expect(server.bodies('POST /api/dataset/paper/sync_batch_2_folder')).toEqual([
    { paper_id_list: ['p-a', 'p-b'], targets: [{ dataset_id: 'd9', folder_id: null }] },
  ])
})

test('where the operator allows it a report has a page of its own, whose address is told once and taken back', async () => {
  let share: object | null = null
  const made = { share_id: 'z1', created_at: '2026-11-24T00:00:00.000Z', expires_at: null }
  server.handlers['GET /api/share'] = () => ok({ allowed: true, share })
  server.handlers['POST /api/share'] = () => {
    share = made
    return ok({ ...made, path: '/share/abc' })
  }
  server.handlers['DELETE /api/share'] = () => {
    share = null
    return ok(null)
  }
  await import('./share-panel.tsx')
  show()
  await press('分享')
  await press('生成链接')
  const field = await screen.findByLabelText('报告的链接')
  expect((field as HTMLInputElement).value).toBe(`${location.origin}/share/abc`)
  expect(server.bodies('POST /api/share')).toEqual([{ kind: 'report', id: 'o1', expires_in_days: 30 }])
  await press('收回')
  await waitFor(() => expect(screen.queryByLabelText('报告的链接')).toBeNull())
  expect(screen.getByRole('button', { name: '生成链接' })).toBeTruthy()
})

test('where the operator does not allow it nothing offers to share', async () => {
  show()
  await screen.findByRole('button', { name: '导出报告' })
  expect(screen.queryByRole('button', { name: '分享' })).toBeNull()
})

test('while it is written the report grows section by section, and nothing of it can be edited', async () => {
  const section = sectionOf({ citations: [citationOf({ start: 7, end: 10, support: 'unsupported' })] })
  state = researchUnderWay({
    state: 'writing',
    sections: [
      { ...section, state: 'done' },
      {
        ...sectionOf({ section_id: 'n5', title: '局限与未覆盖', text: '', citations: [] }),
        state: 'writing',
      },
    ],
  })
  show()
  expect(await screen.findByText('正在写「局限与未覆盖」')).toBeTruthy()
  expect(screen.getByText('1 处原文不支持')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^编辑「/ })).toBeNull()
  expect(within(screen.getByRole('navigation', { name: '提纲' })).getAllByRole('button')).toHaveLength(2)
})

test('a part that is chosen in the outline has the focus, so that the keyboard goes on from there', async () => {
  show()
  const outline = await screen.findByRole('navigation', { name: '提纲' })
  const [, second] = within(outline).getAllByRole('button')
  await act(async () => second?.click())
  expect(document.activeElement?.tagName).toBe('H3')
  expect(document.activeElement?.textContent).toBe(second?.textContent)
})

test('before anything is written it is said what is being done', async () => {
  state = researchUnderWay()
  show()
  await screen.findByText('报告还没有开始写')
})

test('a report opened after a retraction says so above, at each citation and in the list', async () => {
  const notice = { date: '2026-11-25', reasons: [], doi: null, url: null, kind: 'retracted' as const }
  const [first] = report.references
  report = reportOf({ notices: [{ source_id: first?.source_id ?? '', status: 'retracted', notice }] })
  show()
  expect(await screen.findByText(/\[1\] 已撤稿（2026-11-25，在报告写成之后）/)).toBeTruthy()
  expect(screen.getByRole('button', { name: /^引用 1，已撤稿，/ })).toBeTruthy()
  const list = screen.getByRole('region', { name: '参考文献' })
  expect(within(list).getByRole('button', { name: '已撤稿' })).toBeTruthy()
})
