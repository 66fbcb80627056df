import { api } from '@scinav/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, ok, refused } from '../../testing/fake-server.ts'
import {
  checkCalls,
  checkOf,
  checkStream,
  findingOf,
  findings,
  manuscriptOf,
  storedCheck,
} from '../../testing/manuscript-check.ts'
import { cacheOf, fill, lastToast, pageOf, press, showAt, undo } from '../../testing/show.tsx'
import { useToasts } from '../../ui/toasts/toast.state.ts'
import { AiCitationScreen } from '../ai-citation-screen.tsx'

const RUN = 'GET /api/manuscript_check/run/k1'
const EVENTS = `${RUN}/events`
const BEGIN = 'POST /api/manuscript_check/run'
const REPEAT = 'POST /api/manuscript_check/run/k1/repeat'
const CANCEL = 'POST /api/manuscript_check/run/k1/cancel'
const DECIDE = 'PUT /api/manuscript_check/run/k1/decisions'
const EXPORT = `${RUN}/export`
const LIST = `${RUN}/list`
const CHECKS = 'GET /api/manuscript_check/runs/1/10'
const REMOVE = 'DELETE /api/manuscript_check/run/k1'

beforeEach(() => useToasts.setState({ toasts: [] }))
afterEach(cleanup)

const showStart = () => showAt('/aiCitation?mode=manuscript', <AiCitationScreen />)
const showRun = () => showAt('/aiCitation?mode=manuscript&check_id=k1', <AiCitationScreen />)

const summaryOf = (check_id: string, file_name: string) => {
  const { snapshot, last_seq, decisions, later_findings, batch_id, ...summary } = storedCheck()
  return { ...summary, check_id, file_name }
}

async function chooseFile(name: string): Promise<void> {
  const input = await screen.findByLabelText('要上传的文件')
  const file = new File(['manuscript'], name)
  await act(async () => fireEvent.change(input, { target: { files: [file] } }))
}

const uploadCalls = {
  'POST /api/upload': () => ok({ id: 'u1', name: '论文.docx', size: 10, offset: 0, done: false }),
  'PUT /api/upload/u1': () => ok({ id: 'u1', name: '论文.docx', size: 10, offset: 10, done: true }),
}

test('a chosen manuscript is sent with an installed style, and its check opens', async () => {
  const server = fakeServer({
    ...checkCalls(),
    ...uploadCalls,
    [CHECKS]: () => ok(pageOf([])),
    [BEGIN]: () => ok({ check_id: 'k1' }),
  })
  const { query } = showStart()
  expect(await screen.findByText('还没有核对过稿件')).toBeTruthy()
  await chooseFile('论文.docx')
  const installed: HTMLOptionElement = await screen.findByRole('option', { name: '自装样式' })
  await fill('要求的格式', installed.value)
  await press('开始核对')
  await waitFor(() => expect(query().get('check_id')).toBe('k1'))
  expect(server.bodies(BEGIN)).toEqual([
    { upload_id: 'u1', style: installed.value, scope: { dataset_ids: [], engines: [] } },
  ])
  expect(await screen.findByRole('heading', { name: '论文.docx' })).toBeTruthy()
})

test('a manuscript that is refused stays chosen, with the reason', async () => {
  fakeServer({
    ...checkCalls(),
    ...uploadCalls,
    [CHECKS]: () => ok(pageOf([])),
    [BEGIN]: () => refused(422, { problem: 'input.invalid' }, '文件过长，最多 300 页'),
  })
  showStart()
  await chooseFile('很长的论文.docx')
  await press('开始核对')
  expect((await screen.findByRole('alert')).textContent).toBe('文件过长，最多 300 页')
  expect(screen.getByText('很长的论文.docx')).toBeTruthy()
})

test('earlier checks are opened and deleted; a deletion can be undone', async () => {
  const rows = [summaryOf('k1', '论文.docx'), summaryOf('k2', '综述.docx')]
  const server = fakeServer({ ...checkCalls(), [CHECKS]: () => ok(pageOf(rows)), [REMOVE]: () => ok(null) })
  showStart()
  const list = await screen.findByRole('region', { name: '以前的核对' })
  expect((await within(list).findByRole('link', { name: '论文.docx' })).getAttribute('href')).toContain(
    'check_id=k1',
  )
  await press('删除：论文.docx')
  expect(within(list).queryByText('论文.docx')).toBeNull()
  await undo()
  expect(within(list).getByText('论文.docx')).toBeTruthy()
  expect(server.asked(REMOVE)).toHaveLength(0)
  await press('删除：论文.docx')
  await act(async () => useToasts.setState({ toasts: [] }))
  expect(server.asked(REMOVE)).toHaveLength(1)
})

