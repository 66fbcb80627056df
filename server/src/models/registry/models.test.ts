import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api, type InputOf } from '@scinav/contract'
import { expect, test } from 'vitest'
import { refuse, say, scriptedModel, silent } from '../../testing/scripted-model.ts'
import { testApp } from '../../testing/test-app.ts'

const KEY = 'sk-very-secret-key-9876'

async function setScene(env: Record<string, string> = {}) {
  const server = await scriptedModel()
  const app = await testApp({ env })
  const ada = await app.signUp('Ada')
  const model = { name: '校内模型', base_url: server.url, model: 'qwen', api_key: KEY }
  const save = (change: Partial<InputOf<typeof api.models.save>> = {}) =>
    ada.call(api.models.save, { ...model, ...change })
  return { server, app, ada, save }
}

test('a model of the page is added, changed, tested and removed', async () => {
  const { server, ada, save } = await setScene()
  const added = await save({ base_url: `${server.url}/chat/completions/` })
  expect(added).toMatchObject({
    ...{ name: '校内模型', base_url: server.url, kind: 'chat', source: 'page', active: true },
    ...{
      is_default: true,
      has_key: true,
      key_hint: '9876',
      external: false,
      context_tokens: 32_000,
      problem: null,
    },
  })
  expect(await ada.call(api.models.test, { id: added.id })).toMatchObject({
    ok: true,
    message: '可用：模型已回答',
  })
  expect(server.requests[0]).toMatchObject({ authorization: `Bearer ${KEY}`, body: { model: 'qwen' } })

  const changed = await save({ id: added.id, name: '新名', api_key: null, active: false })
  expect(changed).toMatchObject({
    id: added.id,
    name: '新名',
    has_key: true,
    active: false,
    is_default: false,
  })
  expect((await ada.call(api.models.list, {})).models).toEqual([changed])

  await ada.call(api.models.remove, { id: added.id })
  expect((await ada.call(api.models.list, {})).models).toEqual([])
  expect(await ada.refusal(api.models.remove, { id: added.id })).toMatchObject({ problem: 'model.not_found' })
})

test('a key is never answered, never in the log, and lies in the database only sealed', async () => {
  const { app, ada, save } = await setScene()
  const { id } = await save()
  const answers = [
    await save({ id }),
    await ada.call(api.models.list, {}),
    await ada.call(api.models.test, { id }),
  ]
  expect(JSON.stringify(answers)).not.toContain('sk-very')
  expect(app.log.join('')).not.toContain('sk-very')
  const row = await app.base.db.selectFrom('models').selectAll().executeTakeFirstOrThrow()
  expect(row.api_key).toMatch(/^v1\./)
  expect(JSON.stringify(row)).not.toContain('sk-very')
  expect(readFileSync(join(app.folder, 'secret.key'))).toHaveLength(32)
})

test('a key does not follow to another address, and a short one is not hinted at', async () => {
  const { ada, save } = await setScene()
  const { id } = await save()
  const elsewhere = { id, name: 'x', model: 'x', base_url: 'https://elsewhere.example/v1' }
  expect(await ada.refusal(api.models.save, elsewhere)).toMatchObject({
    problem: 'input.invalid',
    data: { issues: [{ path: 'api_key', message: '更换地址后请重新填写密钥' }] },
  })
  expect(await save({ ...elsewhere, api_key: 'short-key' })).toMatchObject({ key_hint: null, external: true })
  expect(await save({ ...elsewhere, api_key: '', clear_key: true })).toMatchObject({ has_key: false })
  expect(await save({ ...elsewhere, api_key: '', inside: true })).toMatchObject({ external: false })
})

test('a test says why a model does not work', async () => {
  const { server, ada, save } = await setScene()
  const { id } = await save()
  server.next(refuse(401, { message: `bad key ${KEY}` }))
  expect(await ada.call(api.models.test, { id })).toMatchObject({
    ok: false,
    code: 'provider_auth',
    message: '模型服务不接受当前的密钥，请联系管理员。',
    detail: expect.stringContaining('bad key ***'),
  })
  const vectors = await save({ kind: 'embedding', name: '向量', model: 'bge-m3' })
  expect(await ada.call(api.models.test, { id: vectors.id })).toMatchObject({
    ok: true,
    message: '可用：向量 64 维',
  })
  const rerank = await save({ kind: 'rerank', name: '重排' })
  expect(await ada.call(api.models.test, { id: rerank.id })).toMatchObject({
    ok: true,
    message: '可用：重排正常',
  })
})

