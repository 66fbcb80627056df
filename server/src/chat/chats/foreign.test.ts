import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { UNKNOWN_ID } from '../../testing/cases/case.ts'
import {
  APPLICATION_ID,
  answerWith,
  openChat,
  openStream,
  recordIdOf,
  sendAndRead,
  startListening,
  streamPath,
} from '../../testing/chat.ts'
import { testApp } from '../../testing/test-app.ts'

/** Bo has a chat with an answer, a prompt and a token; Ada, an operator even, has none of it. */
async function scene() {
  const app = await testApp()
  const [ada, bo] = [await app.signUp('Ada'), await app.signUp('Bob')]
  answerWith(app.base, '答', '案')
  const chat_id = await openChat(bo)
  const chat_record_id = recordIdOf(await sendAndRead(bo, { chat_id, message: '问题' }))
  const { id: prompt_id } = await bo.call(api.tools.addPrompt, {
    name: '我的',
    content: '写',
    type: 'custom',
  })
  const { id: token_id } = await bo.call(api.tokens.create, { name: '笔记' })
  return { app, ada, bo, url: await startListening(app), chat_id, chat_record_id, prompt_id, token_id }
}

type Scene = Awaited<ReturnType<typeof scene>>
const PROMPT = { name: '换一个', content: '换', type: 'custom' } as const

/** Everything of a person's answers that has an id, asked for by somebody else. */
const calls: [
  name: string,
  refusal: (all: Scene, ids: Ids) => Promise<{ status: number; problem?: string | undefined }>,
][] = [
  ['a chat renamed', ({ ada }, { chat }) => ada.refusal(api.chat.rename, { ...chat, title: '我的' })],
  ['a chat deleted', ({ ada }, { chat }) => ada.refusal(api.chat.remove, chat)],
  ['a chat brought back', ({ ada }, { chat }) => ada.refusal(api.chat.restore, chat)],
  ['a chat pinned', ({ ada }, { chat }) => ada.refusal(api.chat.pin, chat)],
  ['records', ({ ada }, { chat }) => ada.refusal(api.chat.records, { ...chat, page: 1, rows: 10 })],
  ['a question', ({ ada }, { chat }) => ada.refusal(api.chat.send, { chat_id: chat.chat_id, message: '问' })],
  ['a record', ({ ada }, { record }) => ada.refusal(api.chat.record, record)],
  ['a stream', ({ ada }, { record }) => ada.refusal(api.chat.resume, record)],
  ['a cancel', ({ ada }, { record }) => ada.refusal(api.chat.cancel, record)],
  ['thumbs', ({ ada }, { record }) => ada.refusal(api.chat.thumbs, { ...record, thumbs_flag: 1 })],
  ['follow-up questions', ({ ada }, { record }) => ada.refusal(api.chat.otherQuestions, record)],
  ['a file', ({ ada }, { record }) => ada.refusal(api.chat.download, { ...record, format: 'md' })],
  ['its papers', ({ ada }, { record }) => ada.refusal(api.chat.cited, record)],
  [
    'an approval',
    ({ ada }, { record }) => ada.refusal(api.chat.approve, { ...record, call_id: 'c1', approved: true }),
  ],
  [
    'a prompt changed',
    ({ ada }, { prompt }) => ada.refusal(api.tools.changePrompt, { ...PROMPT, id: prompt }),
  ],
  ['a prompt deleted', ({ ada }, { prompt }) => ada.refusal(api.tools.removePrompt, { id: prompt })],
  ['a token revoked', ({ ada }, { token }) => ada.refusal(api.tokens.remove, { token_id: token })],
]

const idsOf = ({
  chat_id,
  chat_record_id,
  prompt_id,
  token_id,
}: Pick<Scene, 'chat_id' | 'chat_record_id' | 'prompt_id' | 'token_id'>) => ({
  chat: { application_id: APPLICATION_ID, chat_id },
  record: { application_id: APPLICATION_ID, chat_id, chat_record_id },
  prompt: prompt_id,
  token: token_id,
})
type Ids = ReturnType<typeof idsOf>

const none = { chat_id: UNKNOWN_ID, chat_record_id: UNKNOWN_ID, prompt_id: UNKNOWN_ID, token_id: UNKNOWN_ID }

test('chats, records, streams, cancels, prompts and tokens of somebody else are 404, as if they did not exist', async () => {
  const all = await scene()
  for (const [name, refusal] of calls) {
    const theirs = await refusal(all, idsOf(all))
    const absent = await refusal(all, idsOf(none))
    expect(theirs.status, name).toBe(404)
    expect([theirs.status, theirs.problem], name).toEqual([absent.status, absent.problem])
  }
  const stream = await openStream(all.url + streamPath(all.chat_id, all.chat_record_id), {
    cookie: all.ada.cookie(),
  })
  expect(stream.status).toBe(404)
  const record = { application_id: APPLICATION_ID, chat_id: all.chat_id, chat_record_id: all.chat_record_id }
  expect(await all.bo.call(api.chat.record, record)).toMatchObject({ answer: '答案', thumbs_flag: 0 })
  expect(await all.bo.call(api.tokens.list, {})).toHaveLength(1)
})
