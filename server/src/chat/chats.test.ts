import { api, SUMMARY_QUESTION } from '@scinav/contract'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import {
  APPLICATION,
  answerByScript,
  answerWith,
  ask,
  framesOf,
  openChat,
  recordOf,
} from '../testing/chat.ts'
import { addPapers } from '../testing/papers.ts'
import { testApp } from '../testing/test-app.ts'

const DAY_MS = 24 * 60 * 60_000
const inApplication = { application_id: APPLICATION }

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  answerWith(app.base, '答案')
  const chatAbout = async (message: string) => {
    app.pass(60_000)
    const chat_id = await openChat(ada)
    const chat_record_id = recordOf(await ask(ada, { chat_id, message }))
    return { ...inApplication, chat_id, chat_record_id }
  }
  return { app, ada, chatAbout }
}

test('an empty chat is handed out again until something is said in it', async () => {
  const { app, ada } = await scene()
  const [paper = ''] = await addPapers(app.base, ['A paper'])
  const first = await ada.call(api.chat.open, inApplication)
  const second = await ada.call(api.chat.openCommon, { ...inApplication, paper_id_list: [paper] })

  expect(second.chat_id).toBe(first.chat_id)
  expect(first.application).toMatchObject({ id: APPLICATION, type: 'chat' })
  expect(await ada.call(api.chat.recent, {})).toEqual([])
  await ask(ada, { chat_id: first.chat_id, message: '这篇讲什么？' })
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
  const { app, ada } = await scene()
  const [paper = ''] = await addPapers(app.base, ['Water H<sub>2</sub>O'])
  const { chat_id } = await ada.call(api.chat.open, { ...inApplication, paper_id_list: [paper] })
  await ask(ada, { chat_id, message: SUMMARY_QUESTION })
  expect((await ada.call(api.chat.recent, {})).map(({ title }) => title)).toEqual(['解读：Water H2O'])
})

test('a chat is about its papers, and a message about its own', async () => {
  const { app, ada } = await scene()
  const script = answerByScript(app.base)
  const [one = '', two = ''] = await addPapers(app.base, ['One', 'Two'])
  const { chat_id } = await ada.call(api.chat.open, { ...inApplication, paper_id_list: [one] })
  const send = async (input: object) => {
    const sent = ada.send(api.chat.send, { chat_id, message: '问', ...input })
    const before = script.tasks.length
    await expect.poll(() => script.tasks.length).toBe(before + 1)
    script.end()
    await sent
    return script.tasks.at(-1)
  }

  expect((await send({}))?.scope.paper_ids).toEqual([one])
  expect((await send({ paper_id_list: [two] }))?.scope.paper_ids).toEqual([two])
  const { list } = await ada.call(api.chat.records, { ...inApplication, chat_id, page: 1, rows: 20 })
  expect(list.map((record) => record.attachments)).toEqual([
    [{ kind: 'paper', id: one, name: 'One' }],
    [{ kind: 'paper', id: two, name: 'Two' }],
  ])
})

test('an answer is told what was said before it', async () => {
  const { app, ada, chatAbout } = await scene()
  const { chat_id } = await chatAbout('第一问')
  const script = answerByScript(app.base)
  const sent = ada.send(api.chat.send, { chat_id, message: '第二问' })
  await expect.poll(() => script.tasks.length).toBe(1)
  script.end()
  await sent

  expect(script.tasks[0]).toMatchObject({
    question: '第二问',
    history: [{ question: '第一问', answer: '答案' }],
    grounded: true,
    model: null,
  })
  expect(script.tasks[0]?.instructions).not.toBe('')
})

test('chats can be renamed, pinned, deleted and brought back', async () => {
  const { app, ada, chatAbout } = await scene()
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
  const { app, ada, chatAbout } = await scene()
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
    framesOf((await browser.send(api.chat.resume, kept, { 'last-event-id': '1' })).body).map(
      ({ event }) => event,
    )
  // For some seconds the whole answer is still in memory.
  await expect.poll(resumed, { timeout: 6_000 }).toEqual(['reset', 'done'])
})

