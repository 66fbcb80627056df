import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { AnswerFault } from '../retrieval/fault.ts'
import { retrieve } from '../retrieval/retrieve.ts'
import { resolveEvidenceScope } from '../retrieval/scope.ts'
import { answerScene, collectAnswer, createAnswerTask, createContext, NO_SCOPE } from '../testing/answers.ts'
import { addPapers } from '../testing/papers.ts'

test('a Chinese question is answered with the words of the papers, each quote with its number', async () => {
  const { ctx, ids } = await answerScene()
  const { text, citations, of } = await collectAnswer(
    ctx,
    createAnswerTask('什么因素影响钙钛矿太阳能电池的稳定性？'),
  )
  expect(of('status')).toEqual([{ text: '未配置模型：以下内容由原文摘录组成，未作归纳推断' }])
  expect(text).toMatchInlineSnapshot(`
    "原文直接回答：

    - **直接回答**：「湿度是影响钙钛矿太阳能电池稳定性的主要因素。」[1]

      「钙钛矿太阳能电池的效率已超过25%。」[1]

      《钙钛矿太阳能电池的稳定性》（2023）

    其他文献也谈到：

    - 「Perovskite solar cells degrade at 85 °C.」[2]

      《Stability of perovskite solar cells under heat》（2022）
    "
  `)
  for (const { quote, start, end, n } of citations) {
    expect(text.slice(start, end)).toBe(`[${n}]`)
    expect(text.slice(start - quote.length - 1, start - 1)).toBe(quote)
  }
  expect(
    citations.map(({ paper_id, n, support }) => `${ids.indexOf(paper_id ?? '')} [${n}] ${support}`),
  ).toMatchInlineSnapshot(`
    [
      "1 [1] supported",
      "1 [1] supported",
      "2 [2] supported",
    ]
  `)
  expect(of('suggestions')).toMatchInlineSnapshot(`
    [
      {
        "questions": [
          "《钙钛矿太阳能电池的稳定性》与《Stability of perovskite solar cells under heat》有何异同？",
          "《钙钛矿太阳能电池的稳定性》的主要结论是什么？",
          "《Stability of perovskite solar cells under heat》的主要结论是什么？",
        ],
      },
    ]
  `)
})

test('an English question is answered in English', async () => {
  const { ctx } = await answerScene()
  const { text, of } = await collectAnswer(
    ctx,
    createAnswerTask('How can machine translation for low-resource languages be improved?'),
  )
  expect(text).toMatchInlineSnapshot(`
    "The literature answers this directly:

    - **Results · direct answer**: “Transfer improves BLEU by 4.2 points on five low-resource languages.”[1]

      **Method**: “We transfer a neural machine translation model from a related language.”[1]

      **Problem**: “Parallel data is scarce for most languages.”[1]

      Neural machine translation for low-resource languages (2021)
    "
  `)
  expect(of('suggestions')).toMatchInlineSnapshot(`
    [
      {
        "questions": [
          "What does the literature say about transfer learning?",
          "Which method does "Neural machine translation for low-resource languages" use?",
          "What does "Neural machine translation for low-resource languages" conclude?",
        ],
      },
    ]
  `)
})

test('the same question has the same answer, byte for byte, in another library with the same papers', async () => {
  const question = createAnswerTask('How stable are perovskite solar cells?')
  const [one, other] = [await answerScene(), await answerScene()]
  const { text } = await collectAnswer(one.ctx, question)
  expect(text).toContain('“')
  expect((await collectAnswer(other.ctx, question)).text).toBe(text)
})

