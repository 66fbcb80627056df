import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'
import { gatherTools } from './personal-data.ts'
import { builtInPrompts } from './prompt.service.ts'

const { tools } = api
const prompt = (name: string) => ({ name, content: `请处理：${name}`, type: 'write' })

async function scene() {
  const app = await testApp()
  return { app, ada: await app.signUp('Ada') }
}

test('own prompts are kept, changed and deleted; the ready ones stand beside them', async () => {
  const { app, ada } = await scene()
  const first = await ada.call(tools.addPrompt, prompt('甲'))
  app.pass(1_000)
  await ada.call(tools.addPrompt, { name: ' 乙 ', content: '另一个' })
  const names = async (input: object = {}) => {
    const { own } = await ada.call(tools.prompts, input)
    return own.map((each) => each.name)
  }
  expect(await names()).toEqual(['乙', '甲'])
  expect(await names({ type: 'custom' })).toEqual(['乙'])
  expect(await names({ keyword: '处理' })).toEqual(['甲'])
  expect((await ada.call(tools.prompts, {})).ready).toHaveLength(builtInPrompts.length)
  expect(
    (await ada.call(tools.prompts, { type: 'method' })).ready.every((each) => each.type === 'method'),
  ).toBe(true)

  app.pass(1_000)
  const changed = await ada.call(tools.changePrompt, { id: first.id, ...prompt('丙') })
  expect(changed).toMatchObject({ id: first.id, name: '丙', created_at: first.created_at })
  expect(changed.updated_at > first.updated_at).toBe(true)
  expect(await names()).toEqual(['丙', '乙'])
  await ada.call(tools.removePrompt, { id: first.id })
  expect(await names()).toEqual(['乙'])
  expect(await ada.refusal(tools.removePrompt, { id: first.id })).toMatchObject({
    problem: 'prompt.not_found',
  })
})

test('a prompt that is empty or too long is refused, and one of 8,000 characters kept', async () => {
  const { ada } = await scene()
  expect((await ada.call(tools.addPrompt, { name: '长', content: 'x'.repeat(8_000) })).content).toHaveLength(
    8_000,
  )
  for (const bad of [
    { name: '长', content: 'x'.repeat(8_001) },
    { name: ' ', content: 'x' },
    { name: '空', content: '' },
  ])
    expect(await ada.refusal(tools.addPrompt, bad)).toMatchObject({ status: 400, problem: 'input.invalid' })
})

test('attack 49: fifty prompts at once at the edge of the limit leave exactly 200', async () => {
  const { app, ada } = await scene()
  const now = app.base.now().toISOString()
  const rows = Array.from({ length: 195 }, (_, index) => ({
    id: app.base.newId(),
    user_id: ada.id,
    ...prompt(`第 ${index} 个`),
    created_at: now,
    updated_at: now,
  }))
  await app.base.db.insertInto('user_prompts').values(rows).execute()
  const sent = Array.from({ length: 50 }, (_, index) => ada.send(tools.addPrompt, prompt(`同时 ${index}`)))
  const answers = (await Promise.all(sent)).map((response) => response.statusCode)

  expect((await ada.call(tools.prompts, {})).own.length).toBeLessThanOrEqual(200)
  expect(answers.filter((status) => status === 200).length).toBe(
    (await ada.call(tools.prompts, {})).own.length - 195,
  )
  expect(answers.filter((status) => status === 200).length).toBeGreaterThan(0)
  while ((await ada.call(tools.prompts, {})).own.length < 200) await ada.call(tools.addPrompt, prompt('再试'))
  expect(await ada.refusal(tools.addPrompt, prompt('多'))).toMatchObject({
    status: 409,
    problem: 'prompt.too_many',
  })
})

test('the personal export holds prompts and marks, and they end with the account', async () => {
  const { app, ada } = await scene()
  const bob = await app.signUp('Bob')
  await bob.call(tools.addPrompt, prompt('我的'))
  await bob.call(tools.mark, { tool_id: 'translation' })
  await ada.call(tools.addPrompt, prompt('别人的'))

  expect(await gatherTools(app.base, bob.id)).toMatchObject({
    prompts: [{ name: '我的' }],
    marks: [{ tool_id: 'translation' }],
  })
  await app.base.db.deleteFrom('users').where('id', '=', bob.id).execute()
  expect(await gatherTools(app.base, bob.id)).toEqual({ prompts: [], marks: [] })
  expect((await gatherTools(app.base, ada.id)).prompts).toHaveLength(1)
})
