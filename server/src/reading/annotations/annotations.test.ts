import { api } from '@scinav/contract'
import { describe, expect, test } from 'vitest'
import { addDocument, addNewerParse, heading, line } from '../../testing/documents.ts'
import { addPapers } from '../../testing/papers.ts'
import { shortStudy } from '../../testing/reading-scene.ts'
import { testApp } from '../../testing/test-app.ts'

async function scene(given = shortStudy) {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: '资料' })
  const made = await addDocument(app.base, { dataset_id, creator_id: ada.id }, given)
  return { app, ada, dataset_id, ...made }
}

/** Serves another parse of a document's bytes, as ingestion swaps it in. */
async function serve(
  { app, bytes_id, document_id }: Awaited<ReturnType<typeof scene>>,
  given: typeof shortStudy,
): Promise<void> {
  const parse_id = await addNewerParse(app.base, bytes_id, given)
  await app.base.db.updateTable('documents').set({ parse_id }).where('id', '=', document_id).execute()
}

describe('where a mark stands', () => {
  test('offsets hold where the quote is there, and bring page, lines and the words around it', async () => {
    const { ada, document_id, text } = await scene()
    const start = text.lastIndexOf('Reading takes')

    const mark = await ada.call(api.annotations.create, {
      document_id,
      quote: 'Reading takes time',
      start,
      end: start + 18,
    })

    expect(mark).toMatchObject({ anchor: 'text', start, end: start + 18, page: 2, is_mine: true })
    expect(mark.prefix).toBe(text.slice(start - 32, start))
    expect(mark.suffix).toBe('.')
    expect(mark.boxes).toEqual([{ page: 2, x0: 0.1, y0: 0.125, x1: 0.9, y1: 0.14 }])
  })

  test('offsets that are wrong, or of nothing, count for nothing: the quote is looked for', async () => {
    const { ada, document_id, text } = await scene()
    const create = (input: object) =>
      ada.call(api.annotations.create, { document_id, quote: 'Machines  read\nfaster', ...input })
    const start = text.indexOf('Machines read faster')

    for (const input of [
      { start: 5, end: 27 },
      { start: 99_999_999, end: 99_999_999 },
      { start: 30, end: 2 },
      {},
    ])
      expect(await create(input)).toMatchObject({ anchor: 'text', start, end: start + 20, page: 1 })
  })

  test('of several places the one on the named page is meant', async () => {
    const { ada, document_id, text } = await scene()
    const mark = (page: number) =>
      ada.call(api.annotations.create, { document_id, quote: 'Reading takes time', page })

    expect((await mark(1)).start).toBe(text.indexOf('Reading'))
    expect((await mark(2)).start).toBe(text.lastIndexOf('Reading'))
  })

  test('what is not in the text keeps its part of the page; without one it is told', async () => {
    const { ada, document_id } = await scene()
    const boxes = [{ page: 2, x0: 0.1, y0: 0.5, x1: 0.4, y1: 0.7 }]
    const create = (input: object) => ada.call(api.annotations.create, { document_id, ...input })

    expect(await create({ boxes })).toMatchObject({ anchor: 'place', page: 2, boxes })
    expect(await create({ boxes, quote: '图中的字' })).toMatchObject({ anchor: 'place', start: null })
    expect(await create({ quote: 'never written here at all' })).toMatchObject({ anchor: 'lost' })
    expect(await create({ comment: '关于全文' })).toMatchObject({
      anchor: 'whole',
      page: null,
      version: null,
    })
  })

  test('a paper without a text takes notes and quotes of its abstract', async () => {
    const { app, ada } = await scene()
    const [paper_id = ''] = await addPapers(app.base, [{ title: 'A', abstract: 'Reading is hard.' }])

    const mark = await ada.call(api.annotations.create, { paper_id, quote: 'Reading is hard', comment: '对' })

    expect(mark).toMatchObject({ anchor: 'text', paper_id, document_id: null, start: null })
    expect(
      await ada.refusal(api.annotations.create, { paper_id, quote: 'x', visibility: 'dataset' }),
    ).toMatchObject({ status: 400 })
  })
})

