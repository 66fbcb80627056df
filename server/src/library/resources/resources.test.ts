import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'
import { RESOURCE_CLASSES, RESOURCES } from './resource.service.ts'

const { list, classes } = api.resources

/** What two spellings of one thing have in common. */
const plain = (text: string) => text.toLowerCase().replace(/[\s·.&\-（）()]/g, '')
const twice = (texts: string[]) => texts.filter((text, at) => texts.indexOf(text) !== at)

test('over two hundred databases stand once each, with an address of their own', () => {
  expect(RESOURCES.length).toBeGreaterThan(200)
  expect(twice(RESOURCES.map(({ id }) => id))).toEqual([])
  expect(twice(RESOURCES.map(({ name }) => plain(name)))).toEqual([])
  expect(twice(RESOURCES.map(({ url }) => url.replace(/\/$/, '')))).toEqual([])
  for (const { id, count } of RESOURCE_CLASSES.map(({ id }) => ({
    id,
    count: RESOURCES.filter(({ class_id }) => class_id === id).length,
  })))
    expect(count, id).toBeGreaterThan(4)
})

test('each says what it is in one or two sentences that are well set', () => {
  for (const { id, description, url } of RESOURCES) {
    expect(description, id).toMatch(/。$/)
    expect(description.split('。').length, id).toBeLessThan(4)
    expect(description, id).not.toMatch(/[,;!?]|\p{Script=Han}[A-Za-z0-9].*您|\s{2}/u)
    expect(new URL(url).protocol, id).toBe('https:')
    expect(url, id).not.toMatch(/\s/)
  }
})

test('what scholars in China use first is there', () => {
  const names = RESOURCES.map(({ name }) => name).join('\n')
  const known =
    '知网 万方 维普 NSSD 国家科技图书文献中心 CALIS CSSCI CSCD Science Scopus PubMed arXiv DBLP ACL IEEE ACM Springer ScienceDirect JSTOR SSRN Europe bioRxiv ChemRxiv 国家知识产权局 Espacenet Google 国家统计局 Zenodo Dryad figshare ScienceDB 北大法宝 SinoMed Cochrane'
  for (const each of known.split(' '))
    expect(
      each.split('|').some((name) => names.includes(name)),
      each,
    ).toBe(true)
})

test('databases are found by category, access and words, page by page', async () => {
  const { signUp } = await testApp()
  const ada = await signUp('Ada')
  const found = await ada.call(classes, {})
  expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(RESOURCES.length)

  const open = await ada.call(list, { class_id: 'patent', access: 'open', page_size: 100 })
  expect(open.list.map(({ name }) => name)).toContain('Espacenet')
  expect(open.list.every(({ access, class_id }) => access === 'open' && class_id === 'patent')).toBe(true)
  const words = await ada.call(list, { keyword: ' 预印本  ARXIV ' })
  expect(words.list.map(({ id }) => id)).toContain('arxiv')
  expect((await ada.call(list, { keyword: '%' })).total).toBe(0)
  expect((await ada.call(list, { ids: ['cnki', 'arxiv'] })).list.map(({ id }) => id)).toEqual([
    'cnki',
    'arxiv',
  ])
  const second = await ada.call(list, { page_num: 2, page_size: 100 })
  expect(second).toMatchObject({ total: RESOURCES.length, page_num: 2 })
  expect(second.list[0]?.id).toBe(RESOURCES[100]?.id)
  expect(await ada.refusal(list, { access: 'free' })).toMatchObject({ status: 400 })
})
