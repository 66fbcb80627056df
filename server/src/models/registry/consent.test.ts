import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { recordIdOf, sendAndRead } from '../../testing/chat.ts'
import { addPapers } from '../../testing/papers.ts'
import { say, scriptedModel } from '../../testing/scripted-model.ts'
import { testApp } from '../../testing/test-app.ts'

const HOST = 'api.example.com'
const QUESTION = '注意力机制如何工作？'

/** Models that the operator has set up outside; what is sent there is heard by a server of the test. */
async function setScene(...kinds: ('chat' | 'embedding' | 'rerank')[]) {
  const server = await scriptedModel()
  const app = await testApp({
    providers: ({ models }) => {
      const here = <Place extends { base_url: string }>(place: Place) => ({ ...place, base_url: server.url })
      return {
        models: {
          ...models,
          chat: (place) => ({ ...models.chat(here(place)), external: true }),
          embedding: (place) => ({ ...models.embedding(here(place)), external: true }),
          rerank: (place) => ({ ...models.rerank(here(place)), external: true }),
        },
      }
    },
  })
  const operator = await app.signUp('Operator')
  for (const kind of kinds)
    await operator.call(api.models.save, { kind, name: kind, model: kind, base_url: `https://${HOST}/v1` })
  const ada = await app.signUp('Ada')
  const [paper_id = ''] = await addPapers(app.base, [
    { title: '注意力机制综述', abstract: '注意力机制对输入加权。' },
  ])
  server.always(() => say('回答。'))
  const agree = (...hosts: string[]) =>
    ada.call(api.user.saveSetting, { key: 'outside-models', type: 'chat', value: hosts })
  const open = async (application_id: string) => (await ada.call(api.chat.open, { application_id })).chat_id
  const paths = () => server.requests.map(({ path }) => path)
  return { server, ada, paper_id, agree, open, paths }
}

const refusedFor = { status: 409, problem: 'model.outside', data: { host: HOST, model: 'chat' } }

test('a question goes to a model outside only after the person has agreed to its host', async () => {
  const { server, ada, agree, open } = await setScene('chat')
  const chat_id = await open('polish_zh')
  const message = { chat_id, message: '请润色', inputs: { text: '很好' } }

  expect(await ada.refusal(api.chat.send, message)).toMatchObject(refusedFor)
  await agree('api.elsewhere.com')
  expect(await ada.refusal(api.chat.send, message)).toMatchObject(refusedFor)
  expect(server.requests).toEqual([])
  expect(await ada.call(api.chat.recent, {})).toEqual([])
  await agree('api.elsewhere.com', HOST)
  expect((await sendAndRead(ada, message)).at(-1)?.event).toBe('done')
  expect(server.requests).toHaveLength(1)
})

test('who does not want a model outside is answered without one, and asked for nothing', async () => {
  const { server, ada, open } = await setScene('chat')
  const chat_id = await open('academic_qa')
  const frames = await sendAndRead(ada, { chat_id, message: QUESTION, model: 'extractive' })

  expect(frames.at(-1)?.event).toBe('done')
  expect(server.requests).toEqual([])
})

test('a translation by a model outside waits for the same word; what needs no model does not', async () => {
  const { server, ada, paper_id, agree } = await setScene('chat')
  const paper = { paper_id, fields: ['abstract' as const] }

  expect(await ada.call(api.translate.paper, { ...paper, target: 'zh' })).toMatchObject({ model: null })
  expect(await ada.refusal(api.translate.paper, { ...paper, target: 'en' })).toMatchObject(refusedFor)
  expect(await ada.refusal(api.translate.paper, { text: '你好', target: 'en' })).toMatchObject(refusedFor)
  expect(server.requests).toEqual([])
  await agree(HOST)
  server.next(say('Attention weighs its input.'))
  const translated = await ada.call(api.translate.paper, { ...paper, target: 'en' })
  expect(translated).toMatchObject({ abstract: 'Attention weighs its input.', model: 'chat' })
})

test('vectors and order are left out, and nothing is sent for them, until the person has agreed', async () => {
  const { ada, agree, open, paths } = await setScene('embedding', 'rerank')
  const chat_id = await open('academic_qa')
  const frames = await sendAndRead(ada, { chat_id, message: QUESTION })

  expect(frames.at(-1)?.event).toBe('done')
  expect(paths()).toEqual([])
  const notice = expect.stringContaining(`没有同意把问题发到站外，文献只按字词查找（${HOST}）`)
  expect(frames.map(({ data }) => data.text)).toContainEqual(notice)
  const choices = await ada.call(api.chat.models, { application_id: 'academic_qa' })
  expect(choices).toMatchObject([{ id: 'extractive', search_hosts: [HOST] }])
  await agree(HOST)
  await sendAndRead(ada, { chat_id, message: QUESTION, mode: 'regenerate', parent_id: recordIdOf(frames) })
  expect(paths().some((path) => path.includes('embeddings'))).toBe(true)
})
