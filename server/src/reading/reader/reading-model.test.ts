import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addDocument, addNewerParse, heading, line } from '../../testing/documents.ts'
import { addPapers } from '../../testing/papers.ts'
import { say, scriptedModel } from '../../testing/scripted-model.ts'
import { testApp } from '../../testing/test-app.ts'

const blocks = [
  heading('1 Method'),
  line('We propose a reader that uses cues.', 1, 100),
  heading('2 Results'),
  line('Our results show that it outperforms the baseline by 12 percent.', 1, 140),
]

async function scene({ external = false } = {}) {
  const model = await scriptedModel()
  const app = await testApp({ env: model.env })
  const ada = await app.signUp('Ada')
  const outside = app.base.providers.models
  if (external)
    app.base.providers.models = { ...outside, chat: (place) => ({ ...outside.chat(place), external: true }) }
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: '资料' })
  const made = await addDocument(app.base, { dataset_id, creator_id: ada.id }, blocks)
  return { model, app, ada, dataset_id, ...made }
}

test('a model chooses by number: what it quotes is the text’s own, what it makes up is left out', async () => {
  const { model, app, ada, document_id, text } = await scene()
  const chosen = {
    method: { ids: [1, 99], summary: '提出一个使用提示词的阅读器' },
    result: { ids: [2], summary: 'It improves by 87 percent over the baseline' },
    novelty: { ids: 'all', summary: 7 },
    data: 'We use all the data in the world.',
  }
  model.next(say(`Here: ${JSON.stringify(chosen)} Good luck.`))

  const told = await ada.call(api.reading.aspects, { document_id })
  const of = (aspect: string) => told.aspects.find((each) => each.aspect === aspect)

  expect(told).toMatchObject({ engine: 'model', of: 'full_text' })
  expect(of('method')?.sentences.map(({ quote }) => quote)).toEqual(['We propose a reader that uses cues.'])
  expect(of('result')).toMatchObject({ support: expect.stringMatching(/partial|unsupported/) })
  for (const name of ['novelty', 'data', 'limitation'])
    expect(of(name)).toMatchObject({ sentences: [], summary: null })
  for (const { sentences } of told.aspects)
    for (const { quote, start, end } of sentences) expect(text.slice(start ?? 0, end ?? 0)).toBe(quote)
  const bo = await app.signUp('Bob')
  expect(await ada.call(api.reading.aspects, { document_id })).toEqual(told)
  expect(model.requests).toHaveLength(1)
  expect(await bo.refusal(api.reading.aspects, { document_id })).toMatchObject({ status: 404 })
})

test('a model reads an abstract sentence by sentence, once until the abstract changes', async () => {
  const { model, app, ada } = await scene()
  const abstract = 'Bridges age unseen. Our sensors listen to the steel. Cracks are heard a week early.'
  const [paper_id = ''] = await addPapers(app.base, [{ title: 'Listening', abstract }])
  model.always(() =>
    say(
      JSON.stringify({
        problem: { ids: [1], summary: '桥梁老化不易察觉' },
        result: { ids: [3], summary: '' },
      }),
    ),
  )

  const read = await ada.call(api.reading.aspects, { paper_id })
  const again = await ada.call(api.reading.aspects, { paper_id })

  expect(read).toMatchObject({ engine: 'model', of: 'abstract' })
  const quotes = Object.fromEntries(
    read.aspects.map(({ aspect, sentences }) => [aspect, sentences.map(({ quote }) => quote)]),
  )
  expect(quotes).toMatchObject({
    problem: ['Bridges age unseen.'],
    method: [],
    result: ['Cracks are heard a week early.'],
  })
  expect(again).toEqual(read)
  expect(model.requests).toHaveLength(1)

  const { record } = await app.base.db
    .selectFrom('papers')
    .select('record')
    .where('id', '=', paper_id)
    .executeTakeFirstOrThrow()
  await app.base.db
    .updateTable('papers')
    .set({ record: record.replace('a week early', 'a month early') })
    .where('id', '=', paper_id)
    .execute()
  const changed = await ada.call(api.reading.aspects, { paper_id })
  expect(JSON.stringify(changed)).toContain('a month early')
  expect(model.requests).toHaveLength(2)
})