test('the page before is shown once the last row of a page is deleted, and the list is not called empty', async () => {
  const firstPage = Array.from({ length: 10 }, (_, at) => summaryOf(`k${at + 2}`, `论文 ${at + 2}.docx`))
  fakeServer({
    ...checkCalls(),
    [CHECKS]: () => ok(pageOf(firstPage, { total: 11 })),
    'GET /api/manuscript_check/runs/2/10': () =>
      ok(pageOf([summaryOf('k1', '论文.docx')], { total: 11, page_num: 2 })),
  })
  showStart()
  await press('第 2 页')
  await press('删除：论文.docx')
  expect(lastToast()?.text).toBe('已删除「论文.docx」的核对')
  expect(await screen.findByText('论文 2.docx')).toBeTruthy()
  for (const { file_name } of firstPage) await press(`删除：${file_name}`)
  expect(screen.queryByText('还没有核对过稿件')).not.toBeNull()
  await undo()
  expect(screen.queryByText('还没有核对过稿件')).toBeNull()
})

test('findings stand in their groups beside the text, which has a mark at each place', async () => {
  fakeServer(checkCalls())
  showRun()
  const text = await screen.findByRole('region', { name: '文稿' })
  expect(within(text).getByRole('button', { name: '列表中没有' })).toBeTruthy()
  expect(within(text).getByRole('button', { name: '展开第 2–9 页没有问题' })).toBeTruthy()
  const results = screen.getByRole('region', { name: '核对结果' })
  expect(within(results).getByText('正文引用了 [4]，列表到 [2] 为止')).toBeTruthy()

  const groups = screen.getByRole('navigation', { name: '类别' })
  await act(async () =>
    within(groups)
      .getByRole('button', { name: /^著录字段/ })
      .click(),
  )
  expect(within(results).queryByText('正文引用了 [4]，列表到 [2] 为止')).toBeNull()
  await press(/^需处理/)
  expect(within(results).getByText('没有符合条件的结果')).toBeTruthy()
})

test('a mark opens its finding: the two values, what it would be, and what can be done', async () => {
  fakeServer(checkCalls())
  showRun()
  await press('字段有出入')
  const row = await screen.findByRole('row', { name: /年份/ })
  expect(row.textContent).toBe('年份20212022')
  expect(screen.getByText('改正后').parentElement?.textContent).toContain('某某气象，20212022，38')
  expect(screen.getByRole('button', { name: '保留稿件写法' })).toBeTruthy()
})

test('values that differ for a harmless reason, perhaps, are neither struck out nor praised', async () => {
  const inDoubt = findings.map(({ evidence, ...finding }) => ({
    ...finding,
    evidence: evidence && {
      ...evidence,
      fields: evidence.fields.map((field) => ({ ...field, doubt: 'online' as const })),
    },
  }))
  fakeServer(checkCalls(storedCheck(checkOf({ findings: inDoubt }))))
  showRun()
  await press('字段有出入')
  const row = await screen.findByRole('row', { name: /^年份/ })
  expect([row.textContent, row.querySelector('del, ins')]).toEqual(['年份20212022', null])
  expect(screen.getByRole('row', { name: /网络首发/ })).toBeTruthy()
})

test('a correction is noted, shown in the text, and taken back', async () => {
  const server = fakeServer({ ...checkCalls(), [DECIDE]: () => ok([]) })
  showRun()
  await press(/^改正可直接改的 1 处/)
  expect(server.bodies(DECIDE)).toEqual([
    { decisions: [{ finding_id: 'b', decision: 'corrected', note: '' }] },
  ])
  const text = await screen.findByRole('region', { name: '文稿' })
  expect(text.querySelector('ins')?.textContent).toBe('2022')
  expect(text.querySelector('del')?.textContent).toBe('2021')
  await undo()
  expect(text.querySelector('ins')).toBeNull()
})

