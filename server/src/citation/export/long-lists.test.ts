import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'

async function scene() {
  const app = await testApp()
  return { app, ada: await app.signUp('Ada') }
}

test('everything a search finds is written, however much, and nobody else waits', async () => {
  const { app, ada } = await scene()
  const works = Array.from({ length: 2_600 }, (_, index) => ({
    title: `Attention ${index}`,
    publish_date: index % 2 === 0 ? '2020' : '2010',
  }))
  for (let from = 0; from < works.length; from += 500)
    await addPapers(app.base, works.slice(from, from + 500))
  await addPapers(app.base, ['Something else'])

  const all = await ada.call(api.citation.export, { query: 'attention', format: 'ris' })
  expect(all.text.match(/^TY {2}- /gm)).toHaveLength(2_600)
  const some = await ada.call(api.citation.export, {
    query: 'attention',
    filters: { year_from: 2015 },
    format: 'text',
  })
  expect(some.text.trim().split('\n')).toHaveLength(1_300)
  const corrected = await ada.call(api.citation.export, { query: 'atention', format: 'ris' })
  expect(corrected.text).toBe(all.text)
  await addPapers(app.base, ['Attentions of others'])
  const exact = await ada.call(api.citation.export, { query: 'attentions', exact: true, format: 'text' })
  expect(exact.text.trim().split('\n')).toHaveLength(1)
  const built = await ada.call(api.citation.export, {
    conditions: [{ field: 'title', operator: 'contains', value: 'something' }],
    format: 'text',
  })
  expect(built.text).toBe('[1]Something else[J]\n')
  const none = await ada.call(api.citation.export, { query: 'nothingofthekind', format: 'text' })
  expect(none.text).toBe('')
})

test('a long list is written in the order it was given', async () => {
  const { app, ada } = await scene()
  const ids: string[] = []
  for (let part = 0; part < 3; part += 1)
    ids.push(
      ...(await addPapers(
        app.base,
        Array.from({ length: 400 }, (_, index) => `Paper ${part}-${index}`),
      )),
    )
  ids.reverse()
  const { text } = await ada.call(api.citation.export, { paper_id_list: ids })

  const lines = text.trim().split('\n')
  expect(lines).toHaveLength(1_200)
  expect(lines[0]).toBe('[1]Paper 2-399[J]')
  expect(lines.at(-1)).toBe('[1200]Paper 0-0[J]')
})

test('a list is printed apart where it is long, be it in references or in characters', async () => {
  const { ada } = await scene()
  let threads = 0
  const count = () => {
    threads += 1
  }
  process.on('worker', count)
  await ada.call(api.citation.export, { references: [{ title: 'Short' }] })
  expect(threads).toBe(0)
  const { text } = await ada.call(api.citation.export, {
    references: [{ title: `${'A long '.repeat(30_000)}title` }],
  })
  expect(text).toContain('long title')
  expect(threads).toBe(1)
  const references = Array.from({ length: 51 }, (_, index) => ({ title: `Short ${index}` }))
  expect((await ada.call(api.citation.preview, { references })).items).toHaveLength(51)
  expect(threads).toBe(2)
  const sources = references.map(({ title }, index) => ({ key: `key${index}`, paper_id: null, entry: title }))
  expect((await ada.call(api.citing.list, { sources, style: 'apa-7' })).list).toHaveLength(51)
  expect(threads).toBe(3)
  process.off('worker', count)
})
