import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import type { AnswerPart, AnswerTask } from '../../answers/index.ts'
import { APPLICATION_ID, openChat, openStream, startListening, unsupportedMark } from '../../testing/chat.ts'
import { testApp } from '../../testing/test-app.ts'
import { answerRunsOf } from './answer-run.ts'

const SAID = '天是绿色的[1]。'
const CHANGED = '天是蓝色的[1]。'

/** A chat whose first answer is complete and is checked until `endCheck` is called. */
async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const chat_id = await openChat(ada)
  const tasks: AnswerTask[] = []
  const check = Promise.withResolvers<void>()
  answerRunsOf(app.base).answerer = async function* (_ctx, task): AsyncGenerator<AnswerPart> {
    tasks.push(task)
    yield { event: 'delta', data: { text: SAID } }
    yield unsupportedMark(SAID.indexOf('[1]'))
    if (tasks.length > 1) return
    yield { event: 'checking', data: { claims: 1 } }
    await check.promise
    yield { event: 'revision', data: { start: 0, end: SAID.length, text: CHANGED, undoable: true } }
  }
  const url = await startListening(app)
  const send = (message: string) =>
    openStream(`${url}/api/application/chat_message/${chat_id}`, {
      cookie: ada.cookie(),
      body: { message },
    })
  const stream = await send('天是什么颜色？')
  const { data } = await stream.until(({ event }) => event === 'meta')
  await stream.until(({ event }) => event === 'checking')
  const chat_record_id = String(data.chat_record_id)
  const where = { application_id: APPLICATION_ID, chat_id, chat_record_id }
  const record = () => ada.call(api.chat.record, where)
  return { app, ada, tasks, stream, send, where, record, endCheck: check.resolve }
}

test('a complete answer can be read, exported and rated while it is checked', async () => {
  const { ada, where, record } = await scene()
  const { chat_record_id } = where
  expect(await record()).toMatchObject({ status: 'checking', answer: SAID, finished_at: null })
  const file = await ada.send(api.chat.download, { chat_record_id, format: 'md' })
  expect(file.body).toContain(SAID)
  await ada.call(api.chat.thumbs, { chat_record_id, thumbs_flag: 1, reasons: [] })
  const undo = { ...where, revision: 0, undone: true }
  expect(await ada.refusal(api.chat.revise, undo)).toMatchObject({ problem: 'chat.not_ended' })
})

test('the next question is answered while the last answer is checked, and what the check finds is kept', async () => {
  const { tasks, stream, send, record, endCheck } = await scene()
  const next = await (await send('为什么？')).rest()
  expect(next.at(-1)?.event).toBe('done')
  expect(tasks[1]?.history.map(({ answer }) => answer)).toEqual([SAID])
  expect((await record()).status).toBe('checking')

  endCheck()
  const rest = await stream.rest()
  expect(rest.slice(-2).map(({ event }) => event)).toEqual(['revision', 'done'])
  expect(await record()).toMatchObject({ status: 'done', answer: CHANGED })
})

test('an answer that is stopped while it is checked is complete as it is', async () => {
  const { ada, where, stream, record } = await scene()
  await ada.call(api.chat.cancel, where)
  expect((await stream.rest()).at(-1)?.event).toBe('done')
  expect(await record()).toMatchObject({ status: 'done', answer: SAID, error: null })
})

test('a check that breaks off leaves the answer as it is', async () => {
  const { app, ada, record } = await scene()
  answerRunsOf(app.base).answerer = async function* () {
    yield { event: 'delta', data: { text: SAID } }
    yield { event: 'checking', data: { claims: 1 } }
    throw new Error('broken')
  }
  const chat_id = await openChat(ada)
  const { body } = await ada.send(api.chat.send, { chat_id, message: '问' })
  expect(body).toContain('event: done')
  expect((await record()).status).toBe('checking')
})