test('taking back all corrections keeps what was decided and noted since', async () => {
  const more = findings.map((finding) => ({
    ...finding,
    id: `${finding.id}2`,
    message: `又一处 ${finding.id}`,
  }))
  const server = fakeServer({
    ...checkCalls(storedCheck(checkOf({ findings: [...findings, ...more] }))),
    [DECIDE]: () => ok([]),
  })
  showRun()
  await press(/^改正可直接改的 2 处/)
  await press(/^\[2\] 与本馆题录相比/)
  await press('写批注')
  await fill('批注', '已问过作者')
  await press('保存批注')
  await press('又一处 b')
  await press('保留稿件写法')
  await undo()
  expect(server.bodies(DECIDE).at(-1)).toEqual({
    decisions: [{ finding_id: 'b', decision: 'open', note: '已问过作者' }],
  })
})

test.each(['before', 'after'])(
  'a decision outlasts a read sent before it was stored and answered %s that',
  async (order) => {
    const read = Promise.withResolvers<void>()
    const storing = Promise.withResolvers<void>()
    const corrected = { finding_id: 'b', decision: 'corrected', note: '' }
    // Decided elsewhere: without a change, the query cache would keep the decisions it has.
    const kept = { finding_id: 'a', decision: 'kept', note: '' }
    const reads = [[], [kept], [kept, corrected]].map((decisions) =>
      ok(storedCheck(checkOf(), { decisions })),
    )
    let count = 0
    const server = fakeServer({
      ...checkCalls(),
      [RUN]: async () => {
        count += 1
        const answer = reads[Math.min(count, reads.length) - 1] ?? ok(null)
        if (count === 2) await read.promise
        return answer.clone()
      },
      [DECIDE]: async () => {
        await storing.promise
        return ok([])
      },
    })
    const cache = cacheOf()
    showAt('/aiCitation?mode=manuscript&check_id=k1', <AiCitationScreen />, cache)
    const text = await screen.findByRole('region', { name: '文稿' })
    await act(async () => void cache.invalidateQueries({ queryKey: [api.manuscriptChecks.run.path] }))
    expect(server.asked(RUN)).toHaveLength(2)
    await press(/^改正可直接改的 1 处/)
    const [first, second] = order === 'before' ? [read, storing] : [storing, read]
    await act(async () => first.resolve())
    expect(text.querySelector('ins')?.textContent).toBe('2022')
    await act(async () => second.resolve())
    await waitFor(() => expect(cache.isFetching()).toBe(0))
    expect(text.querySelector('ins')?.textContent).toBe('2022')
  },
)

test('a decision that could not be stored takes back no other one', async () => {
  const refusal = Promise.withResolvers<void>()
  let count = 0
  fakeServer({
    ...checkCalls(),
    [DECIDE]: async () => {
      count += 1
      if (count > 1) return ok([])
      await refusal.promise
      return refused(503, null, '服务器忙')
    },
  })
  showRun()
  await press(/^改正：/)
  await press('正文引用了 [4]，列表到 [2] 为止')
  await press('保留稿件写法')
  await act(async () => refusal.resolve())
  await waitFor(() => expect(lastToast()?.text).toBe('没有记下：服务器忙'))
  expect(screen.getByRole('button', { name: '撤销：正文引用了 [4]，列表到 [2] 为止' })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^改正：/ })).toBeTruthy()
})

test('a decision that could not be stored is taken back, and that is said', async () => {
  fakeServer({ ...checkCalls(), [DECIDE]: () => refused(503, null, '服务器忙') })
  showRun()
  await press(/^改正：/)
  expect(lastToast()?.text).toBe('没有记下：服务器忙')
  expect(screen.getByRole('button', { name: /^改正：/ })).toBeTruthy()
})

test('a note is kept with the finding', async () => {
  const server = fakeServer({ ...checkCalls(), [DECIDE]: () => ok([]) })
  showRun()
  await press('正文引用了 [4]，列表到 [2] 为止')
  await press('写批注')
  await fill('批注', '应为 [3]')
  await press('保存批注')
  expect(await screen.findByText('批注：应为 [3]')).toBeTruthy()
  expect(server.bodies(DECIDE)).toEqual([
    { decisions: [{ finding_id: 'a', decision: 'open', note: '应为 [3]' }] },
  ])
})

