import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import {
  answerByScript,
  answerWith,
  chatsScene,
  inApplication,
  openChat,
  recordIdOf,
  sendAndRead,
} from '../../testing/chat.ts'
import { addPapers } from '../../testing/papers.ts'
import { addOwnFile } from '../../testing/read-files.ts'

test('a chat is about its papers, and a message about its own', async () => {
  const { app, ada } = await chatsScene()
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

test('papers that are given with a question stay what the chat is about', async () => {
  const { app, ada } = await chatsScene()
  const script = answerByScript(app.base)
  const [one = ''] = await addPapers(app.base, ['One'])
  const { chat_id } = await ada.call(api.chat.open, inApplication)
  for (const input of [{ paper_id_list: [one] }, {}]) {
    const before = script.tasks.length
    const sent = ada.send(api.chat.send, { chat_id, message: '问', ...input })
    await expect.poll(() => script.tasks.length).toBe(before + 1)
    script.end()
    await sent
    expect(script.tasks.at(-1)?.scope.paper_ids).toEqual([one])
  }
})

test('a question in other words is about its files as before, until they are taken away', async () => {
  const { app, ada } = await chatsScene()
  const script = answerByScript(app.base)
  const file_id = await addOwnFile(app.base, { creator_id: ada.id, passages: ['One.'] })
  const { chat_id } = await ada.call(api.chat.open, inApplication)
  const send = async (input: object) => {
    const before = script.tasks.length
    const sent = ada.send(api.chat.send, { chat_id, message: '问', ...input })
    await expect.poll(() => script.tasks.length).toBe(before + 1)
    script.end()
    await sent
    const { list } = await ada.call(api.chat.records, { ...inApplication, chat_id, page: 1, rows: 20 })
    return list.at(-1)
  }
  const asked = await send({ file_ids: [file_id] })
  expect(asked?.attachments).toEqual([{ kind: 'file', id: file_id, name: 'own.pdf' }])
  const edit = { mode: 'edit', parent_id: asked?.id }
  expect((await send(edit))?.attachments).toHaveLength(1)
  expect((await send({ ...edit, attachments: 'given' }))?.attachments).toEqual([])
})

test('an application about papers is not asked about none', async () => {
  const { ada } = await chatsScene()
  const { chat_id } = await ada.call(api.chat.open, { application_id: 'paper_reading' })
  const refused = await ada.refusal(api.chat.send, { chat_id, message: '这篇讲了什么？' })
  expect(refused).toMatchObject({ status: 400, problem: 'input.invalid' })
  expect(JSON.stringify(refused)).toContain('请先选择文献')
  expect(await ada.call(api.chat.recent, {})).toEqual([])
})

test('an answer is told what was said before it', async () => {
  const { app, ada, chatAbout } = await chatsScene()
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

test('asked again or in other words, every answer stays beside the others', async () => {
  const { app, ada, chatAbout } = await chatsScene()
  const first = await chatAbout('原来的问题')
  const { chat_id } = first
  answerWith(app.base, '第一个后续')
  const next = recordIdOf(await sendAndRead(ada, { chat_id, message: '追问' }))
  answerWith(app.base, '另一个答案')
  const again = recordIdOf(
    await sendAndRead(ada, { chat_id, mode: 'regenerate', parent_id: first.chat_record_id }),
  )
  const edited = recordIdOf(
    await sendAndRead(ada, { chat_id, mode: 'edit', parent_id: first.chat_record_id, message: '改过的问题' }),
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
  const after = recordIdOf(await sendAndRead(ada, { chat_id, message: '再追问' }))
  expect(await thread()).toEqual([edited, after])
  expect(await read(after)).toMatchObject({ parent_id: edited, sibling_count: 1 })
  const [chat] = await ada.call(api.chat.recent, {})
  expect(chat?.record_count).toBe(5)
  expect(
    await ada.refusal(api.chat.send, { chat_id, mode: 'regenerate', parent_id: 'nobody' }),
  ).toMatchObject({ status: 404, problem: 'chat_record.not_found' })
})

test('the records of a long chat come page by page, the last ones first', async () => {
  const { ada, chatAbout } = await chatsScene()
  const { chat_id } = await chatAbout('1')
  for (const message of ['2', '3', '4', '5']) await sendAndRead(ada, { chat_id, message })
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
  const { ada, chatAbout } = await chatsScene()
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
  const { app, ada } = await chatsScene()
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

test('a rating stays when another comes that says nothing', async () => {
  const { ada, chatAbout } = await chatsScene()
  const record = await chatAbout('问')
  const { chat_record_id } = record
  await ada.call(api.chat.thumbs, { chat_record_id, thumbs_flag: -1 })
  for (const thumbs_flag of [null, '', true])
    expect(await ada.refusal(api.chat.thumbs, { chat_record_id, thumbs_flag })).toMatchObject({ status: 400 })
  expect(await ada.call(api.chat.record, record)).toMatchObject({ thumbs_flag: -1 })
})

test('the log says by its code why an answer failed', async () => {
  const { app, ada } = await chatsScene()
  const script = answerByScript(app.base)
  const chat_id = await openChat(ada)
  const sent = ada.send(api.chat.send, { chat_id, message: '问' })
  await expect.poll(() => script.tasks.length).toBe(1)
  script.fail({ code: 'provider_rate_limited', message: '请稍后再试', retryable: true })
  await sent
  const lines = app.log.map((line) => JSON.parse(line))
  expect(lines.filter(({ msg }) => msg === 'an answer failed')).toMatchObject([
    { fault: 'provider_rate_limited' },
  ])
})
