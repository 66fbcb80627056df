import { api, blankWork, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { storeWorks } from '../../library/import/store-works.ts'
import { testApp } from '../../testing/test-app.ts'

const AUTHORS: Work['creators'] = [
  ['John P.', 'Perdew'],
  ['Kieron', 'Burke'],
  ['Matthias', 'Ernzerhof'],
].map(([given, family]) => ({
  name: `${given} ${family}`,
  ...(family && { family }),
  role: 'author',
  affiliations: [],
}))

const PBE: Work = {
  ...blankWork('Generalized gradient approximation made simple', 1),
  creators: AUTHORS,
  publish_date: '1996',
  basic_sourcename: 'Physical Review Letters',
  basic_source_vo: '77',
  basic_source_no: '18',
  basic_page: '3865-3868',
}

async function library() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await storeWorks(app.base, [PBE], { source: 'test' })
  const { id } = await app.base.db
    .selectFrom('papers')
    .select('id')
    .where('title', '=', PBE.title)
    .executeTakeFirstOrThrow()
  return {
    id,
    check: async (...entries: string[]) => (await ada.call(api.references.check, { entries })).list,
  }
}

test.each([
  'Phys. Rev. Lett. 77, 3865 (1996).',
  '[12] J. P. Perdew, K. Burke, and M. Ernzerhof, Phys. Rev. Lett. 77, 3865 (1996).',
  'Perdew, J. P.; Burke, K.; Ernzerhof, M. Phys. Rev. Lett. 1996, 77, 3865–3868.',
  'Perdew J P, Burke K and Ernzerhof M 1996 Phys. Rev. Lett. 77 3865',
  'Perdew JP, et al. Phys Rev Lett. 1996;77(18):3865-8.',
])('a reference without a title is found by journal, volume and page: %s', async (text) => {
  const { id, check } = await library()
  expect(await check(text)).toMatchObject([{ status: 'found', by: 'place', paper: { id }, fields: [] }])
})

test('a reference without a title that the library lacks could not be compared; other names at its place are told', async () => {
  const { check } = await library()
  const list = await check(
    'Phys. Rev. Lett. 78, 3865 (1997).',
    'Nature 521, 437 (2015).',
    'W. Kohn and L. J. Sham, Phys. Rev. Lett. 77, 3865 (1996).',
    'J. P. Perdew, K. Burke, and M. Ernzerhof, Phys. Rev. Lett. 77, 3865 (1995).',
    'J. P. Perdew, Weather over small islands, Phys. Rev. Lett. 77, 3866 (1996).',
  )
  expect(list.map((each) => [each.status, each.fields.map(({ field }) => field)])).toEqual([
    ['unread', []],
    ['unread', []],
    ['differs', ['authors']],
    ['differs', ['year']],
    ['missing', []],
  ])
})

test('a title that nobody has is told against the paper that stands at its place, where the authors wrote that', async () => {
  const { id, check } = await library()
  const list = await check(
    'PERDEW J P, BURKE K, ERNZERHOF M. A simple theory of everything solid[J]. Physical Review Letters, 1996, 77(18): 3865-3868.',
    'Perdew J P，Burke K，Ernzerhof M，1996. A simple theory of everything solid[J]. Physical Review Letters，77（18）：3865-3868.',
    'Kohn W, Sham L J. A simple theory of everything solid. Physical Review Letters. 1996;77(18):3865-8.',
    'PERDEW J P, BURKE K, ERNZERHOF M. A simple theory of everything solid[J]. Physical Review Letters, 1996, 78(18): 3865-3868.',
  )
  expect(list.map(({ status, by, paper, fields }) => [status, by, paper?.id, fields[0]?.field])).toEqual([
    ['differs', 'place', id, 'title'],
    ['differs', 'place', id, 'title'],
    ['missing', null, undefined, undefined],
    ['missing', null, undefined, undefined],
  ])
})

test('a short title with another year is found by its place, and a correction of a title leaves the authors', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const hoare = { name: 'C. A. R. Hoare', family: 'Hoare', role: 'author' as const, affiliations: [] }
  const place = { basic_sourcename: 'The Computer Journal', basic_source_vo: '5', basic_page: '10-16' }
  const quicksort: Work = { ...blankWork('Quicksort', 1), creators: [hoare], publish_date: '1962', ...place }
  await storeWorks(app.base, [quicksort, PBE], { source: 'test' })
  const { list } = await ada.call(api.references.check, {
    entries: [
      'Hoare C A R. Quicksort[J]. The Computer Journal, 1963, 5(1): 10-16.',
      'PERDEW J P, BURKE K, ERNZERHOF M. A gradient approximation made easy[J]. Physical Review Letters, 1996, 77(18): 3865-3868.',
    ],
  })
  expect(list.map(({ fields }) => fields)).toEqual([
    [{ field: 'year', given: '1963', found: '1962', doubt: 'online' }],
    [{ field: 'title', given: 'A gradient approximation made easy', found: PBE.title }],
  ])
})

test('authors of a title that looks like part of a journal are compared, and editors where there are no authors', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const theory: Work = { ...PBE, title: 'Theory of Superconductivity', basic_source_vo: '108' }
  const editor = { name: '熊毅', family: '熊', given: '毅', role: 'editor' as const, affiliations: [] }
  const soils: Work = { ...blankWork('中国土壤志略', 2), creators: [editor], publish_date: '1987' }
  await storeWorks(app.base, [theory, soils], { source: 'test' })
  const { list } = await ada.call(api.references.check, {
    entries: [
      'Wang H, Wu F, Liu Z. Theory of Superconductivity. Physical Review Letters. 1996;108(18):3865-8.',
      'Perdew JP, Burke K, Ernzerhof M. Theory of Superconductivity. Physical Review Letters. 1996;108(18):3865-8.',
      '李明. 中国土壤志略. 北京: 科学出版社, 1987.',
      '熊毅. 中国土壤志略. 北京: 科学出版社, 1987.',
    ],
  })
  expect(list.map(({ status, fields }) => [status, fields.map(({ field }) => field)])).toEqual([
    ['differs', ['authors']],
    ['found', []],
    ['differs', ['authors']],
    ['found', []],
  ])
})
