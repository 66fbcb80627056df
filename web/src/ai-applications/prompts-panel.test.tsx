import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeDraft } from '../chat/start/stored-input.ts'
import { fakeServer, ok, refused } from '../testing/fake-server.ts'
import { fill, lastToast, press, showAt, undo } from '../testing/show.tsx'
import { useToasts } from '../ui/toasts/toast.state.ts'
import { PromptsPanel } from './prompts-panel.tsx'

const LIST = 'GET /api/application/userPrompt/list'
const ADD = 'POST /api/application/userPrompt/add'
const AT = '2026-11-20T00:00:00.000Z'

type Own = { id: string; name: string; content: string; type: string }
let own: Own[]
let server: ReturnType<typeof fakeServer>
const show = (query = '') =>
  showAt(`/aiApplications?panel=prompts${query}`, <PromptsPanel onClose={() => undefined} />)
const stamped = (prompt: Own) => ({ ...prompt, created_at: AT, updated_at: AT })

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  sessionStorage.clear()
  own = [{ id: 'o1', name: '挑毛病', content: '请指出这段论证的漏洞：{段落}', type: 'write' }]
  const ready = [{ id: 'r1', name: '三句话读论文', content: '请用三句话概括。', type: 'read' }]
  server = fakeServer({
    [LIST]: () => ok({ own: own.map(stamped), ready }),
    [ADD]: ({ body }) => {
      const added = { id: `o${own.length + 2}`, ...(body as Omit<Own, 'id'>) }
      own.push(added)
      return ok(stamped(added))
    },
    'PUT /api/application/userPrompt/o1': ({ body }) => {
      own = [{ id: 'o1', ...(body as Omit<Own, 'id'>) }]
      return ok(stamped(own[0] as Own))
    },
    'DELETE /api/application/userPrompt/o1': () => {
      own = []
      return ok(null)
    },
    'GET /api/application/index_list': () => ok([{ id: 'academic_qa', name: '科学问答' }]),
  })
})
afterEach(cleanup)

test('a prompt is written and kept', async () => {
  show()
  await press('新建')
  await press('保存')
  expect(await screen.findByText('请填写名称')).toBeTruthy()
  await fill('名称', '列提纲')
  await fill('提示词', '请给出 {题目} 的提纲。')
  await press('保存')
  expect(await screen.findByText('列提纲')).toBeTruthy()
  expect(server.asked(ADD)[0]?.body).toEqual({
    name: '列提纲',
    content: '请给出 {题目} 的提纲。',
    type: 'custom',
  })
})

test('a refusal stands in the form and nothing is lost', async () => {
  server.handlers[ADD] = () => refused(422, { problem: 'prompt.too_many' }, '最多保存 200 条提示词')
  show()
  await press('新建')
  await fill('名称', '列提纲')
  await fill('提示词', '请给出提纲。')
  await press('保存')
  expect(await screen.findByText('最多保存 200 条提示词')).toBeTruthy()
  expect((screen.getByLabelText('名称') as HTMLInputElement).value).toBe('列提纲')
})

test('a prompt is changed, and the toast brings its old words back', async () => {
  show()
  await press('编辑：挑毛病')
  await fill('名称', '找漏洞')
  await press('保存')
  expect(await screen.findByText('找漏洞')).toBeTruthy()
  await undo()
  expect(await screen.findByText('挑毛病')).toBeTruthy()
})

test('a change that cannot be undone says so', async () => {
  show()
  await press('编辑：挑毛病')
  await fill('名称', '找漏洞')
  await press('保存')
  await screen.findByText('找漏洞')
  server.handlers['PUT /api/application/userPrompt/o1'] = () => refused(404, null, '找不到这条提示词')
  await undo()
  await waitFor(() => expect(lastToast()?.text).toBe('没有撤销：找不到这条提示词'))
})

test('a prompt is deleted, and the toast brings it back', async () => {
  show()
  await press('删除：挑毛病')
  expect(await screen.findByText('还没有自己的提示词')).toBeTruthy()
  await undo()
  expect(await screen.findByText('挑毛病')).toBeTruthy()
})

test('a ready prompt is taken over as one’s own', async () => {
  const { query } = show()
  await press('内置', 'radio')
  expect(query().get('tab')).toBe('ready')
  expect(screen.queryByRole('button', { name: '编辑：三句话读论文' })).toBeNull()
  await press('存为我的：三句话读论文')
  await waitFor(() => expect(own.map(({ name }) => name)).toEqual(['挑毛病', '三句话读论文']))
})

test('a prompt goes into the field of a new chat, not sent yet', async () => {
  const { router } = show('&tab=ready')
  await screen.findByText('三句话读论文')
  await waitFor(() => expect(server.asked('GET /api/application/index_list')).not.toEqual([]))
  await press('用于对话：三句话读论文')
  expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(
    '/agent?application_id=academic_qa',
  )
  expect(takeDraft('academic_qa')).toBe('请用三句话概括。')
})