test('a new paper changes the answer it should change, and no other', async () => {
  const { ctx, app } = await answerScene()
  const tea = createAnswerTask('When did tea houses shape urban life?')
  const cells = createAnswerTask('How stable are perovskite solar cells?')
  const [before, others] = [await collectAnswer(ctx, cells), await collectAnswer(ctx, tea)]
  const title = 'Perovskite solar cells are stable in vacuum'
  await addPapers(app.base, [
    { title, abstract: 'Perovskite solar cells stay stable for 9,000 hours in vacuum.' },
  ])
  const after = await collectAnswer(ctx, cells)
  expect(before.text).not.toContain('vacuum')
  expect(after.citations.map((each) => each.title)).toContain(title)
  expect((await collectAnswer(ctx, tea)).text).toBe(others.text)
})

test('where the library has nothing, the answer says so and what was tried', async () => {
  const { ctx } = await answerScene()
  const zh = await collectAnswer(ctx, createAnswerTask('红烧排骨要炖多长时间？'))
  expect(zh.text).toMatch(/^未找到相关文献。已尝试检索：「红烧排骨 /)
  expect(zh.citations).toEqual([])
  // Nothing is quoted, and nothing says that something is.
  expect(zh.of('status')).toEqual([{ text: '未配置模型：只能按词语查找原文，这里没有可以摘录的内容' }])
  // Where there is a model that is not asked, nothing says that there is none.
  const spared = await collectAnswer(ctx, {
    ...createAnswerTask('红烧排骨要炖多长时间？'),
    spares_model: true,
  })
  expect(spared.of('status')).toEqual([{ text: zh.of('status')[0]?.text.replace('未配置', '没有使用') }])
  expect((await collectAnswer(ctx, createAnswerTask('Who won the football championship?'))).text).toContain(
    'No relevant literature',
  )
  expect((await collectAnswer(ctx, createAnswerTask('？'))).text).toBe('未找到相关文献。请说明想了解的主题。')
})

test('work that needs a model says how to configure one', async () => {
  const { ctx } = await answerScene()
  const fault = await collectAnswer(ctx, createAnswerTask('润色这段话', { grounded: false })).catch(
    (error) => error,
  )
  expect(fault).toBeInstanceOf(AnswerFault)
  expect(fault.message).toContain('请管理员在「语言模型」中添加')
})

test('a question that points back is asked together with the one before', async () => {
  const { ctx } = await answerScene()
  const history = [{ question: '钙钛矿太阳能电池的效率是多少？', answer: '…' }]
  const { citations } = await collectAnswer(ctx, createAnswerTask('它的稳定性受什么影响？', { history }))
  expect(citations.map(({ title }) => title)).toContain('钙钛矿太阳能电池的稳定性')
})

test('papers that were chosen are summed up when nothing else is asked', async () => {
  const { ctx, ids } = await answerScene()
  const scope = { ...NO_SCOPE, paper_ids: ids.slice(2, 4) }
  const { citations } = await collectAnswer(ctx, createAnswerTask('请总结这几篇论文', { scope }))
  expect(new Set(citations.map(({ paper_id }) => paper_id))).toEqual(new Set(ids.slice(2, 4)))
})

test("evidence comes from the datasets a person may read, and from nobody else's", async () => {
  const { app, person, ids, ctx } = await answerScene()
  const stranger = await app.signUp('Wang')
  const dataset_id = await stranger.call(api.datasets.privateId, {})
  await stranger.call(api.datasets.keepPapers, {
    paper_id_list: [ids[3] ?? ''],
    targets: [{ dataset_id, folder_id: null }],
  })
  const scope = { ...NO_SCOPE, dataset_id }
  const wanted = { question: 'tea houses', earlier: [], scope, embedding: null, rerank: null, most: 8 }
  const signal = new AbortController().signal
  await expect(retrieve(ctx, wanted, signal)).rejects.toMatchObject({ id: 'dataset.not_found' })
  await expect(collectAnswer(ctx, createAnswerTask('tea houses', { scope }))).rejects.toMatchObject({
    code: 'retrieval_failed',
    retryable: false,
  })
  const own = createContext(app, stranger.id)
  expect((await retrieve(own, wanted, signal)).evidence.map(({ paper_id }) => paper_id)).toEqual([ids[3]])
  expect((await collectAnswer(own, createAnswerTask('perovskite solar cells', { scope }))).citations).toEqual(
    [],
  )
  expect(person.id).not.toBe(stranger.id)
})

