import { api } from '@scinav/contract'
import { describe, expect, test } from 'vitest'
import { addAttachable, addDocument, addNewerParse } from '../../testing/documents.ts'
import { addPapers } from '../../testing/papers.ts'
import { shortText as blocks, readingScene } from '../../testing/reading-scene.ts'

describe('what was attached to a question', () => {
  test('a page of an attached file is read by its owner as it stands, and by nobody else', async () => {
    const { app, ada } = await readingScene()
    const file_id = await addAttachable(app.base, ada.id, blocks, '综述.pdf')

    const read = await ada.call(api.reading.attached, { file_id, page: 2 })

    expect(read).toMatchObject({ name: '综述.pdf', mime: 'application/pdf', page_count: 2 })
    expect(read.list.map(({ text }) => text)).toEqual(['2 Method', 'We compare both.'])
    expect(read.list[1]?.boxes[0]).toMatchObject({ page: 2, x0: 0.1 })
    const bo = await app.signUp('Bob')
    expect(await bo.refusal(api.reading.attached, { file_id })).toMatchObject({ problem: 'file.not_found' })
  })
})

describe('what one reads', () => {
  test('a document opens with its pages, its version and the state of its text', async () => {
    const { app, ada, dataset_id } = await readingScene()
    const { document_id, parse_id } = await addDocument(app.base, { dataset_id, creator_id: ada.id }, blocks)

    const read = await ada.call(api.reading.open, { document_id })

    expect(read).toMatchObject({
      title: 'A study',
      version: parse_id,
      kind: 'pdf',
      has_file: true,
      block_count: 6,
      text: { state: 'ready', source: 'file', parse_id },
      document: { id: document_id, dataset_name: '资料', my_role: 1 },
      paper: null,
      position: null,
    })
    expect(read.pages).toHaveLength(2)
  })

  test('a paper is read by the own document that is its file, and never by that of a stranger', async () => {
    const { app, ada, dataset_id } = await readingScene()
    const bo = await app.signUp('Bob')
    const [paper_id = ''] = await addPapers(app.base, ['A paper'])
    const { document_id } = await addDocument(app.base, { dataset_id, creator_id: ada.id }, blocks, {
      paper_id,
    })

    const own = await ada.call(api.reading.open, { paper_id })
    const strange = await bo.call(api.reading.open, { paper_id })

    expect(own).toMatchObject({
      document: { id: document_id },
      text: { state: 'ready' },
      paper: { id: paper_id },
    })
    expect(strange).toMatchObject({ document: null, version: null, has_file: false, text: { state: 'none' } })
    expect(await bo.refusal(api.reading.blocks, { paper_id })).toMatchObject({ problem: 'document.no_text' })
    expect(await bo.refusal(api.reading.file, { paper_id })).toMatchObject({ problem: 'document.no_file' })
  })

  test('a paper says where its open-access file may be fetched', async () => {
    const { app, ada } = await readingScene()
    const [a = '', b = '', c = ''] = await addPapers(app.base, [
      { title: 'With an address', pdf_url: 'https://example.org/a.pdf' },
      { title: 'With a number', external_ids: { arxiv: '2305.03393' } },
      {
        title: 'With a trick',
        pdf_url: 'javascript:alert(1)',
        external_ids: { arxiv: '../../operations/system' },
      },
    ])

    const states = await Promise.all([a, b, c].map((paper_id) => ada.call(api.reading.open, { paper_id })))

    expect(states.map(({ text }) => [text.state, text.source, text.url])).toEqual([
      ['available', 'pdf_url', 'https://example.org/a.pdf'],
      ['available', 'arxiv', 'https://arxiv.org/pdf/2305.03393'],
      ['none', null, null],
    ])
  })

  test('an installation without the outside says so', async () => {
    const { app, ada } = await readingScene({ ENGINES: 'off' })
    const [paper_id = ''] = await addPapers(app.base, [{ title: 'A', pdf_url: 'https://example.org/a.pdf' }])

    const { text } = await ada.call(api.reading.open, { paper_id })

    expect(text).toMatchObject({ state: 'none', url: 'https://example.org/a.pdf' })
    expect(text.message).toContain('不访问站外')
  })
})

