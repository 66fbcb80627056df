import { api, blankWork, type Work } from '@scinav/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cutDois } from '../../../migrations/0017-cut-dois.ts'
import { testApp } from '../../testing/test-app.ts'
import { storeWorks } from './store-works.ts'

const CUT = '10.1002/(sici)1097-4571(199806)49:8'
const FIRST = `${CUT}<693::aid-asi4>3.0.co;2-o`
const SECOND = `${CUT}<703::aid-asi5>3.0.co;2-f`

const old = (title: string, more: Partial<Work> = {}): Work => ({
  ...blankWork(title, 1),
  publish_date: '1998',
  creators: [{ name: 'Ann Lee', family: 'Lee', given: 'Ann', role: 'author', affiliations: [] }],
  doi: CUT,
  ...more,
})

/** A library as it was before DOIs were read whole, and then the migration. */
async function scene(works: Work[]) {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  for (const work of works) await storeWorks(app.base, [work], { source: 'old.bib' })
  const repair = async () => {
    const dialect = { text: 'text', keyed: '' }
    for (const statement of cutDois.statements(dialect)) await sql.raw(statement).execute(app.base.db)
    await app.runner.drain()
  }
  const found = async (query: string) => {
    const { list } = await ada.call(api.papers.search, { query })
    return list.map(({ title, doi }) => [title, doi]).toSorted()
  }
  return { app, ada, repair, found }
}

test('half a DOI becomes the whole one where the record still has it, and none elsewhere', async () => {
  const { repair, found } = await scene([
    old('Zeppelins over a lake', { url: `https://doi.org/${FIRST.replace('<', '%3C').replace('>', '%3E')}` }),
    old('Quasars', { doi: '10.1175/1520-0469(1996)053' }),
    old('Nebulae', { doi: '10.1016/s0140-6736(05)67889-0' }),
  ])
  await repair()
  expect(await found('zeppelins')).toEqual([['Zeppelins over a lake', FIRST]])
  expect(await found('quasars')).toEqual([['Quasars', null]])
  expect(await found('nebulae')).toEqual([['Nebulae', '10.1016/s0140-6736(05)67889-0']])
  expect(await found(FIRST)).toHaveLength(1)
  expect(await found(CUT)).toEqual([])
})

test('works that were taken for one because of half a DOI are two again, the same work stays one', async () => {
  const { ada, repair, found } = await scene([
    old('Zeppelins over a lake'),
    old('Zeppelins over a city', { csl: { note: `DOI ${SECOND}` } }),
    old('Zeppelins over a lake', { abstract: 'Seen through fog.' }),
  ])
  expect(await found('zeppelins')).toHaveLength(1)
  await repair()
  expect(await found('zeppelins')).toEqual([
    ['Zeppelins over a city', SECOND],
    ['Zeppelins over a lake', null],
  ])
  expect(await found('fog')).toEqual([['Zeppelins over a lake', null]])
  expect((await ada.call(api.library.merges, {})).list).toMatchObject([{ title: 'Zeppelins over a lake' }])
})

test('what was cited by half a DOI is not counted as a citation of anything', async () => {
  const { app, repair } = await scene([
    old('Zeppelins'),
    old('Quasars', { doi: '10.1/q', reference_ids: [`doi:${CUT}`, 'doi:10.1/other'] }),
  ])
  const rows = () =>
    app.base.db.selectFrom('papers').select(['title', 'cited_by_count', 'record']).orderBy('title').execute()
  expect((await rows()).map(({ cited_by_count }) => Number(cited_by_count))).toEqual([0, 1])
  await repair()
  const [quasars, zeppelins] = await rows()
  expect(Number(zeppelins?.cited_by_count)).toBe(0)
  expect(JSON.parse(quasars?.record ?? '').reference_ids).toEqual(['doi:10.1/other'])
})
