import { api, blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { archiveContents, exportArchive, importArchive } from '../testing/base-archives.ts'
import { ingestionScene } from '../testing/ingestion-scene.ts'
import { addPapers } from '../testing/papers.ts'

type Scene = Awaited<ReturnType<typeof ingestionScene>>

/** A paper of the library that is found again by its DOI. */
async function knownPaper({ app }: Scene, title: string, doi: string): Promise<string> {
  const [paper_id = ''] = await addPapers(app.base, [{ ...blankWork(title, 1), doi }])
  await app.base.db
    .insertInto('paper_keys')
    .values({ key: `doi:${doi}`, paper_id })
    .execute()
  return paper_id
}

/** A base with nested folders, tags, files, papers of the library, records, and annotations of two kinds. */
async function fullBase() {
  const scene = await ingestionScene()
  const { ada, dataset_id, app } = scene
  const folder = async (name: string, parent_id: string | null = null) =>
    (await ada.call(api.datasets.saveFolder, { dataset_id, parent_id, name })).id
  const methods = await folder('方法')
  const deep = await folder('电解质', methods)
  const other = await folder('另一个')
  const results = await scene.add({
    '同名.txt': '第一段说明方法。\n\n第二段说明结果。',
    'b.txt': '坏文件',
    'refs.bib': '题录:无人收录的题录\n题录:第二条题录',
  })
  const [first = '', second = ''] = results.map(({ document }) => document?.id ?? '')
  await scene.add({ '同名.txt': '另一份内容。' }, { folder_id: deep })
  await app.runner.drain()
  const paper_id = await knownPaper(scene, '临界剥离电流', '10.1/strip')
  const bound_id = await knownPaper(scene, '固态电解质综述', '10.1/review')
  await ada.call(api.datasets.keepPapers, {
    paper_id_list: [paper_id],
    targets: [{ dataset_id, folder_id: other }],
  })
  await scene.operate(first, 'accept_paper', { paper_id: bound_id })
  await ada.call(api.datasets.move, {
    dataset_id,
    folder_ids: [],
    document_ids: [first],
    target_folder_id: deep,
  })
  const { id: tag_id } = await ada.call(api.datasets.saveTag, {
    dataset_id,
    name: '重要',
    group_name: '程度',
    colour: 'red',
  })
  const { id: plain } = await ada.call(api.datasets.saveTag, { dataset_id, name: '待读' })
  await ada.call(api.datasets.tagDocuments, {
    dataset_id,
    document_ids: [first, second],
    add: [tag_id, plain],
  })
  const mark = (input: object) => ada.call(api.annotations.create, { document_id: first, ...input })
  await mark({
    quote: '说明结果',
    comment: '要点\n第二行',
    colour: 'green',
    tags: ['甲'],
    visibility: 'dataset',
  })
  await mark({ quote: '说明方法', boxes: [{ page: 1, x0: 0.1, y0: 0.2, x1: 0.5, y1: 0.3 }] })
  await mark({ comment: '全文笔记' })
  return { ...scene, first }
}

test('a base that goes out and comes in goes out again the same', async () => {
  const scene = await fullBase()
  const { app, ada } = scene
  const bytes = await exportArchive(app, ada, scene.dataset_id)
  const told = archiveContents(bytes)

  const report = await importArchive(app, ada, bytes)

  expect(report).toMatchObject({ state: 'done', error: null, failed: 0, annotations: 3, remarks: [] })
  expect(report.added).toBe(report.total)
  expect(report.dataset_id).not.toBe(scene.dataset_id)
  expect(archiveContents(await exportArchive(app, ada, report.dataset_id ?? ''))).toEqual(told)
})

test('an archive names folders, tags, files once, records and annotations', async () => {
  const { app, ada, dataset_id } = await fullBase()

  const { names, manifest, documents, references, readme, files } = archiveContents(
    await exportArchive(app, ada, dataset_id),
  )

  expect(names).toEqual([
    'README.txt',
    'annotations/d00001.jsonld',
    'documents.jsonl',
    'files/b.txt',
    'files/refs.bib',
    'files/同名 (2).txt',
    'files/同名.txt',
    'manifest.json',
    'references.bib',
  ])
  expect(files['files/同名.txt']).toBe('第一段说明方法。\n\n第二段说明结果。')
  expect(manifest).toMatchObject({ format: 'scinav-base', version: 1, name: '清单', missing: 0 })
  expect(manifest.folders).toEqual([
    { key: 'f0001', parent: null, name: '方法' },
    { key: 'f0002', parent: null, name: '另一个' },
    { key: 'f0003', parent: 'f0001', name: '电解质' },
  ])
  expect(
    manifest.tags.map(({ name, group, colour }: Record<string, string>) => [name, group, colour]),
  ).toEqual([
    ['重要', '程度', 'red'],
    ['待读', null, null],
  ])
  expect(documents[0]).toMatchObject({ type: 'file', folders: ['f0003'], work: { doi: '10.1/review' } })
  expect(references).toContain('临界剥离电流')
  expect(references).toContain('无人收录的题录')
  expect(readme).toContain('知识库「清单」')
})

test('what another installation does not have becomes records of the base, and files keep theirs', async () => {
  const scene = await fullBase()
  const bytes = await exportArchive(scene.app, scene.ada, scene.dataset_id)
  const there = await ingestionScene()

  const report = await importArchive(there.app, there.ada, bytes, { name: '带来的库' })

  expect(report).toMatchObject({ state: 'done', failed: 0, dataset_name: '带来的库' })
  expect(report.remarks).toEqual([
    { name: '同名.txt', reason: expect.stringContaining('没有与它对应的本馆文献') },
  ])
  const list = await there.list({ dataset_id: report.dataset_id })
  expect(list.map(({ name }) => name)).toContain('临界剥离电流')
  expect(list.find(({ name }) => name === '临界剥离电流')?.record?.doi).toBe('10.1/strip')
  expect(list.find(({ name }) => name === '同名.txt')?.state).toBe('ready')
})

test('passages that were left out are left out where the base comes in, read already or not yet', async () => {
  const scene = await ingestionScene()
  const { app, ada, dataset_id } = scene
  const id = await scene.addOne('第一段说明方法。\n\n第二段说明结果。\n\n第三段是广告。')
  await app.runner.drain()
  await scene.operate(id, 'leave_out', { ordinals: [2] })
  const bytes = await exportArchive(app, ada, dataset_id)
  expect(archiveContents(bytes).documents[0].left_out).toEqual([{ quote: '第三段是广告。', ordinal: 2 }])
  const leftOutIn = async ({ app, ada, list }: Scene) => {
    const { dataset_id } = await importArchive(app, ada, bytes)
    // Once more, before anything is read: what waits for its text goes out as well.
    const again = archiveContents(await exportArchive(app, ada, dataset_id ?? ''))
    expect(again.documents[0].left_out).toEqual([{ quote: '第三段是广告。', ordinal: 2 }])
    await app.runner.drain()
    const [document] = await list({ dataset_id })
    const rows = await app.base.db
      .selectFrom('left_out_passages')
      .innerJoin('documents', 'documents.id', 'left_out_passages.document_id')
      .select(['ordinal', 'left_out_passages.parse_id'])
      .where('document_id', '=', document?.id ?? '')
      .whereRef('documents.parse_id', '=', 'left_out_passages.parse_id')
      .execute()
    return rows.map(({ ordinal }) => ordinal)
  }
  expect(await leftOutIn(scene)).toEqual([2])
  expect(await leftOutIn(await ingestionScene())).toEqual([2])
})

test("others' shared annotations come in with their author's name, private ones never go out", async () => {
  const scene = await fullBase()
  const { app, ada, bob, first } = scene
  const { id: project_id } = await ada.call(api.projects.add, { name: '组' })
  await ada.call(api.projects.addMembers, { project_id, user_ids: [bob.id], role: 3 })
  await ada.call(api.datasets.operate, { dataset_id: scene.dataset_id, operation: 'move', project_id })
  await bob.call(api.annotations.create, { document_id: first, comment: '共享的话', visibility: 'dataset' })
  await bob.call(api.annotations.create, { document_id: first, comment: '私下的话' })

  const bytes = await exportArchive(app, ada, scene.dataset_id)
  const report = await importArchive(app, ada, bytes)
  const text = JSON.stringify(
    archiveContents(await exportArchive(app, ada, report.dataset_id ?? '')).annotations,
  )

  expect(JSON.stringify(archiveContents(bytes))).not.toContain('私下的话')
  expect(text).toContain('共享的话\\n\\n原批注者：')
})

test('annotations come in while the file is still waiting, and stand at their place once it is read', async () => {
  const scene = await ingestionScene()
  const { app, ada, dataset_id } = scene
  const id = await scene.addOne('一段话，值得划线。')
  await app.runner.drain()
  const boxes = [{ page: 1, x0: 0.1, y0: 0.2, x1: 0.5, y1: 0.3 }]
  await ada.call(api.annotations.create, { document_id: id, quote: '值得划线', boxes })
  const bytes = await exportArchive(app, ada, dataset_id)
  const there = await ingestionScene()
  // The parser is asked only after the jobs: annotations are put on what nobody has read.
  const { dataset_id: made } = await importArchive(there.app, there.ada, bytes)
  const [document] = await there.list({ dataset_id: made })

  const { list } = await there.ada.call(api.annotations.list, { document_id: document?.id ?? '' })

  expect(list).toMatchObject([{ anchor: 'text', quote: '值得划线', start: 4, boxes }])
})
