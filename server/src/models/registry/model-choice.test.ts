import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import type { Context } from '../../platform/context/context.ts'
import { cut, hang, refuse, say, scriptedModel } from '../../testing/scripted-model.ts'
import { testApp } from '../../testing/test-app.ts'
import {
  getChatModel,
  getEmbeddingModel,
  getLibraryEmbeddingModel,
  getLibraryRerankModel,
  getRerankModel,
  listModelChoices,
} from './model-choice.ts'
import { getTokenUsage, reserveTokens, settleTokens } from './quota.ts'
import * as usage from './usage.store.ts'

const never = () => new AbortController().signal
const QUESTION = { messages: [{ role: 'user' as const, content: '你好' }], max_tokens: 100 }

async function setScene(env: Record<string, string> = {}) {
  const server = await scriptedModel()
  const app = await testApp({ env })
  const ada = await app.signUp('Ada')
  const actor = { id: ada.id, is_admin: true, organization: null, session_id: 's' }
  // Of a context services here use no more than this.
  const ctx = { ...app.base, actor } as Context
  const save = async (name: string, change: object = {}) => {
    const model = await ada.call(api.models.save, { name, base_url: server.url, model: name, ...change })
    return model.id
  }
  return { server, app, ada, ctx, save }
}

async function drain(parts: AsyncIterable<unknown>): Promise<unknown> {
  try {
    for await (const _part of parts);
    return null
  } catch (error) {
    return error
  }
}

test('without a model there is none, for chats, vectors and order', async () => {
  const { ctx } = await setScene()
  expect(await getChatModel(ctx, 'qa', null)).toBeNull()
  expect(await getLibraryEmbeddingModel(ctx)).toBeNull()
  expect(await getLibraryRerankModel(ctx)).toBeNull()
  expect(await listModelChoices(ctx, 'qa')).toEqual([])
  await expect(getChatModel(ctx, 'qa', 'gpt')).rejects.toThrow('没有找到这个模型')
})

test('an application uses the default of all until the operator gives it its own models', async () => {
  const { ada, ctx, save } = await setScene()
  const [one, two, three] = [await save('one'), await save('two'), await save('three')]
  await ada.call(api.models.setDefault, { id: two })
  expect((await getChatModel(ctx, 'qa', null))?.id).toBe(two)
  expect((await getChatModel(ctx, 'qa', three))?.id).toBe(three)

  await ada.call(api.models.mapApplication, {
    application_id: 'qa',
    model_ids: [one, three],
    default_id: three,
  })
  expect((await getChatModel(ctx, 'qa', null))?.id).toBe(three)
  expect((await getChatModel(ctx, 'qa', one))?.id).toBe(one)
  await expect(getChatModel(ctx, 'qa', two)).rejects.toMatchObject({ id: 'model.not_found' })
  expect((await getChatModel(ctx, 'translate', null))?.id).toBe(two)
  expect((await ada.call(api.models.list, {})).applications).toEqual([
    { application_id: 'qa', model_ids: [one, three], default_id: three },
  ])

  await save('three', { id: three, active: false })
  expect((await getChatModel(ctx, 'qa', null))?.id).toBe(one)
  expect(await listModelChoices(ctx, 'qa')).toMatchObject([
    { id: one, default: true, available: true, reason: null, external: false },
    { id: three, default: false, available: false, reason: '已由管理员停用' },
  ])
  await ada.call(api.models.mapApplication, { application_id: 'qa', model_ids: [] })
  expect((await getChatModel(ctx, 'qa', null))?.id).toBe(two)
})

test('an application whose only model is switched off uses no other in its place, and keeps it', async () => {
  const { ada, ctx, save } = await setScene()
  const [one, two] = [await save('one'), await save('two')]
  await ada.call(api.models.mapApplication, { application_id: 'qa', model_ids: [one] })
  await save('one', { id: one, active: false })
  expect(await getChatModel(ctx, 'qa', null)).toBeNull()
  expect((await getChatModel(ctx, 'other', null))?.id).toBe(two)
  expect(await ada.refusal(api.models.remove, { id: one })).toMatchObject({ problem: 'model.needed' })
  await ada.call(api.models.mapApplication, { application_id: 'qa', model_ids: [one, two] })
  await ada.call(api.models.remove, { id: one })
  expect((await getChatModel(ctx, 'qa', null))?.id).toBe(two)
})

