import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../testing/papers.ts'
import { projectScene } from '../testing/project-scene.ts'
import { testApp } from '../testing/test-app.ts'

const { datasets } = api

async function tagScene() {
  const scene = await projectScene()
  const { owner, project_id } = scene
  const { id: dataset_id } = await owner.call(datasets.create, { name: '综述', project_id })
  const paper_id_list = await addPapers(scene.app.base, ['One', 'Two'])
  const folder = await owner.call(datasets.saveFolder, { dataset_id, parent_id: null, name: '上' })
  const below = await owner.call(datasets.saveFolder, { dataset_id, parent_id: folder.id, name: '下' })
  const [one = '', two = ''] = paper_id_list
  await owner.call(datasets.keepPapers, {
    paper_id_list: [one],
    targets: [{ dataset_id, folder_id: below.id }],
  })
  await owner.call(datasets.keepPapers, { paper_id_list: [two], targets: [{ dataset_id, folder_id: null }] })
  const { list } = await owner.call(datasets.documents, { dataset_id, current_page: 1, page_size: 10 })
  const documentOf = (paper_id: string) => list.find((each) => each.paper_id === paper_id)?.id ?? ''
  return { ...scene, dataset_id, folder, one: documentOf(one), two: documentOf(two) }
}

test('tags stand in groups, are counted by folder, and narrow the documents', async () => {
  const { member, viewer, dataset_id, folder, one, two } = await tagScene()
  const make = (name: string, group_name?: string) =>
    member.call(datasets.saveTag, { dataset_id, name, ...(group_name && { group_name }) })
  const method = await make('实验', '方法')
  const read = await make('已读')
  for (const document_id of [one, two]) await member.call(datasets.addTag, { document_id, tag_id: method.id })
  await member.call(datasets.addTag, { document_id: two, tag_id: read.id })
  await member.call(datasets.addTag, { document_id: two, tag_id: read.id })

  expect(await viewer.call(datasets.tagGroups, { dataset_id })).toMatchObject([
    { group_name: '方法', tags: [{ name: '实验', document_count: 2 }] },
    { group_name: null, tags: [{ name: '已读', document_count: 1 }] },
  ])
  expect(await viewer.call(datasets.tagGroups, { dataset_id, folder_ids: [folder.id] })).toMatchObject([
    { tags: [{ name: '实验', document_count: 1 }] },
    { tags: [{ name: '已读', document_count: 0 }] },
  ])
  const tagged = { dataset_id, current_page: 1, page_size: 10, tag_ids: [method.id, read.id] }
  expect((await viewer.call(datasets.documents, tagged)).list.map(({ id }) => id)).toEqual([two])
  await member.call(datasets.removeTag, { document_id: two, tag_id: read.id })
  expect((await viewer.call(datasets.documents, tagged)).total).toBe(0)
  expect((await viewer.call(datasets.tags, { dataset_id })).map(({ name }) => name)).toEqual(['实验', '已读'])
})

test('a group has one tag of a name; managers rename and delete', async () => {
  const { manager, member, dataset_id, one } = await tagScene()
  const tag = await member.call(datasets.saveTag, { dataset_id, name: '实验', group_name: '方法' })
  const taken = { status: 409, problem: 'tag.taken' }
  expect(
    await member.refusal(datasets.saveTag, { dataset_id, name: '实验', group_name: '方法' }),
  ).toMatchObject(taken)
  await member.call(datasets.saveTag, { dataset_id, name: '实验' })
  const change = { dataset_id, id: tag.id, name: '仿真', group_name: '方法', colour: 'blue' as const }
  expect(await member.refusal(datasets.saveTag, change)).toMatchObject({ status: 403 })
  expect(await member.refusal(datasets.removeTags, { dataset_id, tag_ids: [tag.id] })).toMatchObject({
    status: 403,
  })
  await member.call(datasets.addTag, { document_id: one, tag_id: tag.id })
  expect(await manager.call(datasets.saveTag, change)).toMatchObject({
    name: '仿真',
    colour: 'blue',
    document_count: 1,
  })
  await manager.call(datasets.removeTags, { dataset_id, tag_ids: [tag.id] })
  const { list } = await manager.call(datasets.documents, { dataset_id, current_page: 1, page_size: 10 })
  expect(list.flatMap(({ tags }) => tags)).toEqual([])
})

