import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUserInfo } from '../../api/session.state.ts'
import { fakeServer, ok, person, refused } from '../../testing/fake-server.ts'
import { fill, lastToast, press, showAt, undo } from '../../testing/show.tsx'
import { useToasts } from '../../ui/toasts/toast.state.ts'
import { ModelsPanel } from './models-panel.tsx'

const LIST = 'GET /api/admin/models'
const SAVE = 'POST /api/admin/models'
const TEST = 'POST /api/admin/models/m1/test'
const TEST_OF_NEW = 'POST /api/admin/models/m3/test'
const model = (id: string, name: string, over: object = {}) => ({
  id,
  kind: 'chat',
  name,
  base_url: 'https://api.example.org/v1',
  model: 'big-1',
  context_tokens: 64_000,
  inside: false,
  external: true,
  source: 'page',
  active: true,
  is_default: false,
  has_key: true,
  key_hint: 'ab12',
  problem: null,
  ...over,
})

const services = [
  { label: 'DeepSeek', base_url: 'https://api.deepseek.com/v1', model: 'deepseek-v4-flash', inside: false },
]
let models: object[]
let applications: object[]
let server: ReturnType<typeof fakeServer>
const show = (query = '') => showAt(`/home?panel=models${query}`, <ModelsPanel onClose={() => undefined} />)

beforeEach(() => {
  setUserInfo({ ...person, is_admin: true })
  useToasts.setState({ toasts: [] })
  applications = []
  models = [
    model('m1', '大模型', { is_default: true }),
    model('m2', '校内模型', { source: 'settings', external: false, has_key: false, key_hint: null }),
  ]
  server = fakeServer({
    [LIST]: () => ok({ models, applications, services, tokens_per_day: 500_000 }),
    [SAVE]: ({ body }) => {
      const { id = 'm3', ...rest } = body as { id?: string; name: string }
      const saved = { ...model(id, rest.name), ...rest }
      models = [...models.filter((one) => (one as { id: string }).id !== id), saved]
      return ok(saved)
    },
    'DELETE /api/admin/models/m1': () => {
      models = models.slice(1)
      return ok(null)
    },
    'PUT /api/admin/models/m2/default': () => ok(null),
    [TEST]: () => ok({ ok: true, message: '可以使用', took_ms: 640, code: null, detail: null }),
    [TEST_OF_NEW]: () => ok({ ok: true, message: '可以使用', took_ms: 640, code: null, detail: null }),
    'GET /api/dict/aiTools': () => ok([{ id: 'qa', name: '科学问答' }]),
    'PUT /api/admin/models/applications/qa': ({ body }) => {
      applications = [body as object]
      return ok(null)
    },
  })
})
afterEach(cleanup)

const row = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement)

test('what goes out in the background is said where a model of vectors outside is added, and where it is on', async () => {
  models = [
    model('m4', '远方向量', { kind: 'embedding' }),
    model('m5', '停用向量', { kind: 'embedding', active: false }),
  ]
  show()
  expect((await row('远方向量')).getByText(/本馆文献的摘要.*在后台发到这里.*停用后不再发送/)).toBeTruthy()
  expect((await row('停用向量')).queryByText(/在后台发到这里/)).toBeNull()
  await press('编辑：远方向量')
  expect(await screen.findByText(/启用即由您决定：本馆文献的摘要.*用户的问题在其同意后才发送/)).toBeTruthy()
})

test('models stand by kind, with whether text leaves the house, and never with a key', async () => {
  show()
  const own = await row('大模型')
  for (const text of ['默认', '文字会离开本机构', '密钥末四位 ab12']) expect(own.getByText(text)).toBeTruthy()
  const given = await row('校内模型')
  for (const text of ['来自配置', '在本机构内', '没有密钥']) expect(given.getByText(text)).toBeTruthy()
  expect(given.queryByRole('button', { name: /编辑/ })).toBeNull()
  expect(within(screen.getByRole('region', { name: '向量模型' })).getByText('没有配置')).toBeTruthy()
  expect(screen.getByText(/500,000/)).toBeTruthy()
})

