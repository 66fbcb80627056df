import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import {
  APPLICATION_ID,
  answerWith,
  openChat,
  recordIdOf,
  sendAndRead,
  unsupportedMark,
} from '../../testing/chat.ts'
import { testApp } from '../../testing/test-app.ts'

const ANSWER = '天在晴朗的白天是蓝色的[2]，在同样的时候又是绿色的[1]。'

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const supported = unsupportedMark(ANSWER.indexOf('[2]'), 2)
  if (supported.event === 'citation') supported.data.support = 'supported'
  answerWith(app.base, ANSWER, supported, unsupportedMark(ANSWER.indexOf('[1]')))
  const chat_id = await openChat(ada)
  const chat_record_id = recordIdOf(await sendAndRead(ada, { chat_id, message: '天是什么颜色？' }))
  const where = { application_id: APPLICATION_ID, chat_id, chat_record_id }
  const exported = async () => (await ada.send(api.chat.download, { chat_record_id, format: 'md' })).body
  return { app, ada, where, exported }
}

test('what a source does not support is struck out of sight and of exports, and can be brought back', async () => {
  const { ada, where, exported } = await scene()
  const mark = ANSWER.indexOf('[1]')
  const struck = await ada.call(api.chat.redact, { ...where, mark, struck: true })
  expect(ANSWER.slice(struck[0]?.start, struck[0]?.end)).toBe('，在同样的时候又是绿色的[1]')
  expect(await ada.call(api.chat.redact, { ...where, mark, struck: true })).toEqual(struck)
  expect(await ada.call(api.chat.record, where)).toMatchObject({ answer: ANSWER, struck })
  expect(await exported()).toContain('天在晴朗的白天是蓝色的[2]。')
  expect(await exported()).not.toMatch(/绿色|Paper 1/)

  expect(await ada.call(api.chat.redact, { ...where, mark, struck: false })).toEqual([])
  expect(await exported()).toContain(ANSWER)
})

test('only what is not supported can be struck out, and only by whoever asked', async () => {
  const { app, ada, where } = await scene()
  const supported = { ...where, mark: ANSWER.indexOf('[2]'), struck: true }
  expect(await ada.refusal(api.chat.redact, supported)).toMatchObject({ status: 400 })
  const grace = await app.signUp('Grace')
  expect(await grace.refusal(api.chat.redact, { ...where, mark: 0, struck: true })).toMatchObject({
    status: 404,
  })
})

test('a change by the check is undone and made again in the record and in exports, by whoever asked', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const change = { start: 6, end: 12, text: '天是蓝的。', undoable: true }
  answerWith(app.base, '问得好。\n\n天是绿色的。', { event: 'revision', data: change })
  const chat_id = await openChat(ada)
  const chat_record_id = recordIdOf(await sendAndRead(ada, { chat_id, message: '天是什么颜色？' }))
  const where = { application_id: APPLICATION_ID, chat_id, chat_record_id }
  const answerNow = async () => (await ada.call(api.chat.record, where)).answer
  expect(await answerNow()).toContain('天是蓝的。')

  const undo = { ...where, revision: 0, undone: true }
  await ada.call(api.chat.revise, undo)
  await ada.call(api.chat.revise, undo)
  expect(await answerNow()).toBe('问得好。\n\n天是绿色的。')
  expect((await ada.send(api.chat.download, { chat_record_id, format: 'md' })).body).toContain('天是绿色的。')
  await ada.call(api.chat.revise, { ...undo, undone: false })
  expect(await answerNow()).toBe('问得好。\n\n天是蓝的。')

  expect(await ada.refusal(api.chat.revise, { ...undo, revision: 1 })).toMatchObject({ status: 400 })
  const grace = await app.signUp('Grace')
  expect(await grace.refusal(api.chat.revise, undo)).toMatchObject({ status: 404 })
})

test('changes that are undone at the same moment are all undone', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const said = ['天是绿的。', '草是红的。', '水是黄的。']
  const changed = ['天是蓝的，很蓝。', '草绿。', '']
  const changes = said.map((_, at) => {
    const start = said.slice(0, at).join('\n\n').length + (at > 0 ? 2 : 0)
    return { start, end: start + (said[at] ?? '').length, text: changed[at] ?? '', undoable: true }
  })
  // As the check does, from the end of the answer to its beginning.
  const parts = changes.toReversed().map((data) => ({ event: 'revision' as const, data }))
  answerWith(app.base, said.join('\n\n'), ...parts)
  const chat_id = await openChat(ada)
  const chat_record_id = recordIdOf(await sendAndRead(ada, { chat_id, message: '什么颜色？' }))
  const where = { application_id: APPLICATION_ID, chat_id, chat_record_id }
  const answerNow = async () => (await ada.call(api.chat.record, where)).answer
  expect(await answerNow()).toBe(changed.join('\n\n'))

  const undo = (undone: boolean) =>
    Promise.all(changes.map((_, revision) => ada.call(api.chat.revise, { ...where, revision, undone })))
  await undo(true)
  expect(await answerNow()).toBe(said.join('\n\n'))
  await undo(false)
  expect(await answerNow()).toBe(changed.join('\n\n'))
})

test('two sentences of one source that are cited side by side have one mark in exports', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const text = '天是蓝色的[1][1]。'
  const start = text.indexOf('[1]')
  answerWith(app.base, text, unsupportedMark(start), unsupportedMark(start + 3))
  const chat_id = await openChat(ada)
  const chat_record_id = recordIdOf(await sendAndRead(ada, { chat_id, message: '天是什么颜色？' }))
  for (const format of ['md', 'html'] as const) {
    const { body } = await ada.send(api.chat.download, { chat_record_id, format })
    expect(body).toContain('天是蓝色的[1]。')
  }
  const where = { application_id: APPLICATION_ID, chat_id, chat_record_id }
  expect((await ada.call(api.chat.record, where)).citations).toHaveLength(2)
})
