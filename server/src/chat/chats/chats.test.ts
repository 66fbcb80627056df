import { api, SUMMARY_QUESTION } from '@scinav/contract'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import {
  APPLICATION_ID,
  answerWith,
  chatsScene,
  inApplication,
  parseFrames,
  sendAndRead,
} from '../../testing/chat.ts'
import { addPapers } from '../../testing/papers.ts'

const DAY_MS = 24 * 60 * 60_000

test('an empty chat is handed out again until something is said in it', async () => {
  const { app, ada } = await chatsScene()
  const [paper = ''] = await addPapers(app.base, ['A paper'])
  const first = await ada.call(api.chat.open, inApplication)
  const second = await ada.call(api.chat.openCommon, { ...inApplication, paper_id_list: [paper] })

  expect(second.chat_id).toBe(first.chat_id)
  expect(first.application).toMatchObject({ id: APPLICATION_ID, type: 'chat' })
  expect(await ada.call(api.chat.recent, {})).toEqual([])
  await sendAndRead(ada, { chat_id: first.chat_id, message: '这篇讲什么？' })
  const [chat] = await ada.call(api.chat.recent, {})
  expect(chat).toMatchObject({
    id: first.chat_id,
    title: '这篇讲什么？',
    record_count: 1,
    paper_id_list: [paper],
  })
  expect((await ada.call(api.chat.open, inApplication)).chat_id).not.toBe(first.chat_id)
  expect(await ada.refusal(api.chat.open, { application_id: 'nothing' })).toMatchObject({
    status: 404,
    problem: 'application.not_found',
  })
})

test('a chat that summarises a paper is called after the paper', async () => {
  const { app, ada } = await chatsScene()
  const [paper = ''] = await addPapers(app.base, ['Water H<sub>2</sub>O'])
  const { chat_id } = await ada.call(api.chat.open, { ...inApplication, paper_id_list: [paper] })
  await sendAndRead(ada, { chat_id, message: SUMMARY_QUESTION })
  expect((await ada.call(api.chat.recent, {})).map(({ title }) => title)).toEqual(['解读：Water H2O'])
})

test('chats can be renamed, pinned, deleted and brought back', async () => {
  const { app, ada, chatAbout } = await chatsScene()
  const one = await chatAbout('一')
  const two = await chatAbout('二')
  const titles = async () => ({
    pinned: (await ada.call(api.chat.pinned, {})).map((chat) => chat.title),
    recent: (await ada.call(api.chat.recent, {})).map((chat) => chat.title),
  })
  expect(await titles()).toEqual({ pinned: [], recent: ['二', '一'] })
  await ada.call(api.chat.rename, { ...one, title: ' 综述笔记 ' })
  await ada.call(api.chat.pin, one)
  expect(await titles()).toEqual({ pinned: ['综述笔记'], recent: ['二'] })
  await ada.call(api.chat.unpin, one)
  await ada.call(api.chat.remove, two)
  expect(await titles()).toEqual({ pinned: [], recent: ['综述笔记'] })
  expect(await ada.refusal(api.chat.records, { ...two, page: 1, rows: 20 })).toMatchObject({
    problem: 'chat.not_found',
  })
  expect(await ada.refusal(api.chat.record, two)).toMatchObject({ problem: 'chat_record.not_found' })

  app.pass(29 * DAY_MS)
  const browser = await app.logIn('Ada')
  await browser.call(api.chat.restore, two)
  expect((await browser.call(api.chat.ofApplication, { ...inApplication, page: 1, rows: 1 })).total).toBe(2)
})

test('after thirty days in the bin a chat is gone for good, and nothing else with it', async () => {
  const { app, ada, chatAbout } = await chatsScene()
  const kept = await chatAbout('留下')
  const gone = await chatAbout('删除')
  await ada.call(api.chat.remove, gone)
  app.pass(30.1 * DAY_MS)
  const browser = await app.logIn('Ada')
  await app.runner.drain()

  expect(await browser.refusal(api.chat.restore, gone)).toMatchObject({ problem: 'chat.not_found' })
  const rows = await app.base.db.selectFrom('chat_records').select('id').execute()
  expect(rows.map((row) => row.id)).toEqual([kept.chat_record_id])
  const events = await app.base.db.selectFrom('chat_events').select(['record_id', 'seq']).execute()
  expect(events).toEqual([{ record_id: kept.chat_record_id, seq: 3 }])
  const resumed = async () =>
    parseFrames((await browser.send(api.chat.resume, kept, { 'last-event-id': '1' })).body).map(
      ({ event }) => event,
    )
  // For some seconds the whole answer is still in memory.
  await expect.poll(resumed).toEqual(['reset', 'done'])
})

test('a word is found in titles, questions and answers', async () => {
  const { app, ada, chatAbout } = await chatsScene()
  const asked = await chatAbout('Graph neural networks 有哪些？')
  answerWith(app.base, '包括 GCN 与 100%_GAT')
  const answered = await chatAbout('图模型')
  const found = async (keyword: string) =>
    (await ada.call(api.chat.recent, { keyword })).map((chat) => chat.id)

  expect(await found('NEURAL')).toEqual([asked.chat_id])
  expect(await found('gcn')).toEqual([answered.chat_id])
  expect(await found('100%_')).toEqual([answered.chat_id])
  expect(await found('%')).toEqual([answered.chat_id])
  const page = { ...inApplication, page: 1, rows: 20, keyword: 'gcn' }
  expect((await ada.call(api.chat.ofApplication, page)).total).toBe(1)
})

test('the personal export holds chats, answers and marks', async () => {
  const { app, ada, chatAbout } = await chatsScene()
  const { chat_record_id } = await chatAbout('问')
  await ada.call(api.chat.thumbs, { chat_record_id, thumbs_flag: 1 })
  const { job_id } = await ada.call(api.user.exportData, {})
  await app.runner.drain()
  const zip = unzipSync((await ada.send(api.user.exportFile, { job_id })).rawPayload)

  expect(JSON.parse(new TextDecoder().decode(zip['chats.json']))).toMatchObject({
    chats: [{ title: '问' }],
    answers: [{ id: chat_record_id, question: '问', answer: '答案' }],
    thumbs: [{ record_id: chat_record_id, flag: 1 }],
  })
})