test('a bare host is completed, a sharp sign is refused, and a test says which address was called', async () => {
  const { server, ada, save } = await setScene()
  const { id, base_url } = await save({ base_url: new URL(server.url).origin })
  expect(base_url).toBe(`${new URL(server.url).origin}/v1`)
  expect(await ada.call(api.models.test, { id })).toMatchObject({
    ok: true,
    url: `${base_url}/chat/completions`,
  })
  const sharp = { kind: 'chat' as const, name: 'x', model: 'x', base_url: 'https://elsewhere.example/v1#' }
  expect(await ada.refusal(api.models.save, sharp)).toMatchObject({ problem: 'input.invalid' })
})

test('a model whose key can no longer be read says so, and is mended by entering it again', async () => {
  const { app, ada, save } = await setScene()
  const { id } = await save()
  await app.base.db.updateTable('models').set({ api_key: 'v1.broken' }).execute()
  const problem = expect.stringContaining('请管理员重新填写')
  expect((await ada.call(api.models.list, {})).models).toMatchObject([{ id, problem }])
  expect(await ada.call(api.models.test, { id })).toMatchObject({ ok: false, message: problem })
  expect(await save({ id })).toMatchObject({ problem: null })
})

test('models of the settings are listed first, can be chosen, and are changed only in the settings', async () => {
  const named = [
    {
      id: 'deepseek',
      name: 'DeepSeek',
      base_url: 'https://api.deepseek.com/v1',
      model: 'deepseek-chat',
      api_key: KEY,
    },
    { id: 'near', base_url: 'http://10.0.0.8:8000/v1', model: 'Qwen3-32B', inside: true },
  ]
  const { ada, save } = await setScene({
    AI_BASE_URL: 'http://localhost:11434/v1/',
    AI_MODEL: 'Qwen/Qwen3:8b',
    AI_EMBEDDING_MODEL: 'bge-m3',
    AI_MODELS: JSON.stringify(named),
  })
  const own = await save()
  const { models } = await ada.call(api.models.list, {})
  expect(models).toMatchObject([
    {
      id: 'Qwen-Qwen3-8b',
      name: 'Qwen/Qwen3:8b',
      base_url: 'http://localhost:11434/v1',
      is_default: true,
      external: false,
    },
    { id: 'embedding.bge-m3', kind: 'embedding', is_default: true },
    { id: 'deepseek', source: 'settings', external: true, has_key: true, key_hint: null },
    { id: 'near', name: 'near', external: false, has_key: false },
    { id: own.id, source: 'page', is_default: false },
  ])
  expect(JSON.stringify(models)).not.toContain('sk-very')

  await ada.call(api.models.setDefault, { id: own.id })
  const after = await ada.call(api.models.list, {})
  expect(after.models.filter((model) => model.is_default).map((model) => model.id)).toEqual([
    'embedding.bge-m3',
    own.id,
  ])
  for (const [endpoint, input] of [
    [api.models.remove, { id: 'near' }],
    [api.models.save, { id: 'near', name: 'x', base_url: 'http://x', model: 'x' }],
  ] as const)
    expect(await ada.refusal(endpoint, input)).toMatchObject({ status: 409, problem: 'model.from_settings' })
})

test('what does not fit is refused: credentials in the address, a kind that changes, foreign defaults', async () => {
  const { ada, save } = await setScene()
  const { id } = await save()
  const vectors = await save({ kind: 'embedding' })
  const base = { name: 'x', model: 'x' }
  for (const base_url of ['http://u:p@x/v1', 'http://x/v1?key=1', 'file:///etc/passwd', 'x'])
    expect(await ada.refusal(api.models.save, { ...base, base_url })).toMatchObject({
      problem: 'input.invalid',
    })
  for (const input of [
    { application_id: 'qa', model_ids: [vectors.id] },
    { application_id: 'qa', model_ids: [id], default_id: 'other' },
  ])
    expect(await ada.refusal(api.models.mapApplication, input)).toMatchObject({ problem: 'input.invalid' })
  const nobody = { application_id: 'qa', model_ids: ['nobody'] }
  expect(await ada.refusal(api.models.mapApplication, nobody)).toMatchObject({ problem: 'model.not_found' })
  expect(
    await ada.refusal(api.models.save, { ...base, id, kind: 'rerank', base_url: 'http://x' }),
  ).toMatchObject({
    problem: 'input.invalid',
  })
  await save({ id, active: false })
  expect(await ada.refusal(api.models.setDefault, { id })).toMatchObject({ problem: 'input.invalid' })
})

test('a model that is silent is given up when the operator leaves', async () => {
  const { server, app, ada, save } = await setScene()
  const { id } = await save()
  server.next(silent(), say('x'))
  const stop = AbortSignal.timeout(50)
  const { testModel } = await import('./test-model.service.ts')
  const actor = { id: ada.id, is_admin: true, organization: null, session_id: 's' }
  const stream = { after: 0, signal: stop }
  const ctx = { ...app.base, actor, stream } as unknown as Parameters<typeof testModel>[0]
  await expect(testModel(ctx, { id })).rejects.toThrow()
})