describe('rights', () => {
  test('a member of a project reads; who has left reads nothing more', async () => {
    const { app, ada } = await readingScene()
    const bo = await app.signUp('Bob')
    const { id: project_id } = await ada.call(api.projects.add, { name: '组' })
    const { id: dataset_id } = await ada.call(api.datasets.create, { name: '组的资料', project_id })
    const { document_id } = await addDocument(app.base, { dataset_id, creator_id: ada.id }, blocks)
    await ada.call(api.projects.addMembers, { project_id, user_ids: [bo.id], role: 4 })

    expect((await bo.call(api.reading.open, { document_id })).document?.my_role).toBe(4)
    await bo.call(api.projects.removeMembers, { project_id, user_ids: [bo.id] })

    for (const endpoint of [api.reading.open, api.reading.blocks, api.reading.file, api.reading.position])
      expect(await bo.refusal(endpoint, { document_id })).toMatchObject({
        status: 404,
        problem: 'document.not_found',
      })
  })

  test('what is in the bin is not read', async () => {
    const { app, ada, dataset_id } = await readingScene()
    const { document_id } = await addDocument(app.base, { dataset_id, creator_id: ada.id }, blocks)
    await ada.call(api.datasets.remove, { dataset_id })

    expect(await ada.refusal(api.reading.open, { document_id })).toMatchObject({ status: 404 })
  })
})

describe('the place', () => {
  const position = { page: 2, top: 0.25, ordinal: 4, view: 'text' as const, scale: 1.5 }

  test('is kept for each reader, and comes with the next opening', async () => {
    const { app, ada, dataset_id } = await readingScene()
    const { document_id } = await addDocument(app.base, { dataset_id, creator_id: ada.id }, blocks)
    await ada.call(api.reading.savePosition, { document_id, position: { ...position, page: 1 } })
    await Promise.all([
      ada.call(api.reading.savePosition, { document_id, position }),
      ada.call(api.reading.savePosition, { document_id, position }),
    ])

    expect((await ada.call(api.reading.open, { document_id })).position).toMatchObject(position)
    expect(await ada.call(api.reading.position, { document_id })).toMatchObject(position)
  })

  test('of a paper is kept as well', async () => {
    const { app, ada } = await readingScene()
    const [paper_id = ''] = await addPapers(app.base, ['A paper'])
    await ada.call(api.reading.savePosition, { paper_id, position })

    expect(await ada.call(api.reading.position, { paper_id })).toMatchObject(position)
  })
})

test('a paper that a list has without a file is read by the own file of it elsewhere', async () => {
  const { app, ada, dataset_id } = await readingScene()
  const [paper_id = ''] = await addPapers(app.base, ['A paper'])
  const { id: list_id } = await ada.call(api.datasets.create, { name: '清单' })
  await ada.call(api.datasets.keepPapers, {
    paper_id_list: [paper_id],
    targets: [{ dataset_id: list_id, folder_id: null }],
  })
  const { list } = await ada.call(api.datasets.level, { dataset_id: list_id })
  const { parse_id } = await addDocument(app.base, { dataset_id, creator_id: ada.id }, blocks, { paper_id })
  const document_id = list[0]?.id ?? ''

  expect(await ada.call(api.reading.open, { document_id })).toMatchObject({
    version: parse_id,
    document: { id: document_id, dataset_name: '清单' },
    text: { state: 'ready' },
  })
})

test('a file that is read for the first time says how far it is, one that failed says why', async () => {
  const { app, ada, dataset_id } = await readingScene()
  const { document_id, bytes_id } = await addDocument(app.base, { dataset_id, creator_id: ada.id }, blocks)
  const next_parse_id = await addNewerParse(app.base, bytes_id, blocks)
  const serve = (state: 'parsing' | 'failed', error: string | null) =>
    Promise.all([
      app.base.db.updateTable('parses').set({ state, error }).where('id', '=', next_parse_id).execute(),
      app.base.db
        .updateTable('documents')
        .set({ parse_id: null, next_parse_id })
        .where('id', '=', document_id)
        .execute(),
    ])
  await serve('parsing', null)
  const first = await ada.call(api.reading.open, { document_id })
  await serve('failed', '文件已损坏')
  const second = await ada.call(api.reading.open, { document_id })

  expect(first).toMatchObject({
    version: null,
    has_file: true,
    text: { state: 'parsing', parse_id: next_parse_id },
  })
  expect(second.text).toMatchObject({ state: 'failed', message: '文件已损坏' })
  expect(await ada.refusal(api.reading.blocks, { document_id })).toMatchObject({ status: 409 })
})
