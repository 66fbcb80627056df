import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { tagScene } from '../../testing/dataset-scenes.ts'

const { datasets } = api

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
