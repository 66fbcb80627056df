import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import {
  APPLICATION_ID,
  answerByScript,
  openChat,
  openStream,
  startListening,
  streamPath,
} from '../../testing/chat.ts'
import { projectScene } from '../../testing/project-scene.ts'
import { testApp } from '../../testing/test-app.ts'

/** An operator, and somebody who reads an answer that goes on. */
async function reading() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const bo = await app.signUp('Bob')
  const script = answerByScript(app.base)
  const chat_id = await openChat(bo)
  const url = await startListening(app)
  const path = `${url}/api/application/chat_message/${chat_id}`
  const stream = await openStream(path, { cookie: bo.cookie(), body: { message: '问' } })
  const { data } = await stream.until((frame) => frame.event === 'meta')
  return { app, ada, bo, script, stream, url, chat_id, chat_record_id: String(data.chat_record_id) }
}

test('a stream ends when its reader logs out, and cannot be resumed', async () => {
  const { bo, script, stream, url, chat_id, chat_record_id } = await reading()
  const cookie = bo.cookie()
  await bo.call(api.user.logout, {}).catch(() => {})
  const frames = await stream.rest()
  script.say('之后的内容')
  const again = await openStream(url + streamPath(chat_id, chat_record_id), { cookie })

  expect(frames.map((frame) => frame.event)).toEqual(['meta'])
  expect(again.status).toBe(401)
})

test('a stream ends when the account is disabled', async () => {
  const { ada, bo, stream } = await reading()
  await ada.call(api.admin.setUser, { user_id: bo.id, status: 'disabled' })

  expect((await stream.rest()).map((frame) => frame.event)).toEqual(['meta'])
})

test('a deleted chat stops its answer, and comes back with what was said', async () => {
  const { bo, script, stream, chat_id, chat_record_id } = await reading()
  script.say('说到这里')
  await stream.until((frame) => frame.event === 'delta')
  const chat = { application_id: APPLICATION_ID, chat_id }
  await bo.call(api.chat.remove, chat)
  await stream.rest()

  expect(script.signals[0]?.aborted).toBe(true)
  expect(await bo.refusal(api.chat.record, { ...chat, chat_record_id })).toMatchObject({ status: 404 })
  await bo.call(api.chat.restore, chat)
  expect(await bo.call(api.chat.record, { ...chat, chat_record_id })).toMatchObject({
    status: 'cancelled',
    answer: '说到这里',
  })
})

test('attack 21: an answer about a project stops within seconds when its reader is taken out', async () => {
  const { app, owner, member, project_id } = await projectScene()
  const script = answerByScript(app.base)
  const { id: dataset_id } = await owner.call(api.datasets.create, { name: '综述', project_id })
  const { chat_id } = await member.call(api.chat.openDataset, { dataset_id })
  const url = await startListening(app)
  const path = `${url}/api/application/chat_message/${chat_id}`
  const stream = await openStream(path, { cookie: member.cookie(), body: { message: '问' } })
  const { data } = await stream.until((frame) => frame.event === 'meta')
  script.say('说到这里')
  await stream.until((frame) => frame.event === 'delta')
  await owner.call(api.projects.removeMembers, { project_id, user_ids: [member.id] })
  const last = (await stream.rest()).at(-1)

  expect(last?.event).toBe('cancelled')
  expect(script.signals[0]?.aborted).toBe(true)
  const ask = { chat_id, message: '再问' }
  expect(await member.refusal(api.chat.send, ask)).toMatchObject({
    status: 404,
    problem: 'dataset.not_found',
  })
  const record = { application_id: 'dataset_chat', chat_id, chat_record_id: String(data.chat_record_id) }
  expect(await member.call(api.chat.record, record)).toMatchObject({
    status: 'cancelled',
    answer: '说到这里',
  })
})

test('attacks 13 and 14: somebody else can neither read nor stop an answer', async () => {
  const { ada, script, url, chat_id, chat_record_id } = await reading()
  const stranger = await openStream(url + streamPath(chat_id, chat_record_id), { cookie: ada.cookie() })
  const refused = await ada.refusal(api.chat.cancel, { chat_id, chat_record_id })

  expect(stranger.status).toBe(404)
  expect(refused).toMatchObject({ status: 404, problem: 'chat_record.not_found' })
  expect(script.signals[0]?.aborted).toBe(false)
})
