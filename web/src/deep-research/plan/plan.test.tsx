import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, ok, refused } from '../../testing/fake-server.ts'
import { planOf } from '../../testing/research.ts'
import { fill, lastToast, press, showAt, undo } from '../../testing/show.tsx'
import { useToasts } from '../../ui/toasts/toast.state.ts'
import { PlanEditor } from './plan-editor.tsx'

const PLAN = 'POST /api/deep_research/run/u1/plan'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  sessionStorage.clear()
  useToasts.setState({ toasts: [] })
  server = fakeServer({ [PLAN]: () => ok(null) })
})
afterEach(cleanup)

const first = planOf()
const show = (plans = [first]) => {
  const plan = plans.at(-1) ?? first
  return showAt('/deepResearch', <PlanEditor run_id="u1" plans={plans} plan={plan} />)
}
const titles = () =>
  within(screen.getByRole('list'))
    .getAllByRole('button', { name: /编辑这一步/ })
    .map((step) => step.querySelector('span')?.textContent)
const handle = (at: number) => screen.getByRole('button', { name: new RegExp(`^移动第 ${at} 步`) })
const key = (element: Element, name: string) => act(async () => fireEvent.keyDown(element, { key: name }))
type Sent = { action: string; version: number; steps: { step_id?: string; title: string }[] }
const sent = () => server.bodies(PLAN) as Sent[]

test('a plan is accepted as it stands', async () => {
  show()
  expect(screen.getByText(/^按模板拟定（.{2,4}类问题）$/)).toBeTruthy()
  await press('接受并开始')
  expect(sent()[0]).toMatchObject({ action: 'accept', plan_id: 'l1', version: 1 })
  expect(sent()[0]?.steps.map(({ step_id }) => step_id)).toEqual(['t1', 't2', 't3'])
})

test('a step is moved by the arrow keys; its handle keeps the focus and the place is said', async () => {
  show()
  await act(async () => handle(1).focus())
  await key(handle(1), 'ArrowDown')
  expect(titles()).toEqual(['临界电流', '失效机制', '材料差异'])
  expect(document.activeElement).toBe(handle(2))
  expect(screen.getByText('已移到第 2 步，共 3 步')).toBeTruthy()
  await key(handle(2), 'End')
  expect(document.activeElement).toBe(handle(3))
  await key(handle(3), 'ArrowDown')
  await press('接受并开始')
  expect(sent()[0]?.steps.map(({ step_id }) => step_id)).toEqual(['t2', 't3', 't1'])
})

test('who is done with a step stands where they began to edit it', async () => {
  show()
  const edit = () => screen.getAllByRole('button', { name: /编辑这一步/ })[1]
  for (const name of ['Escape', 'Enter']) {
    await act(async () => edit()?.click())
    expect(document.activeElement).toBe(screen.getByLabelText('这一步查什么'))
    await key(screen.getByLabelText('这一步查什么'), name)
    expect(document.activeElement).toBe(edit())
  }
})

test('a step that is held is put where it is pulled to', async () => {
  show()
  for (const [at, item] of [...screen.getByRole('list').children].entries())
    item.getBoundingClientRect = () => ({ top: at * 100, height: 100 }) as DOMRect
  await act(async () => fireEvent.pointerDown(handle(3), { button: 0 }))
  await act(async () => fireEvent.pointerMove(document, { clientY: 20 }))
  await act(async () => fireEvent.pointerUp(document))
  await act(async () => fireEvent.pointerMove(document, { clientY: 280 }))
  expect(titles()[0]).toBe('材料差异')
})

test('a step is edited, one is added and one is deleted; all of it is counted and stored as a version', async () => {
  show()
  await press(/^失效机制.*编辑这一步/)
  const field = await fill('这一步查什么', '失效机制的解释')
  await fill(/^检索式/, 'void\ncrack\nstripping\nfourth\nfifth')
  await key(field, 'Enter')
  await press(/添加一步/)
  await fill('这一步查什么', '压力的作用')
  await press('完成')
  await press('第 2 步的操作')
  await press('删去', 'menuitem')
  expect(screen.getByRole('button', { name: '计划的版本：第 1 版，改动 3 处' })).toBeTruthy()
  expect(screen.getByText('临界电流').tagName).toBe('DEL')
  expect(screen.getByText('「crack」').tagName).toBe('INS')
  await press('存为第 2 版')
  expect(sent()[0]).toMatchObject({
    action: 'edit',
    steps: [
      { step_id: 't1', title: '失效机制的解释', queries: ['void', 'crack', 'stripping', 'fourth'] },
      { step_id: 't3' },
      { title: '压力的作用', queries: [] },
    ],
  })
})

test('a deleted step comes back, and the draft outlives the screen', async () => {
  show()
  await press('第 1 步的操作')
  await press('删去', 'menuitem')
  expect(lastToast()?.text).toBe('已删去第 1 步')
  cleanup()
  show()
  expect(titles()).toEqual(['临界电流', '材料差异'])
  cleanup()
  show()
  await press('第 2 步的操作')
  await press('删去', 'menuitem')
  await undo()
  expect(titles()).toEqual(['临界电流', '材料差异'])
})

test('a step without words is not sent, and it is said which one', async () => {
  show()
  await press(/添加一步/)
  await press('完成')
  await press('接受并开始')
  await screen.findByText('第 4 步还没有写要查什么，请填写或删去')
  expect(sent()).toHaveLength(0)
})

const second = planOf({
  plan_id: 'l2',
  version: 2,
  made_by: 'user' as const,
  steps: [{ step_id: 't1', title: '失效的机制', goal: '', queries: [] }],
})

test('a version is compared with an earlier one, what is gone too, and taken up again', async () => {
  show([first, second])
  await press('计划的版本：第 2 版，改动 3 处')
  await press('与第 1 版对照', 'menuitem')
  expect(screen.getByText('各自的实验依据').tagName).toBe('DEL')
  await press('计划的版本：第 2 版，改动 3 处（与第 1 版对照）')
  await press('改回第 1 版', 'menuitem')
  expect(titles()).toHaveLength(3)
})

test('another draft is asked for while there may be versions, and a refusal is said', async () => {
  server.handlers[PLAN] = () => refused(409, { problem: 'research.decided' }, '计划已经在别处采纳')
  show([first, second])
  await press('重拟计划')
  expect(sent()[0]).toMatchObject({ action: 'reject', version: 2, steps: [] })
  await screen.findByText('计划已经在别处采纳')
  cleanup()
  show([first, second, planOf({ version: 3 })])
  await waitFor(() => expect(screen.queryByRole('button', { name: '重拟计划' })).toBeNull())
})