test('attack 20: a viewer tags nothing; attack 12: strangers learn of no tag', async () => {
  const { owner, viewer, stranger, dataset_id, one } = await tagScene()
  const { id: tag_id } = await owner.call(datasets.saveTag, { dataset_id, name: '实验' })
  const calls = [
    [datasets.saveTag, { dataset_id, name: '我的' }],
    [datasets.removeTags, { dataset_id, tag_ids: [tag_id] }],
    [datasets.addTag, { document_id: one, tag_id }],
    [datasets.removeTag, { document_id: one, tag_id }],
    [datasets.copyDocuments, { document_ids: [one], targets: [{ dataset_id, folder_id: null }] }],
  ] as const
  for (const [endpoint, input] of calls) {
    expect(await viewer.refusal(endpoint, input), endpoint.path).toMatchObject({ status: 403 })
    expect(await stranger.refusal(endpoint, input), endpoint.path).toMatchObject({ status: 404 })
  }
  const without = await viewer.refusal(datasets.addTag, { document_id: 'none', tag_id })
  expect(await stranger.refusal(datasets.addTag, { document_id: one, tag_id })).toEqual(without)
})

test('documents are copied where they are not yet, and said where they are', async () => {
  const { viewer, dataset_id, one, two } = await tagScene()
  const { id: own } = await viewer.call(datasets.create, { name: '我的' })
  const folder = await viewer.call(datasets.saveFolder, { dataset_id: own, parent_id: null, name: '一' })
  const copy = (document_ids: string[], folder_id: string | null) =>
    viewer.call(datasets.copyDocuments, { document_ids, targets: [{ dataset_id: own, folder_id }] })

  expect(await copy([one], null)).toEqual({ added: 1, skipped: [] })
  expect(await copy([one, two], null)).toEqual({ added: 1, skipped: [one] })
  expect(await copy([one], folder.id)).toEqual({ added: 1, skipped: [] })
  expect(await copy([one], folder.id)).toEqual({ added: 0, skipped: [one] })
  const page = { current_page: 1, page_size: 10 }
  expect((await viewer.call(datasets.documents, { dataset_id: own, ...page })).total).toBe(2)
  expect((await viewer.call(datasets.documents, { dataset_id, ...page })).total).toBe(2)
})

test('a file is copied as another placement of the same bytes', async () => {
  const { app, viewer, one } = await tagScene()
  const created_at = app.base.now().toISOString()
  const bytes = { id: 'b1', sha256: 'x', size_bytes: 5, mime: 'application/pdf', created_at }
  await app.base.db.insertInto('file_bytes').values(bytes).execute()
  const own_file = { paper_id: null, file_id: 'f1', bytes_id: 'b1', name: '数据.pdf', size_bytes: 5 }
  const file = { type: 'file' as const, ...own_file }
  await app.base.db.updateTable('documents').set(file).where('id', '=', one).execute()
  const { id: own } = await viewer.call(datasets.create, { name: '我的' })
  const input = { document_ids: [one], targets: [{ dataset_id: own, folder_id: null }] }
  expect(await viewer.call(datasets.copyDocuments, input)).toEqual({ added: 1, skipped: [] })
  expect(await viewer.call(datasets.copyDocuments, input)).toEqual({ added: 0, skipped: [one] })
  const { list } = await viewer.call(datasets.documents, { dataset_id: own, current_page: 1, page_size: 10 })
  expect(list).toMatchObject([{ type: 'file', file_id: 'f1', name: '数据.pdf', creator_id: viewer.id }])
  expect(list[0]?.id).not.toBe(one)
})

