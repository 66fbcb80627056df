import { describe, expect, test } from 'vitest'
import { knownPaperAnswers, silentAnswer, statusAnswer } from '../../testing/engine-server.ts'
import { federatedSearchScene } from '../../testing/federated-search-scene.ts'
import { hasRecordings, recordedEngines } from '../../testing/recorded-engines.ts'

async function searched(answers: Parameters<typeof federatedSearchScene>[0], query: string) {
  const { search } = await federatedSearchScene(answers)
  return search({ query, page_size: 100 })
}

const countsOf = ({ engines }: Awaited<ReturnType<typeof searched>>) =>
  Object.fromEntries(engines.map(({ id, count }) => [id, count]))

test('one paper that three engines know in their own words is one hit', async () => {
  const paper = { title: 'Tools for chemistry', author: 'Ann Smith', year: 2024, doi: '10.1000/tools' }
  const answer = await searched(knownPaperAnswers(paper), 'tools')

  expect([answer.total, answer.merged]).toEqual([1, { duplicates: 2, of: 3 }])
})

const SHARED = [
  {
    query: 'Augmenting large language models with chemistry tools',
    gave: { openalex: 2, crossref: 1, arxiv: 0, semantic_scholar: 1, pubmed: 13 },
    first: ['openalex', 'crossref', 'semantic_scholar'],
    // OpenAlex has the preprint too, under another title; Semantic Scholar names both identifiers.
    merged: { duplicates: 3, of: 17 },
  },
  {
    query: 'PaperQA: Retrieval-Augmented Generative Agent for Scientific Research',
    gave: { openalex: 1, crossref: 1, arxiv: 0, semantic_scholar: 1, pubmed: 13 },
    // Crossref's best hit is another paper.
    first: ['openalex', 'semantic_scholar'],
    merged: { duplicates: 1, of: 16 },
  },
  {
    query:
      'Effect of native oxide layers on copper thin-film tensile properties: A reactive molecular dynamics study',
    gave: { openalex: 1, crossref: 1, arxiv: 0, semantic_scholar: 1, pubmed: 13 },
    first: ['openalex', 'crossref', 'semantic_scholar'],
    merged: { duplicates: 2, of: 16 },
  },
]

const LARGE: [query: string, engine: string, count: number][] = [
  ['testing', 'arxiv', 100],
  ['turing', 'semantic_scholar', 100],
  ['ecology', 'crossref', 20],
  ['widget', 'crossref', 20],
]

if (hasRecordings) {
  describe('with the recorded answers of the real services', () => {
    test.each(SHARED)('$query is one hit of all who know it', async ({ query, gave, first, merged }) => {
      const answer = await searched(recordedEngines(), query)

      expect(countsOf(answer)).toEqual({ local: 0, ...gave })
      expect(answer.list[0]).toMatchObject({ title: query, engines: first })
      expect(answer.merged).toEqual(merged)
      expect(answer.list).toHaveLength(merged.of - merged.duplicates)
    })

    test.each(LARGE)('every record that was found for %s is read', async (query, engine, count) => {
      const answer = await searched(recordedEngines(), query)

      expect(countsOf(answer)).toMatchObject({ [engine]: count, pubmed: 13 })
      for (const { title, key } of answer.list) expect([title.trim(), key]).not.toContain('')
    })

    test('a hanging, a failing and a refusing engine leave the others as they are', async () => {
      const answers = {
        openalex: silentAnswer,
        pubmed: statusAnswer(500),
        arxiv: statusAnswer(429, { 'retry-after': '9' }),
      }
      const query = SHARED[0]?.query ?? ''
      const answer = await searched({ ...recordedEngines(), ...answers }, query)

      expect(answer.engines.map(({ id, state }) => `${id} ${state}`)).toEqual([
        'local ok',
        'openalex slow',
        'crossref ok',
        'arxiv failed',
        'semantic_scholar ok',
        'pubmed failed',
      ])
      expect(answer.merged).toEqual({ duplicates: 1, of: 2 })
    })
  })
}