test('a running check shows its stage and its first findings, and can be stopped', async () => {
  const running = checkOf({
    state: 'running',
    findings: [],
    stages: [
      {
        stage: 'lookup',
        state: 'running',
        done: 1,
        total: 2,
        started_at: '2026-11-29T08:00:00Z',
        finished_at: null,
      },
    ],
  })
  const progress = { stage: 'lookup', done: 2, total: 2, findings, checked: [] }
  const server = fakeServer({
    ...checkCalls(storedCheck(running)),
    [CANCEL]: () => ok(null),
    [EVENTS]: () =>
      server.asked(EVENTS).length === 1
        ? checkStream(6, ['stage.progress', progress])
        : new Promise(() => undefined),
  })
  showRun()
  expect(await screen.findByText('正文引用了 [4]，列表到 [2] 为止')).toBeTruthy()
  expect(screen.getByText('查找与字段 2 / 2')).toBeTruthy()
  expect(server.asked(EVENTS)[0]?.headers['last-event-id']).toBe('5')
  await press('停止')
  expect(server.asked(CANCEL)).toHaveLength(1)
})

test.each([
  ['cancelled', null, '核对已停止，下面是停止之前的结果'],
  ['failed', { message: '检索来源没有答复', retryable: true }, '检索来源没有答复；下面是在此之前的结果'],
] as const)('a check that is %s keeps its findings and can begin again', async (state, error, said) => {
  const server = fakeServer({
    ...checkCalls(storedCheck(checkOf({ state, error }))),
    [REPEAT]: () => ok({ check_id: 'k2' }),
  })
  const { query } = showRun()
  expect(await screen.findByText(said)).toBeTruthy()
  expect(await screen.findByText('正文引用了 [4]，列表到 [2] 为止')).toBeTruthy()
  await press('重新核对')
  await waitFor(() => expect(query().get('check_id')).toBe('k2'))
  expect(server.bodies(REPEAT)).toEqual([
    { style: 'gb-2025-numeric', national: {}, scope: { dataset_ids: [], engines: [] } },
  ])
})

test('a manuscript that could not be read says why', async () => {
  const error = { message: '文件有密码保护，请解除密码后重新上传', retryable: false }
  fakeServer(checkCalls(storedCheck(checkOf({ state: 'failed', facts: null, findings: [], error }))))
  showRun()
  expect((await screen.findByRole('alert')).textContent).toContain('文件有密码保护')
  expect(screen.queryByRole('button', { name: '重新核对' })).toBeNull()
})

test('without a list of references it is said what to do, and without findings that there are none', async () => {
  const facts = { title: '', pages: 1, chars: 9, entries: 0, markers: 0, cited_sentences: 0 }
  fakeServer(checkCalls(storedCheck(checkOf({ facts, findings: [], checked: [] }))))
  showRun()
  expect(await screen.findByText(/^没有找到参考文献表/)).toBeTruthy()
  expect(screen.getByText('没有发现需要处理的地方')).toBeTruthy()
})

test('the result is saved as a file; a Word file is offered for a Word manuscript only', async () => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  )
  const server = fakeServer({
    ...checkCalls(),
    [EXPORT]: () => new Response(new Blob(['x']), { headers: { 'content-type': 'application/zip' } }),
  })
  showRun()
  await press('导出')
  await press(/^带批注的 Word/, 'menuitem')
  expect(server.asked(EXPORT)[0]?.query.get('format')).toBe('docx')
  expect(lastToast()?.text).toBe('已导出带批注的 Word')
  cleanup()

  const pdf = checkOf({ file_name: '论文.pdf' })
  fakeServer(checkCalls(storedCheck(pdf)))
  showRun()
  await press('导出')
  expect(screen.queryByRole('menuitem', { name: /^带批注的 Word/ })).toBeNull()
  expect(screen.getByRole('menuitem', { name: /^核对报告/ })).toBeTruthy()
})

test('the browser prints a report with all findings and a line for signatures', async () => {
  fakeServer(checkCalls())
  showRun()
  await screen.findByText('正文引用了 [4]，列表到 [2] 为止')
  await act(async () => void dispatchEvent(new Event('beforeprint')))
  const report = document.querySelector('[data-printed]')
  expect(report?.textContent).toContain('年份：稿件 2021，题录 2022')
  expect(report?.textContent).toContain('核对人：')
  await act(async () => void dispatchEvent(new Event('afterprint')))
  expect(document.querySelector('[data-printed]')).toBeNull()
})