test('a person can see whom a model outside belongs to, and that others keep the text here', async () => {
  const { ctx, save } = await setScene()
  const far = await save('far', { base_url: 'https://api.example.com/v1' })
  const near = await save('near')
  expect(await listModelChoices(ctx, 'qa')).toMatchObject([
    { id: far, external: true, host: 'api.example.com' },
    { id: near, external: false, host: null },
  ])
})

test('vectors and order come from the default of their kind', async () => {
  const { ada, ctx, save } = await setScene()
  await save('bge-small', { kind: 'embedding' })
  const large = await save('bge-large', { kind: 'embedding' })
  await save('ranker', { kind: 'rerank' })
  await ada.call(api.models.setDefault, { id: large })
  expect((await getLibraryEmbeddingModel(ctx))?.id).toBe('bge-large')
  expect(await (await getLibraryRerankModel(ctx))?.rerank('图 网络', ['图网络', '猫'], never())).toHaveLength(
    2,
  )
})

test('a key that cannot be read stops a chat, but not the search that vectors would have helped', async () => {
  const { ctx, save } = await setScene()
  for (const kind of ['chat', 'embedding', 'rerank']) await save(kind, { kind, api_key: 'sk-some-long-key' })
  await ctx.db.updateTable('models').set({ api_key: 'v1.broken' }).execute()
  await expect(getChatModel(ctx, 'qa', null)).rejects.toMatchObject({ id: 'secret.unreadable' })
  const fault = { code: 'provider_auth', message: expect.stringContaining('请管理员重新填写') }
  await expect((await getLibraryEmbeddingModel(ctx))?.embed(['x'], never())).rejects.toMatchObject(fault)
  await expect((await getLibraryRerankModel(ctx))?.rerank('x', ['y'], never())).rejects.toMatchObject(fault)
  expect(await listModelChoices(ctx, 'qa')).toMatchObject([{ available: false, reason: fault.message }])
})

test('vectors and reranking for a person count against their day; a call that failed does not', async () => {
  const { server, ctx, save } = await setScene({ AI_TOKENS_PER_DAY: '100' })
  await save('bge', { kind: 'embedding' })
  await save('ranker', { kind: 'rerank' })
  const used = async () => (await usage.listUsageOfUser(ctx.db, ctx.actor.id))[0]?.tokens ?? 0
  await (await getEmbeddingModel(ctx))?.embed(['图神经网络', '猫'], never())
  expect(await used()).toBe(6)
  await (await getRerankModel(ctx))?.rerank('图网', ['图', '猫'], never())
  expect(await used()).toBe(12)
  server.next(refuse(401))
  await expect((await getEmbeddingModel(ctx))?.embed(['图'], never())).rejects.toMatchObject({
    code: 'provider_auth',
  })
  expect(await used()).toBe(12)
  const long = '图'.repeat(100)
  await expect((await getEmbeddingModel(ctx))?.embed([long], never())).rejects.toMatchObject({
    code: 'quota_exceeded',
  })
  await (await getLibraryEmbeddingModel(ctx))?.embed([long], never())
  expect(await used()).toBe(12)
})

test('a call counts with what the model says it used, and with an estimate where it was cut', async () => {
  const { server, ctx, save } = await setScene()
  await save('one')
  const model = await getChatModel(ctx, 'qa', null)
  const usedBy = async (...replies: Parameters<typeof server.next>) => {
    const before = (await usage.listUsageOfUser(ctx.db, ctx.actor.id))[0]?.tokens ?? 0
    server.next(...replies)
    if (model) await drain(model.stream(QUESTION, never()))
    return ((await usage.listUsageOfUser(ctx.db, ctx.actor.id))[0]?.tokens ?? 0) - before
  }
  expect(await usedBy(say('好', { usage: { prompt_tokens: 100, completion_tokens: 23 } }))).toBe(123)
  expect(await usedBy(refuse(401))).toBe(0)
  const estimated = await usedBy(cut('一二三四五六七八九十'))
  expect(estimated).toBeGreaterThan(15)
  expect(estimated).toBeLessThan(40)
  expect(await ctx.db.selectFrom('token_reservations').selectAll().execute()).toEqual([])
})

