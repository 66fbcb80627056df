import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { tagScene } from '../../testing/dataset-scenes.ts'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'

const { datasets } = api

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

test('a keyword finds the papers that have it, not those of a journal or a person of that name', async () => {
  const { base, signUp } = await testApp()
  const ada = await signUp('Ada')
  const { id: dataset_id } = await ada.call(datasets.create, { name: '能源' })
  const person = { name: 'Energy "E"', role: 'author' as const, affiliations: [] }
  const paper_id_list = await addPapers(base, [
    { title: 'Tagged', keywords: ['coal', 'Energy "E"', 'energy'], basic_sourcename: 'Fuel' },
    { title: 'Printed there', keywords: ['coal'], basic_sourcename: 'Energy "E"' },
    { title: 'Written by', creators: [person] },
    { title: 'Energy "E"', keywords: ['Energy "E" and more'] },
  ])
  await ada.call(datasets.keepPapers, { paper_id_list, targets: [{ dataset_id, folder_id: null }] })
  const having = async (filter: object) =>
    (await ada.call(datasets.documents, { dataset_id, current_page: 1, page_size: 10, ...filter })).list
      .map(({ name }) => name)
      .toSorted()
  expect(await having({ term: 'Energy "E"' })).toEqual(['Tagged'])
  expect(await having({ term: 'coal' })).toEqual(['Printed there', 'Tagged'])
  expect(await having({ term: 'Energy' })).toEqual([])
  expect(await having({ source: 'Energy "E"' })).toEqual(['Printed there'])
  expect(await having({ author: 'Energy "E"' })).toEqual(['Written by'])
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
  const strange = { status: 400, data: { issues: [{ path: 'subject_code' }] } }
  expect(await ada.refusal(datasets.create, { name: 'x', kind: 'ai', subject_code: '99' })).toMatchObject(
    strange,
  )
  expect(await ada.refusal(datasets.change, { dataset_id: one.id, subject_code: '99' })).toMatchObject(
    strange,
  )
  const renamed = await ada.call(datasets.change, { dataset_id: plain.id, name: '不分学科' })
  expect(renamed).toMatchObject({ name: '不分学科' })
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
