import { api, type InputOf } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import { addReadFile, recordDocumentChange } from '../../testing/read-files.ts'
import { testApp } from '../../testing/test-app.ts'

const SAID = 'The gradient accumulates over sixteen micro-batches before the optimiser moves.'
const SHORT = '层归一化放在每个子层之前，训练更稳定。'

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const bo = await app.signUp('Bob')
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: '模型训练' })
  const file = await addReadFile(app.base, {
    dataset_id,
    creator_id: ada.id,
    name: 'training.pdf',
    title: 'Notes on training',
    passages: [
      { text: 'An unrelated beginning about kitchens.', page: 1 },
      { text: SAID, headings: ['Training', 'Schedule'], page: 3 },
      { text: SHORT, headings: ['归一化'], page: 4 },
      { text: 'Smith, J. Micro-batches and gradient accumulation. 2020.', kind: 'reference', page: 9 },
    ],
  })
  const hits = async (person: typeof ada, input: InputOf<typeof api.passages.hitTest>) =>
    (await person.call(api.passages.hitTest, input)).list.filter(({ document_id }) => document_id !== null)
  return { app, ada, bo, dataset_id, ...file, hits }
}

test('a passage is found by what it says, with where it stands and why', async () => {
  const { ada, dataset_id, document_id, parse_id, hits } = await scene()
  const [hit, ...others] = await hits(ada, {
    query: 'gradient accumulation micro-batches',
    dataset_ids: [dataset_id],
  })
  expect(others).toEqual([])
  expect(hit).toMatchObject({
    document_id,
    dataset_id,
    parse_id,
    document_name: 'training.pdf',
    dataset_name: '模型训练',
    title: 'Notes on training',
    heading_path: ['Training', 'Schedule'],
    kind: 'text',
    text: SAID,
    page: 3,
    boxes: [{ page: 3 }],
    why: { missing: [] },
  })
  expect(hit?.highlights.map(({ start, end }) => SAID.slice(start, end))).toEqual(
    expect.arrayContaining(['gradient', 'accumulates']),
  )
  const [chinese] = await hits(ada, { query: '层归一化放在哪里', document_ids: [document_id] })
  expect(chinese).toMatchObject({ text: SHORT, page: 4 })
  expect(chinese?.why.said).toContain('层归一化')
})

test('nobody finds or counts what they may not read', async () => {
  const { app, ada, bo, dataset_id, document_id, hits } = await scene()
  expect(await hits(ada, { query: 'gradient accumulation' })).toHaveLength(1)
  expect(await hits(bo, { query: 'gradient accumulation' })).toEqual([])
  for (const foreign of [{ dataset_ids: [dataset_id] }, { document_ids: [document_id] }]) {
    const refusal = await bo.refusal(api.passages.hitTest, { query: 'gradient', ...foreign })
    const absent = Object.fromEntries(
      Object.keys(foreign).map((key) => [key, ['01zzzzzzzzzzzzzzzzzzzzzzzz']]),
    )
    expect(refusal).toEqual(await bo.refusal(api.passages.hitTest, { query: 'gradient', ...absent }))
    expect(refusal.status).toBe(404)
  }
  // Whether somebody else has a word changes nothing of what is found without it.
  const { id: own } = await bo.call(api.datasets.create, { name: 'B' })
  const mine = ['A parser that reads heliotrope tables slowly.', 'Tables of heliotrope.']
  await addReadFile(app.base, { dataset_id: own, creator_id: bo.id, passages: mine })
  const asBob = async (query: string) => {
    const list = await hits(bo, { query })
    return list.map(({ text, score, why: { share } }) => ({ text, score, share }))
  }
  expect(await asBob('heliotrope accumulates')).toEqual(await asBob('heliotrope quagmirates'))
  expect(await asBob('heliotrope accumulates')).not.toEqual([])
})