test('a reader that leaves gives back what was set aside', async () => {
  const { server, ctx, save } = await setScene()
  await save('one')
  const model = await getChatModel(ctx, 'qa', null)
  server.next(hang('一'))
  for await (const _part of model?.stream(QUESTION, never()) ?? []) break
  expect(await ctx.db.selectFrom('token_reservations').selectAll().execute()).toEqual([])
})

test('a day’s tokens end, for one person, until midnight in Beijing', async () => {
  const { server, app, ctx, save } = await setScene({ AI_TOKENS_PER_DAY: '1000' })
  const bo = await app.signUp('Bob')
  await save('one')
  const model = await getChatModel(ctx, 'qa', null)
  const ask = async () => (model ? drain(model.stream(QUESTION, never())) : null)
  server.next(say('好', { usage: { prompt_tokens: 800, completion_tokens: 150 } }))
  expect(await ask()).toBeNull()
  expect(await ask()).toMatchObject({
    code: 'quota_exceeded',
    retryable: false,
    message: expect.stringContaining('1,000'),
  })
  expect(server.requests).toHaveLength(1)

  const other = await getChatModel({ ...ctx, actor: { ...ctx.actor, id: bo.id } }, 'qa', null)
  expect(other ? await drain(other.stream(QUESTION, never())) : null).toBeNull()
  app.pass(7 * 60 * 60_000)
  expect(await ask()).toMatchObject({ code: 'quota_exceeded' })
  app.pass(60 * 60_000)
  expect(await ask()).toBeNull()
})

test('ten calls at once cannot pass the limit together, and a dead process holds nothing for long', async () => {
  const { app, ctx } = await setScene({ AI_TOKENS_PER_DAY: '1000' })
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => reserveTokens(ctx, 300)))
  const held = tries.filter((each) => each.status === 'fulfilled').map((each) => each.value)
  expect(held).toHaveLength(3)
  await expect(reserveTokens(ctx, 300)).rejects.toMatchObject({ code: 'quota_exceeded' })
  for (const reservation of [...held.slice(0, 1), ...held.slice(0, 1)])
    await settleTokens(ctx, reservation, 10)
  expect(await usage.listUsageOfUser(ctx.db, ctx.actor.id)).toEqual([{ day: '2026-03-02', tokens: 10 }])
  await expect(reserveTokens(ctx, 300)).resolves.toBeDefined()
  app.pass(16 * 60_000)
  await expect(reserveTokens(ctx, 900)).resolves.toBeDefined()
})

test('what was used today is told with the limit, calls that run included', async () => {
  const { app, ctx } = await setScene({ AI_TOKENS_PER_DAY: '1000' })
  expect(await getTokenUsage(ctx)).toEqual({ used: 0, limit: 1000 })
  const held = await reserveTokens(ctx, 300)
  expect(await getTokenUsage(ctx)).toEqual({ used: 300, limit: 1000 })
  await settleTokens(ctx, held, 12)
  expect(await getTokenUsage(ctx)).toEqual({ used: 12, limit: 1000 })
  app.pass(24 * 60 * 60_000)
  expect(await getTokenUsage(ctx)).toEqual({ used: 0, limit: 1000 })
})

test('no limit is none', async () => {
  const { ctx } = await setScene({ AI_TOKENS_PER_DAY: '0' })
  await expect(reserveTokens(ctx, 10_000_000)).resolves.toBeDefined()
  expect(await getTokenUsage(ctx)).toEqual({ used: 10_000_000, limit: null })
})
