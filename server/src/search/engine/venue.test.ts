import { api, type InputOf } from '@scinav/contract'
import { expect, test } from 'vitest'
import { findPapersByIds } from '../../library/papers/index.ts'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'

test('a venue that the record knows by a word alone is shown by its name, and filtered by either', async () => {
  const { base, signUp } = await testApp()
  const ada = await signUp('Ada')
  const search = (input: InputOf<typeof api.papers.search>) => ada.call(api.papers.search, input)
  const [id = ''] = await addPapers(base, [
    { title: 'Parsing with attention', resource_type: 5, basic_sourcename: 'emnlp' },
    { title: 'Parsing by hand', resource_type: 5, basic_sourcename: 'Parsing Quarterly' },
  ])
  const name = 'Conference on Empirical Methods in Natural Language Processing'

  const [paper] = await findPapersByIds({ ...base, actor: null }, [id])
  expect(paper).toMatchObject({ basic_sourcename: 'emnlp', source_name: name })
  const { facets } = await search({ query: 'parsing' })
  expect(facets?.source.list).toEqual([
    { value: 'emnlp', label: name, count: 1 },
    { value: 'parsing quarterly', label: 'Parsing Quarterly', count: 1 },
  ])
  for (const source of ['emnlp', name])
    expect((await search({ query: 'parsing', filters: { source: [source] } })).total, source).toBe(1)
})