test('a move, a removal, a lost right and a passage left out act at once', async () => {
  const { app, ada, bo, dataset_id, document_id, parse_id, hits } = await scene()
  const { db } = app.base
  const { id: project_id } = await bo.call(api.projects.add, { name: 'Team' })
  const shared = await bo.call(api.datasets.create, { name: 'Shared', project_id })
  const query = 'gradient accumulation micro-batches'
  expect(await hits(ada, { query })).toHaveLength(1)
  const place = (row: object) => db.updateTable('documents').set(row).where('id', '=', document_id).execute()

  // The index was not told of any of this yet.
  await db
    .insertInto('left_out_passages')
    .values({ document_id, parse_id, ordinal: 1, quote: SAID, created_at: app.base.now().toISOString() })
    .execute()
  expect(await hits(ada, { query })).toEqual([])
  await db.deleteFrom('left_out_passages').execute()
  await place({ dataset_id: shared.id })
  expect(await hits(ada, { query })).toEqual([])
  expect(await hits(bo, { query })).toEqual([])
  await recordDocumentChange(app.base, document_id)
  expect(await hits(ada, { query })).toEqual([])
  expect(await hits(bo, { query })).toHaveLength(1)
  await place({ dataset_id })
  await recordDocumentChange(app.base, document_id)
  await place({ deleted_at: app.base.now().toISOString() })
  expect(await hits(ada, { query })).toEqual([])
  await place({ deleted_at: null })
  await recordDocumentChange(app.base, document_id, 1)
  expect(await hits(ada, { query })).toEqual([])
  await recordDocumentChange(app.base, document_id)
  expect(await hits(ada, { query })).toHaveLength(1)
  await place({ state: 'indexing' })
  expect(await hits(ada, { query })).toEqual([])
})

test('a deleted document is not shown although the index has it', async () => {
  const { app, ada, dataset_id, document_id } = await scene()
  const index = await app.base.passages.current()
  // The dataset has another file, so that it is still looked through.
  await addReadFile(app.base, { dataset_id, creator_id: ada.id, passages: ['Nothing else.'] })
  const gone = { deleted_at: app.base.now().toISOString() }
  await app.base.db.updateTable('documents').set(gone).where('id', '=', document_id).execute()
  const filters = { dataset_ids: [dataset_id] }
  expect((await index.search({ query: 'gradient accumulation', size: 10, filters })).total).toBe(1)
  const { list } = await ada.call(api.passages.hitTest, { query: 'gradient accumulation' })
  expect(list).toEqual([])
})

test('folders and tags narrow within the one dataset that is named', async () => {
  const { app, ada, dataset_id, hits } = await scene()
  const folder = await ada.call(api.datasets.saveFolder, { dataset_id, parent_id: null, name: '一' })
  const other = await addReadFile(app.base, { dataset_id, creator_id: ada.id, passages: [SAID] })
  await app.base.db
    .insertInto('document_folders')
    .values({ document_id: other.document_id, folder_id: folder.id })
    .execute()
  const input = { query: 'gradient accumulation', dataset_ids: [dataset_id] }
  expect(await hits(ada, input)).toHaveLength(2)
  const inFolder = await hits(ada, { ...input, folder_ids: [folder.id] })
  expect(inFolder.map(({ document_id }) => document_id)).toEqual([other.document_id])
  const refusal = await ada.refusal(api.passages.hitTest, { query: 'x', folder_ids: [folder.id] })
  expect(refusal.status).toBe(400)
})

test('records of papers in a base and texts of its files are one list', async () => {
  const { app, ada, dataset_id } = await scene()
  const abstract = 'Gradient accumulation over micro-batches saves memory.'
  const paper_id_list = await addPapers(app.base, [{ title: 'Memory in training', abstract }])
  await ada.call(api.datasets.keepPapers, { paper_id_list, targets: [{ dataset_id, folder_id: null }] })
  const { list } = await ada.call(api.passages.hitTest, {
    query: 'gradient accumulation micro-batches',
    dataset_ids: [dataset_id],
  })
  expect(list.map(({ kind }) => kind).toSorted()).toEqual(['abstract', 'text'])
})
