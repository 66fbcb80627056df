import { api, blankWork, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { storeWorks } from '../import/store-works.ts'
import { testApp } from '../testing/test-app.ts'

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