test('pickers offer what may be read: of projects, of folders with those below, of everything', async () => {
  const { viewer, stranger, dataset_id, folder, one, two } = await tagScene()
  const ids = (page: { list: { id: string }[] }) => page.list.map(({ id }) => id).sort()
  expect(ids(await viewer.call(datasets.projectDocuments, {}))).toEqual([one, two].sort())
  expect(ids(await viewer.call(datasets.projectDocuments, { keyword: 'tw' }))).toEqual([two])
  const below = await viewer.call(datasets.folderDocuments, { folder_ids: [folder.id] })
  expect(below.list).toMatchObject([{ id: one, dataset_id, dataset_name: '综述', paper: { title: 'One' } }])
  expect(ids(await viewer.call(datasets.documentsForPickers, { file_ids: ['f1'] }))).toEqual([])
  for (const endpoint of [datasets.projectDocuments, datasets.documentsForPickers])
    expect((await stranger.call(endpoint, {})).total).toBe(0)
})

test('statistics count papers by what can be chosen, and a choice shows just those', async () => {
  const { base, signUp } = await testApp()
  const ada = await signUp('Ada')
  const bob = await signUp('Bob')
  const { id: dataset_id } = await ada.call(datasets.create, {
    name: '电池',
    kind: 'ai',
    subject_code: '0805',
  })
  const creators = (...names: string[]) =>
    names.map((name) => ({ name, role: 'author' as const, affiliations: [] }))
  const paper_id_list = await addPapers(base, [
    {
      title: 'One',
      publish_date: '2021-05',
      keywords: ['电池', '100%'],
      basic_sourcename: 'Joule',
      creators: creators('李 伟', 'Ada'),
    },
    {
      title: 'Two',
      publish_date: '2021',
      keywords: ['电池'],
      basic_sourcename: 'Joule',
      creators: creators('Ada'),
    },
    { title: 'Three', publish_date: '2019', basic_sourcename: 'Joule 2', creators: creators('Bo "B"') },
  ])
  await ada.call(datasets.keepPapers, { paper_id_list, targets: [{ dataset_id, folder_id: null }] })
  const counts = await bob.call(datasets.literatureStatistics, { dataset_id })

  expect(counts).toMatchObject({ counted: 3, total: 3 })
  expect(counts.year).toEqual([
    { value: '2019', label: '2019', count: 1 },
    { value: '2021', label: '2021', count: 2 },
  ])
  expect(counts.source.map(({ value, count }) => [value, count])).toEqual([
    ['Joule', 2],
    ['Joule 2', 1],
  ])
  expect(counts.author[0]).toMatchObject({ value: 'Ada', count: 2 })
  expect(counts.keyword.map(({ value, count }) => [value, count])).toEqual([
    ['电池', 2],
    ['100%', 1],
  ])
  expect(counts.resource_type).toMatchObject([{ count: 3, label: '期刊' }])

  const titles = async (filter: object) =>
    (
      await bob.call(datasets.documents, {
        dataset_id,
        current_page: 1,
        page_size: 10,
        sort: 'title',
        ...filter,
      })
    ).list.map(({ name }) => name)
  expect(await titles({ year: 2021 })).toEqual(['One', 'Two'])
  expect(await titles({ source: 'Joule' })).toEqual(['One', 'Two'])
  expect(await titles({ author: 'Bo "B"' })).toEqual(['Three'])
  expect(await titles({ term: '100%', year: 2021 })).toEqual(['One'])
  expect(await titles({ resource_type: 2 })).toEqual([])
})