test('a word is found in titles, questions and answers', async () => {
  const { app, ada, chatAbout } = await scene()
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

test('asked again or in other words, every answer stays beside the others', async () => {
  const { app, ada, chatAbout } = await scene()
  const first = await chatAbout('原来的问题')
  const { chat_id } = first
  answerWith(app.base, '第一个后续')
  const next = recordOf(await ask(ada, { chat_id, message: '追问' }))
  answerWith(app.base, '另一个答案')
  const again = recordOf(await ask(ada, { chat_id, mode: 'regenerate', parent_id: first.chat_record_id }))
  const edited = recordOf(
    await ask(ada, { chat_id, mode: 'edit', parent_id: first.chat_record_id, message: '改过的问题' }),
  )
  const sibling_ids = [first.chat_record_id, again, edited]
  const read = (chat_record_id: string) =>
    ada.call(api.chat.record, { ...inApplication, chat_id, chat_record_id })

  expect(await read(first.chat_record_id)).toMatchObject({
    answer: '答案',
    sibling_index: 1,
    sibling_count: 3,
    sibling_ids,
  })
  expect(await read(again)).toMatchObject({
    question: '原来的问题',
    answer: '另一个答案',
    sibling_index: 2,
    parent_id: null,
  })
  expect(await read(edited)).toMatchObject({ question: '改过的问题', sibling_index: 3, sibling_ids })
  const thread = async (more: object = {}) =>
    (await ada.call(api.chat.records, { ...inApplication, chat_id, page: 1, rows: 20, ...more })).list.map(
      ({ id }) => id,
    )
  expect(await thread()).toEqual([edited])
  expect(await thread({ through: first.chat_record_id })).toEqual([first.chat_record_id, next])
  const after = recordOf(await ask(ada, { chat_id, message: '再追问' }))
  expect(await thread()).toEqual([edited, after])
  expect(await read(after)).toMatchObject({ parent_id: edited, sibling_count: 1 })
  const [chat] = await ada.call(api.chat.recent, {})
  expect(chat?.record_count).toBe(5)
  expect(
    await ada.refusal(api.chat.send, { chat_id, mode: 'regenerate', parent_id: 'nobody' }),
  ).toMatchObject({ status: 404, problem: 'chat_record.not_found' })
})

test('the records of a long chat come page by page, the last ones first', async () => {
  const { ada, chatAbout } = await scene()
  const { chat_id } = await chatAbout('1')
  for (const message of ['2', '3', '4', '5']) await ask(ada, { chat_id, message })
  const page = async (page: number) => {
    const { list, total } = await ada.call(api.chat.records, { ...inApplication, chat_id, page, rows: 2 })
    return [total, ...list.map((record) => record.question)]
  }

  expect([await page(1), await page(2), await page(3), await page(4)]).toEqual([
    [5, '4', '5'],
    [5, '2', '3'],
    [5, '1'],
    [5],
  ])
})

test('a good answer is called good, and that can be taken back', async () => {
  const { ada, chatAbout } = await scene()
  const record = await chatAbout('问')
  const { chat_record_id } = record
  const { up } = await ada.call(api.chat.thumbsReasons, {})
  await ada.call(api.chat.thumbs, { chat_record_id, thumbs_flag: -1, reasons: ['答非所问'], comment: '偏题' })
  await ada.call(api.chat.thumbs, { chat_record_id, thumbs_flag: 1, reasons: up.slice(0, 2) })
  expect(await ada.call(api.chat.record, record)).toMatchObject({
    thumbs_flag: 1,
    thumbs_reasons: up.slice(0, 2),
  })
  await ada.call(api.chat.thumbs, { chat_record_id, thumbs_flag: 0 })
  expect(await ada.call(api.chat.record, record)).toMatchObject({ thumbs_flag: 0, thumbs_reasons: [] })
})

test('what was attached must be the caller’s to read', async () => {
  const { app, ada } = await scene()
  const bo = await app.signUp('Bob')
  const chat_id = await openChat(ada)
  const dataset_id = await bo.call(api.datasets.privateId, {})
  const refused = async (more: object) => {
    const { status, problem } = await ada.refusal(api.chat.send, { chat_id, message: '问', ...more })
    return `${status} ${problem}`
  }

  expect(await refused({ dataset_id })).toBe('404 dataset.not_found')
  expect(await refused({ paper_id_list: ['nobody'] })).toBe('404 paper.not_found')
  expect(await refused({ document_ids: ['nobody'] })).toBe('404 document.not_found')
  expect(await refused({ file_ids: ['nobody'] })).toBe('404 file.not_found')
  expect(await ada.call(api.chat.recent, {})).toEqual([])
})

test('the personal export holds chats, answers and marks', async () => {
  const { app, ada, chatAbout } = await scene()
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