test('the whole list is shown as the chosen style prints it', async () => {
  const form = findingOf('c', { group: 'form', kind: 'entry_form', severity: 'info', entry: 0 })
  const entries = [
    { entry: 0, text: '李四.甲[J].2018.', printed: '李四. 甲[J]. 2018.', source: '本馆文献' },
    { entry: 1, text: '王五.乙[J].2021.', printed: null, source: null },
  ]
  fakeServer({
    ...checkCalls(storedCheck(checkOf({ findings: [form] }))),
    [LIST]: () => ok({ style: 'gb-2025-numeric', entries }),
  })
  showRun()
  await press('按所选格式改写整表')
  expect(await screen.findByText('1 条没有查到题录，保留稿件写法')).toBeTruthy()
})

test('the head of the text leads to a chapter, which is unfolded, and from finding to finding', async () => {
  fakeServer({
    ...checkCalls(),
    [`${RUN}/manuscript`]: () => {
      const heading = { kind: 'heading' as const, text: '2 方法', page: 2 }
      const manuscript = manuscriptOf()
      return ok({ ...manuscript, blocks: manuscript.blocks.with(10, heading) })
    },
  })
  showRun()
  const text = await screen.findByRole('region', { name: '文稿' })
  expect(within(text).queryByText('2 方法')).toBeNull()
  await press('目录')
  await press('2 方法', 'menuitem')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('2 方法'))
  expect(text.contains(document.activeElement)).toBe(true)

  expect(screen.getByText('共 2 处')).toBeTruthy()
  await press('下一处')
  expect(screen.getByText('第 1 / 2 处')).toBeTruthy()
  expect(screen.getByText('第 1 / 9 页')).toBeTruthy()
  await press('下一处')
  expect(screen.getByText('第 2 / 2 处')).toBeTruthy()
  await press('上一处')
  expect(screen.getByText('第 1 / 2 处')).toBeTruthy()
})

test('a mark that is pressed leads the keyboard to its finding', async () => {
  fakeServer(checkCalls())
  showRun()
  await press('列表中没有')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('正文引用了 [4]，列表到 [2] 为止'))
})

test('a group of findings is folded, and unfolded by a mark in the text', async () => {
  fakeServer(checkCalls())
  showRun()
  const results = await screen.findByRole('region', { name: '核对结果' })
  const group = within(results).getByRole('button', { name: '列表与正文 1' })
  await act(async () => group.click())
  expect(group.getAttribute('aria-expanded')).toBe('false')
  expect(within(results).queryByText('正文引用了 [4]，列表到 [2] 为止')).toBeNull()
  await press('列表中没有')
  expect(within(results).getByText('正文引用了 [4]，列表到 [2] 为止')).toBeTruthy()
})

test('j and k move through the findings in the order of the text', async () => {
  fakeServer(checkCalls())
  showRun()
  await screen.findByText('正文引用了 [4]，列表到 [2] 为止')
  const pressKey = (key: string) => act(async () => fireEvent.keyDown(document.body, { key }))
  const openFinding = () =>
    document.querySelector('[data-finding][data-open="true"]')?.getAttribute('data-finding')
  await pressKey('j')
  expect(openFinding()).toBe('a')
  await pressKey('j')
  expect(openFinding()).toBe('b')
  await pressKey('k')
  expect(openFinding()).toBe('a')
})

test('a check opened after a retraction says so, and is repeated from there; that of a batch is not', async () => {
  const retracted = findingOf('retracted:0', {
    ...{ group: 'status', kind: 'retracted', entry: 0 },
    message: '按撤稿与更正声明，[1] 已撤稿（2026-11-20）',
  })
  const state = checkOf({ findings: [...findings, retracted] })
  const later = { later_findings: ['retracted:0'] }
  const server = fakeServer({
    ...checkCalls(storedCheck(state, later)),
    [REPEAT]: () => ok({ check_id: 'k1' }),
  })
  showRun()
  const notice = await screen.findByText(/核对完之后，有 1 条参考文献有了新的声明/)
  expect(notice.textContent).toContain('[1] 已撤稿（2026-11-20）')
  await press('重新核对')
  expect(server.bodies(REPEAT)).toHaveLength(1)
  cleanup()
  fakeServer(checkCalls(storedCheck(state, { ...later, batch_id: 'b1' })))
  showRun()
  await screen.findByText(/核对完之后/)
  expect(screen.queryByRole('button', { name: '重新核对' })).toBeNull()
})
