import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import { refuse, say, scriptedModel } from '../../testing/scripted-model.ts'
import { testApp } from '../../testing/test-app.ts'

const QUESTION = 'What does humidity do to perovskite cells?'

async function setScene() {
  const servers = [await scriptedModel(), await scriptedModel()] as const
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const bo = await app.signUp('Bob')
  await addPapers(app.base, [
    {
      title: 'Humidity and perovskite cells',
      abstract: 'Humidity degrades perovskite cells within hours. Sealing them slows the loss.',
    },
  ])
  const model_ids: string[] = []
  for (const [at, { url }] of servers.entries()) {
    const model = { name: `模型${at + 1}`, base_url: url, model: 'm', api_key: 'sk-of-a-test-0001' }
    model_ids.push((await ada.call(api.models.save, model)).id)
  }
  return { app, ada, bo, servers, model_ids }
}

test('two models answer from the same evidence, with calls, tokens and times, and nothing is stored', async () => {
  const { app, ada, servers, model_ids } = await setScene()
  const [first, second] = servers
  first.next(say('It degrades them [E1].', { usage: { prompt_tokens: 100, completion_tokens: 7 } }))
  second.next(say('Cells degrade.'))
  const { evidence, answers } = await ada.call(api.modelComparison.compare, { question: QUESTION, model_ids })
  expect(evidence.map(({ title }) => title)).toEqual(['Humidity and perovskite cells'])
  expect(answers).toMatchObject([
    { name: '模型1', answer: 'It degrades them [1].', calls: 1, prompt_tokens: 100, completion_tokens: 7 },
    { name: '模型2', answer: 'Cells degrade.', calls: 1, problem: null },
  ])
  expect(answers[0]?.citations[0]?.passage_id).toBe(evidence[0]?.passage_id)
  for (const { first_word_ms, took_ms } of answers) expect(first_word_ms).toBeLessThanOrEqual(took_ms)
  const passages = servers.map(({ requests }) => JSON.stringify(requests[0]?.body).includes('within hours'))
  expect(passages).toEqual([true, true])
  expect(await app.base.db.selectFrom('chat_records').selectAll().execute()).toEqual([])
  expect((await ada.call(api.chat.usage, {})).used).toBeGreaterThanOrEqual(107)
})

test('a model that fails is reported beside the answer of the other', async () => {
  const { ada, servers, model_ids } = await setScene()
  servers[0].next(refuse(401))
  servers[1].next(say('Cells degrade.'))
  const { answers } = await ada.call(api.modelComparison.compare, { question: QUESTION, model_ids })
  expect(answers).toMatchObject([
    { answer: '', first_word_ms: null, problem: expect.stringMatching(/[\u4e00-\u9fff]/) },
    { answer: 'Cells degrade.', problem: null },
  ])
})

test('without evidence no model is asked', async () => {
  const { ada, servers, model_ids } = await setScene()
  const question = 'zxqv wvutk qqplm'
  expect(await ada.call(api.modelComparison.compare, { question, model_ids })).toEqual({
    evidence: [],
    answers: [],
  })
  expect(servers.map(({ requests }) => requests.length)).toEqual([0, 0])
})

test('only an operator compares models, and only two different ones', async () => {
  const { ada, bo, model_ids } = await setScene()
  const [id = ''] = model_ids
  expect(await bo.refusal(api.modelComparison.compare, { question: QUESTION, model_ids })).toMatchObject({
    status: 403,
  })
  for (const ids of [[id], [id, id]])
    expect(
      await ada.refusal(api.modelComparison.compare, { question: QUESTION, model_ids: ids }),
    ).toMatchObject({
      problem: 'input.invalid',
    })
})
