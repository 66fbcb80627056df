import { gunzipSync } from 'node:zlib'
import { api, blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'

test('a hit has every field of the paper as a list by ids shows it, and score and marks', async () => {
  const app = await testApp()
  const creators = [{ name: 'Li Ming', name_zh: '李明', role: 'author' as const, affiliations: ['北京大学'] }]
  const external_ids = { arxiv: '1706.03762', '7': 'seven' }
  const ids = await addPapers(app.base, [
    { title: 'Networks “of” <i>graphs</i>', title_zh: '图的网络', creators, external_ids, citation_count: 7 },
    { title: 'Networks\u2028and "graphs" \\ more', keywords: ['😀 graphs'], is_oa: true },
  ])
  const ada = await app.signUp('Ada')
  const { list } = await ada.call(api.papers.search, { query: 'networks graphs' })
  const shown = (await ada.call(api.papers.byIds, { paper_id_list: ids })).list
  expect(list.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
    shown.map((paper) => ({ ...paper, score: expect.any(Number), highlights: expect.any(Array) })),
  )
  expect(list.every(({ highlights }) => highlights.some(({ field }) => field === 'title'))).toBe(true)
})

test('a record that was kept with other fields is shown with those of today', async () => {
  const app = await testApp()
  const today = { ...blankWork('Networks of graphs', 1), citation_count: 3 }
  const { csl: _csl, ...rest } = today
  const records = [
    { ...today, secret: 'of an older version' },
    { csl: {}, ...rest },
  ]
  for (const record of records) await addPapers(app.base, [today], { record: JSON.stringify(record) })
  const ada = await app.signUp('Ada')
  const response = await ada.send(api.papers.search, { query: 'networks' })
  expect(response.body).not.toContain('secret')
  const { list } = response.json().data
  expect(list).toHaveLength(2)
  for (const hit of list) expect(hit).toMatchObject({ ...today, engine: 'local' })
})

test('the citations of a hit are those that are kept beside its record', async () => {
  const app = await testApp()
  await addPapers(app.base, [{ title: 'Networks of graphs', citation_count: 3 }], { citation_count: 12 })
  const ada = await app.signUp('Ada')
  const { list } = await ada.call(api.papers.search, { query: 'networks' })
  expect(list.map(({ citation_count }) => citation_count)).toEqual([12])
})

test('a browser that takes packed answers gets the same hits', async () => {
  const app = await testApp()
  await addPapers(app.base, [{ title: 'Networks of graphs', abstract: '图的网络 '.repeat(500) }])
  const ada = await app.signUp('Ada')
  const plain = await ada.send(api.papers.search, { query: 'networks' })
  const packed = await ada.send(api.papers.search, { query: 'networks' }, { 'accept-encoding': 'gzip' })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString()).data.list).toEqual(plain.json().data.list)
})