test('a comparison has a sentence and a summary in each cell, and says which texts no model has read', async () => {
  const { model, app, ada, document_id } = await scene()
  const [paper_id = ''] = await addPapers(app.base, [
    { title: 'An abstract', abstract: 'We propose a kite. It flies for 12 hours.' },
  ])
  model.always(({ body }) =>
    say(
      JSON.stringify(body.messages).includes('kite')
        ? '{"method": {"ids": [1], "summary": "提出一种风筝"}, "result": {"ids": [2], "summary": "可飞行 30 小时"}}'
        : 'no',
    ),
  )

  const { rows, notice } = await ada.call(api.reading.compare, {
    targets: [{ document_id }, { paper_id }],
    aspects: ['method', 'result', 'limitation'],
  })

  const [byCues, byModel] = rows.map(({ cells }) => cells.map((cell) => cell && [cell.quote, cell.summary]))
  expect(byCues).toEqual([
    ['We propose a reader that uses cues.', null],
    ['Our results show that it outperforms the baseline by 12 percent.', null],
    null,
  ])
  // The summary with another figure than its sentence is dropped.
  expect(byModel).toEqual([['We propose a kite.', '提出一种风筝'], ['It flies for 12 hours.', null], null])
  expect(notice).toContain('另外 1 篇只摘原句')
  expect(notice).toContain('没有答好')
})

test('a model that answers nonsense leaves the sentences that cues have found, and that is said', async () => {
  const { model, ada, document_id } = await scene()
  model.next(say('I would rather not.'))

  const told = await ada.call(api.reading.aspects, { document_id })

  expect(told).toMatchObject({ engine: 'cues', model: null })
  expect(told.notice).toContain('没有答好')
})

test('a knowledge base that is closed to models outside sends them nothing', async () => {
  const { model, ada, document_id } = await scene({ external: true })

  const told = await ada.call(api.reading.aspects, { document_id })

  expect(told.engine).toBe('cues')
  expect(told.notice).toContain('不允许')
  expect(
    await ada.refusal(api.reading.translate, { document_id, ordinals: [1], target: 'zh' }),
  ).toMatchObject({ status: 409, problem: 'model.closed' })
  expect(model.requests).toEqual([])
})

test('a block is translated once, with the own terms, and never by what stands in it', async () => {
  const { model, app, ada, document_id, bytes_id } = await scene()
  await ada.call(api.reading.saveGlossary, { list: [{ source: 'reader', target: '阅读器' }] })
  model.next(say('我们提出一种使用提示词的阅读器。'))
  const ask = (ordinal: number) =>
    ada.call(api.reading.translate, { document_id, ordinals: [ordinal], target: 'zh' })

  const first = await ask(1)
  const parse_id = await addNewerParse(app.base, bytes_id, [line('新的一段。'), ...blocks])
  await app.base.db.updateTable('documents').set({ parse_id }).where('id', '=', document_id).execute()
  const again = await ask(2)

  expect(first.list[0]).toMatchObject({ text: '我们提出一种使用提示词的阅读器。', kept: false })
  expect(again.list[0]).toMatchObject({ ordinal: 2, text: first.list[0]?.text, kept: true })
  expect(model.requests).toHaveLength(1)
  const [system, user] = model.requests[0]?.body.messages ?? []
  expect(system?.content).toContain('["reader","阅读器"]')
  expect(user?.content).toBe('<text>\nWe propose a reader that uses cues.\n</text>')
})

test('a block that is too long for a model is translated in parts, of which none is asked for twice', async () => {
  const { model, app, ada, dataset_id } = await scene()
  const long = `${'Water makes it decay. '.repeat(500)}The end.`
  const { document_id } = await addDocument(app.base, { dataset_id, creator_id: ada.id }, [line(long)])
  const translate = (kept_only = false) =>
    ada.call(api.reading.translate, { document_id, ordinals: [0], target: 'zh', kept_only })
  model.next(say('水使它衰变。'), say('完。'))

  const { list } = await translate()

  expect(list).toMatchObject([{ text: '水使它衰变。完。', kept: false }])
  const asked = model.requests.map((request) => JSON.stringify(request))
  expect(asked).toHaveLength(2)
  expect(asked[1]).toContain('The end.')
  expect((await translate(true)).list).toMatchObject([{ text: '水使它衰变。完。', kept: true }])
  expect(model.requests).toHaveLength(2)
})