test('public knowledge bases stand by discipline with what they hold', async () => {
  const { base, signUp } = await testApp()
  const ada = await signUp('Ada')
  const bob = await signUp('Bob')
  const make = (name: string, subject_code?: string) =>
    ada.call(datasets.create, { name, kind: 'ai', ...(subject_code && { subject_code }) })
  const plain = await make('综合')
  const one = await make('材料', '0805')
  const other = await make('电气', '0808')
  const paper_id_list = await addPapers(base, [
    { title: 'One', publish_date: '2020' },
    { title: 'Two', publish_date: '2021' },
  ])
  for (const { id: dataset_id } of [one, other])
    await ada.call(datasets.keepPapers, { paper_id_list, targets: [{ dataset_id, folder_id: null }] })

  const classes = await bob.call(datasets.publicClasses, {})
  expect(classes.map(({ subject_code, name }) => [subject_code, name])).toEqual([
    ['08', '工学'],
    ['', '综合'],
  ])
  expect(classes[0]?.datasets.map(({ name }) => name).sort()).toEqual(['材料', '电气'])
  expect(classes[1]?.datasets.map(({ id }) => id)).toEqual([plain.id])
  expect(await bob.call(datasets.subjectStatistics, { subject_code: '08' })).toEqual({
    subject_code: '08',
    name: '工学',
    dataset_count: 2,
    document_count: 4,
    paper_count: 2,
    years: [
      { year: 2020, count: 1 },
      { year: 2021, count: 1 },
    ],
  })
  expect(await bob.call(datasets.subjectStatistics, { subject_code: '01' })).toMatchObject({
    dataset_count: 0,
    years: [],
  })
  expect(await bob.refusal(datasets.subjectStatistics, { subject_code: '99' })).toMatchObject({ status: 400 })
  expect(await ada.refusal(datasets.create, { name: 'x', kind: 'ai', subject_code: '99' })).toMatchObject({
    status: 400,
  })
})

test('several tags become one: documents keep a single one of them, the others go', async () => {
  const { manager, member, viewer, dataset_id, one, two } = await tagScene()
  const make = (name: string) => member.call(datasets.saveTag, { dataset_id, name })
  const [kept, other, third] = [await make('实验'), await make('试验'), await make('做实验')]
  await member.call(datasets.tagDocuments, { dataset_id, document_ids: [one, two], add: [other.id] })
  await member.call(datasets.tagDocuments, { dataset_id, document_ids: [two], add: [kept.id, third.id] })

  const merge = { dataset_id, tag_ids: [kept.id, other.id, third.id], into_id: kept.id }
  expect(await member.refusal(datasets.mergeTags, merge)).toMatchObject({ status: 403 })
  expect(await manager.call(datasets.mergeTags, merge)).toMatchObject({ name: '实验', document_count: 2 })
  expect((await viewer.call(datasets.tags, { dataset_id })).map(({ name }) => name)).toEqual(['实验'])
})

test('many documents get tags and lose others in one step; those who only look cannot', async () => {
  const { member, viewer, dataset_id, one, two } = await tagScene()
  const [read, open] = [
    await member.call(datasets.saveTag, { dataset_id, name: '已读' }),
    await member.call(datasets.saveTag, { dataset_id, name: '待读' }),
  ]
  const both = { dataset_id, document_ids: [one, two] }
  await member.call(datasets.tagDocuments, { ...both, add: [open.id] })
  await member.call(datasets.tagDocuments, { ...both, add: [read.id, read.id], remove: [open.id] })
  const counts = (await viewer.call(datasets.tags, { dataset_id })).map(({ name, document_count }) => [
    name,
    document_count,
  ])
  expect(counts).toEqual([
    ['已读', 2],
    ['待读', 0],
  ])
  expect(await viewer.refusal(datasets.tagDocuments, { ...both, add: [read.id] })).toMatchObject({
    status: 403,
  })
  expect(await member.refusal(datasets.tagDocuments, { ...both, add: ['none'] })).toMatchObject({
    status: 404,
  })
})

test('a dataset says how much is in it, and shows documents of one type and state', async () => {
  const { viewer, dataset_id } = await tagScene()
  expect(await viewer.call(datasets.figures, { dataset_id })).toEqual({
    documents: 2,
    passages: 0,
    size_bytes: 0,
    states: [{ state: 'ready', count: 2 }],
    types: [{ type: 'paper', count: 2 }],
  })
  const totalOf = async (filter: object) =>
    (await viewer.call(datasets.documents, { dataset_id, current_page: 1, page_size: 1, ...filter })).total
  expect(await totalOf({ document_type: 'paper' })).toBe(2)
  expect(await totalOf({ document_type: 'pdf' })).toBe(0)
  expect(await totalOf({ state: 'working' })).toBe(0)
  expect(await totalOf({ state: 'ready', document_type: 'paper' })).toBe(2)
})