describe('the list', () => {
  test('stands in the order of the text, parts of it by pages', async () => {
    const { ada, document_id } = await scene()
    for (const quote of ['We compare both', 'nowhere to be found at all', 'understand less', 'Introduction'])
      await ada.call(api.annotations.create, { document_id, quote })
    await ada.call(api.annotations.create, { document_id, comment: '全文' })

    const all = await ada.call(api.annotations.list, { document_id })
    const second = await ada.call(api.annotations.list, { document_id, page_from: 2, page_to: 2 })
    const later = await ada.call(api.annotations.list, { document_id, from: 1, limit: 2 })

    expect(all.list.map(({ quote }) => quote)).toEqual([
      'Introduction',
      'understand less',
      'We compare both',
      '',
      'nowhere to be found at all',
    ])
    expect([all.total, all.lost]).toEqual([5, 1])
    expect(second.list.map(({ quote }) => quote)).toEqual(['We compare both'])
    expect(later.list.map(({ quote }) => quote)).toEqual(['understand less', 'We compare both'])
  })

  test('ten thousand of one person are the most, and the first page of them comes as before', async () => {
    const { app, ada, document_id } = await scene()
    const { id } = await ada.call(api.annotations.create, { document_id, quote: 'understand less' })
    const row = await app.base.db
      .selectFrom('annotations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    for (let from = 1; from < 10_000; from += 500)
      await app.base.db
        .insertInto('annotations')
        .values(
          Array.from({ length: Math.min(500, 10_000 - from) }, (_, at) => ({ ...row, id: `a${from + at}` })),
        )
        .execute()

    expect((await ada.call(api.annotations.list, { document_id })).total).toBe(10_000)
    expect(await ada.refusal(api.annotations.create, { document_id, comment: '再一条' })).toMatchObject({
      status: 409,
      problem: 'annotation.too_many',
    })
  })
})

test('marks are found again on their page, beside it or anywhere; what is gone is told and kept', async () => {
  const made = await scene()
  const { ada, document_id } = made
  for (const quote of ['Reading takes time', 'Machines read faster, but understand less', 'We compare both'])
    await ada.call(api.annotations.create, { document_id, quote, comment: quote })
  await ada.call(api.annotations.create, { document_id, boxes: [{ page: 1, x0: 0, y0: 0, x1: 1, y1: 1 }] })
  await serve(made, [
    heading('A new front page'),
    line('Machines read faster , but under­stand less.', 2, 300),
    line('Reading takes time.', 9, 100),
  ])

  const { list, lost } = await ada.call(api.annotations.list, { document_id })
  const byComment = new Map(list.map((mark) => [mark.comment, mark]))

  expect(lost).toBe(1)
  expect(byComment.get('Machines read faster, but understand less')).toMatchObject({
    anchor: 'text',
    page: 2,
  })
  expect(byComment.get('Reading takes time')).toMatchObject({ anchor: 'text', page: 9 })
  expect(byComment.get('We compare both')).toMatchObject({
    anchor: 'lost',
    quote: 'We compare both',
    page: 2,
  })
  expect(byComment.get('')).toMatchObject({ anchor: 'place', page: 1 })
  expect(new Set(list.map(({ version }) => version)).size).toBe(1)
})

test('what was lost is found again in a parse that has it', async () => {
  const made = await scene()
  const { ada, document_id } = made
  await ada.call(api.annotations.create, { document_id, quote: 'We compare both' })
  await serve(made, [line('Nothing of it is here.')])
  expect((await ada.call(api.annotations.list, { document_id })).lost).toBe(1)
  await serve(made, shortStudy)

  expect(await ada.call(api.annotations.list, { document_id })).toMatchObject({
    lost: 0,
    list: [{ anchor: 'text', page: 2 }],
  })
})

test('two readers who come at once, and one who deletes meanwhile, leave each mark once', async () => {
  const made = await scene()
  const { ada, document_id } = made
  const marks = []
  for (const quote of ['Reading takes time', 'We compare both', 'understand less'])
    marks.push(await ada.call(api.annotations.create, { document_id, quote }))
  await serve(made, [line('A first line.'), ...shortStudy.slice(1)])
  const [gone] = marks

  await Promise.all([
    ada.call(api.annotations.list, { document_id }),
    ada.call(api.annotations.remove, { ids: [gone?.id ?? ''] }),
    ada.call(api.annotations.list, { document_id }),
  ])

  const { list, lost } = await ada.call(api.annotations.list, { document_id })
  expect(lost).toBe(0)
  expect(list.map(({ id }) => id).toSorted()).toEqual(marks.slice(1).map(({ id }) => id))
})

test('a quote of 32,000 characters finds its place in a document of 2,000 pages', async () => {
  const long = Array.from({ length: 2_000 }, (_, at) =>
    line(`Page ${at} says ${'that which only page '.repeat(4)}${at} says.`, at + 1),
  )
  const made = await scene(long)
  const { ada, document_id, text } = made
  const start = text.indexOf('Page 500 says')
  const end = start + 32_000
  const quote = text.slice(start, end)
  await ada.call(api.annotations.create, { document_id, quote, start, end })
  await serve(made, [line('One line more.'), ...long])

  const { list } = await ada.call(api.annotations.list, { document_id })

  expect(list[0]).toMatchObject({ anchor: 'text', start: start + 'One line more.\n\n'.length })
})

test('a sign that no database stores is left out', async () => {
  const { ada, document_id } = await scene()

  expect(
    await ada.call(api.annotations.create, {
      document_id,
      quote: 'We com\0pare both',
      comment: 'a\0b',
      tags: ['x\0'],
    }),
  ).toMatchObject({ anchor: 'text', quote: 'We compare both', comment: 'ab', tags: ['x'] })
})
