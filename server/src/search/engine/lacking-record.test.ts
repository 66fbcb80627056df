import { api, blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { storeWorks } from '../../library/import/store-works.ts'
import { testApp } from '../../testing/test-app.ts'

/** A library in which one of two records lacks a field, as an older version of the program left it. */
async function lacking(field: string) {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const named = (title: string) => ({
    ...blankWork(title, 1),
    creators: [{ name: 'Ann Lee', role: 'author' as const, affiliations: [] }],
    publish_date: '2020',
  })
  await storeWorks(app.base, [named('Zeppelins old'), named('Zeppelins new')], { source: 'test' })
  const row = await app.base.db
    .selectFrom('papers')
    .select(['id', 'record', 'change'])
    .where('title', '=', 'Zeppelins old')
    .executeTakeFirstOrThrow()
  const { [field]: _, ...rest } = JSON.parse(row.record)
  await app.base.db
    .updateTable('papers')
    .set({ record: JSON.stringify(rest), change: Number(row.change) + 1 })
    .where('id', '=', row.id)
    .execute()
  await app.base.library.catchUp()
  return { ada, id: row.id }
}

test.each(['creators', 'keywords', 'external_ids', 'csl', 'status', 'publish_venue', 'funds', 'is_oa'])(
  'a paper whose record lacks %s is found, shown, listed and exported like the others',
  async (field) => {
    const { ada, id } = await lacking(field)
    const found = await ada.call(api.papers.search, { query: 'zeppelins' })
    expect(found.list.map(({ title }) => title).toSorted()).toEqual(['Zeppelins new', 'Zeppelins old'])
    expect((await ada.call(api.papers.byIds, { paper_id_list: [id] })).list).toMatchObject([{ id }])
    for (const format of ['text', 'csv', 'bibtex'] as const) {
      const { text } = await ada.call(api.citation.export, { paper_id_list: [id], format })
      expect(text).toContain('Zeppelins')
    }
    await ada.call(api.papers.related, { paper_id: id })
    const suggested = await ada.call(api.papers.suggest, { keyword: 'zeppelins ol' })
    expect(suggested).toContainEqual(expect.objectContaining({ paper_id: id }))
  },
)