test('a test says that the model answers and how fast, or why it does not', async () => {
  show()
  await press('测试：大模型')
  expect(await screen.findByText('可以使用，0.6 秒')).toBeTruthy()
  server.handlers[TEST] = () =>
    ok({ ok: false, message: '密钥不对', took_ms: 90, code: 'provider_auth', detail: '401 unauthorized' })
  await press('测试：大模型')
  expect(await screen.findByText('密钥不对')).toBeTruthy()
  expect(screen.getByText('401 unauthorized')).toBeTruthy()
})

test('a model is added with its key', async () => {
  show()
  await press('添加模型')
  await press('保存并测试连接')
  expect(await screen.findByText('请填写接口地址')).toBeTruthy()
  await fill('名称', '深度')
  await fill('接口地址', 'https://api.deepseek.com/v1')
  await fill('模型名称', 'deepseek-chat')
  await fill('密钥', 'sk-1')
  await press('保存并测试连接')
  expect(await screen.findByText('深度')).toBeTruthy()
  expect(server.asked(SAVE)[0]?.body).toMatchObject({
    kind: 'chat',
    name: '深度',
    base_url: 'https://api.deepseek.com/v1',
    model: 'deepseek-chat',
    api_key: 'sk-1',
    context_tokens: 32_000,
  })
})

test('a changed model keeps its key unless another is given, and a refusal stands at its field', async () => {
  show()
  await press('编辑：大模型')
  expect((screen.getByLabelText('密钥') as HTMLInputElement).value).toBe('')
  server.handlers[SAVE] = () =>
    refused(400, {
      problem: 'input.invalid',
      issues: [{ path: 'api_key', message: '换了地址，请重新填写密钥' }],
    })
  await fill('接口地址', 'https://other.example.org/v1')
  await press('保存并测试连接')
  expect(await screen.findByText('换了地址，请重新填写密钥')).toBeTruthy()
  expect(server.asked(SAVE)[0]?.body).not.toHaveProperty('api_key')
  expect(server.asked(SAVE)[0]?.body).toMatchObject({ id: 'm1' })
})

test('a model is paused, and the toast takes it back', async () => {
  show()
  await press('停用：大模型')
  expect(await screen.findByText('已停用')).toBeTruthy()
  await undo()
  await waitFor(() => expect(screen.queryByText('已停用')).toBeNull())
})

test('another model becomes the default; removing one asks first', async () => {
  show()
  await press('设为默认：校内模型')
  await waitFor(() => expect(lastToast()?.text).toBe('「校内模型」现在是默认模型'))
  await press('删除：大模型')
  expect(server.asked('DELETE /api/admin/models/m1')).toEqual([])
  await press('确认删除：大模型')
  await waitFor(() => expect(screen.queryByText('大模型')).toBeNull())
})

test('an application is held to some models, and the toast takes it back', async () => {
  show('&tab=applications')
  const box = await screen.findByRole('combobox', { name: '科学问答 可用的模型' })
  fireEvent.mouseDown(box)
  await act(async () => fireEvent.click(await screen.findByText('校内模型')))
  await waitFor(() =>
    expect(server.asked('PUT /api/admin/models/applications/qa')[0]?.body).toMatchObject({
      model_ids: ['m2'],
    }),
  )
  await undo()
  await waitFor(() => expect(applications).toMatchObject([{ model_ids: [] }]))
})

test('without a model the panel says what that means and how to add one', async () => {
  models = []
  show()
  expect(await screen.findByText('还没有配置语言模型')).toBeTruthy()
  cleanup()
  server.handlers[LIST] = () => refused(500, { problem: 'internal' }, '服务器出错了')
  show()
  expect(await screen.findByText('模型加载失败')).toBeTruthy()
})

test('a well-known service fills in all but the key, and what was saved is tested at once', async () => {
  show()
  await press('添加模型')
  await press('DeepSeek')
  await fill('密钥', 'sk-1')
  await press('保存并测试连接')
  await waitFor(() => expect(server.asked(TEST_OF_NEW)).toHaveLength(1))
  expect(await screen.findByText('可以使用，0.6 秒')).toBeTruthy()
  expect(server.asked(SAVE)[0]?.body).toMatchObject({
    name: 'DeepSeek',
    base_url: 'https://api.deepseek.com/v1',
    model: 'deepseek-v4-flash',
    inside: false,
  })
})