test('a question to folders or tags of a dataset is answered from their papers alone', async () => {
  const { person, ids, ctx } = await answerScene()
  const dataset_id = await person.call(api.datasets.privateId, {})
  const folder = async (name: string, parent_id: string | null = null) =>
    (await person.call(api.datasets.saveFolder, { dataset_id, parent_id, name })).id
  const put = (at: number, folder_id: string | null) =>
    person.call(api.datasets.keepPapers, {
      paper_id_list: [ids[at] ?? ''],
      targets: [{ dataset_id, folder_id }],
    })
  const cells = await folder('电池')
  const heat = await folder('热稳定性', cells)
  const tea = await folder('茶')
  await put(1, cells)
  await put(2, heat)
  await put(3, tea)
  const { id: document_id } = await ctx.db
    .selectFrom('documents')
    .select('id')
    .where('paper_id', '=', ids[2] ?? '')
    .executeTakeFirstOrThrow()
  const row = { id: 'tag1', dataset_id, group_name: null, name: '要读', colour: null, created_at: '2026' }
  await ctx.db.insertInto('tags').values(row).execute()
  await ctx.db.insertInto('document_tags').values({ document_id, tag_id: 'tag1' }).execute()

  const inPart = async (part: object) =>
    (await resolveEvidenceScope(ctx, { ...NO_SCOPE, dataset_id, ...part }, false)).papers?.toSorted()
  expect(await inPart({ folder_ids: [cells] })).toEqual([ids[1], ids[2]].toSorted())
  expect(await inPart({ folder_ids: [heat, tea] })).toEqual([ids[2], ids[3]].toSorted())
  expect(await inPart({ tag_ids: ['tag1'] })).toEqual([ids[2]])
  expect(await inPart({ folder_ids: [tea], tag_ids: ['tag1'] })).toEqual([])
  expect(await inPart({ folder_ids: [tea], paper_ids: [ids[0]] })).toEqual([ids[0], ids[3]].toSorted())

  const scope = { ...NO_SCOPE, dataset_id, folder_ids: [tea] }
  const { citations } = await collectAnswer(ctx, createAnswerTask('perovskite tea houses Chengdu', { scope }))
  expect(new Set(citations.map(({ paper_id }) => paper_id))).toEqual(new Set([ids[3]]))
  for (const part of [{ folder_ids: ['elsewhere'] }, { tag_ids: ['elsewhere'] }])
    await expect(inPart(part)).rejects.toMatchObject({
      id: expect.stringMatching(/^(folder|tag)\.not_found$/),
    })
})

test('a question that follows others keeps their subject, however many turns ago it was named', async () => {
  const { ctx } = await answerScene()
  const history = ['钙钛矿太阳能电池稳定吗？', '它的主要因素是什么？'].map((question) => ({
    question,
    answer: '湿度。',
  }))
  const { of, citations } = await collectAnswer(
    ctx,
    createAnswerTask('那寿命能延长到多少小时？', { history }),
  )
  expect(of('retrieval')[0]?.query).toContain('钙钛矿太阳能电池')
  expect(citations.map(({ quote }) => quote)).toContain('本文用界面钝化使寿命延长到1000小时。')
})

test('a question with a subject of its own leaves the one before', async () => {
  const { ctx } = await answerScene()
  const history = [{ question: '钙钛矿太阳能电池稳定吗？', answer: '湿度。' }]
  const { of } = await collectAnswer(
    ctx,
    createAnswerTask('How does transfer help low-resource machine translation?', { history }),
  )
  expect(of('retrieval')[0]?.query).not.toContain('钙钛矿')
})
