import type { Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { answerScene, NO_SCOPE } from '../testing/answers.ts'
import { importNotices, retractionCsv } from '../testing/retractions.ts'
import { filterRelevant } from './evidence/relevance.ts'
import { retrieve } from './retrieve.ts'

const works: Partial<Work>[] = [
  {
    title: 'Capping layers for lead halide films',
    abstract: 'A capping layer keeps iodine in lead halide films. Lead halide films last 900 hours.',
    doi: '10.5555/capping',
  },
  {
    title: 'Iodine loss of lead halide films',
    abstract: 'Lead halide films lose iodine under heat. Films without a capping layer fail first.',
    doi: '10.5555/loss',
  },
]

async function scene() {
  const { app, ctx, ids } = await answerScene(works)
  const notice = {
    'Record ID': '1',
    RetractionDate: '3/4/2024 0:00',
    RetractionDOI: '10.5555/capping.r',
    OriginalPaperDOI: '10.5555/capping',
    RetractionNature: 'Retraction',
  }
  await importNotices(app, retractionCsv([notice]))
  const search = async (question: string, paper_ids: string[] = []) => {
    const scope = { ...NO_SCOPE, paper_ids }
    const request = { question, earlier: [], scope, embedding: null, rerank: null, most: 20 }
    const { evidence, notes } = await retrieve(ctx, request, new AbortController().signal)
    return { titles: [...new Set(evidence.map(({ work }) => work.title))].sort(), notes }
  }
  return { ids, search }
}

const [CAPPING = '', LOSS = ''] = works.map(({ title }) => title)
const LEFT_OUT = `没有用已撤稿的文献作依据：「${CAPPING}」（2024-03-04 撤稿）`
const USED = `依据里有已撤稿的文献：「${CAPPING}」（2024-03-04 撤稿），引用前请核对撤稿声明`

test('a retracted work is no evidence, and the reader learns that it was left out', async () => {
  const { search } = await scene()
  expect(await search('iodine in lead halide films')).toEqual({ titles: [LOSS], notes: [LEFT_OUT] })
})

test('a question about retractions, or about the work itself, uses it and says that it is retracted', async () => {
  const { ids, search } = await scene()
  const questions = [
    'Was a paper about a capping layer on lead halide films retracted?',
    `“${CAPPING}” lead halide films`,
  ]
  for (const question of questions) {
    const { titles, notes } = await search(question)
    expect(titles).toContain(CAPPING)
    expect(notes).toEqual([USED])
  }
  const chosen = await search('What do lead halide films lose?', ids.slice(0, 1))
  expect(chosen.titles).toEqual([CAPPING])
})

test('the words of a title without marks mean its subject', async () => {
  const { search } = await scene()
  const { titles, notes } = await search('capping layers for lead halide films')
  expect(titles).toEqual([LOSS])
  expect(notes).toEqual([LEFT_OUT])
})

test('the reader learns of each left-out work that a model would have been shown', async () => {
  const parts = ['one', 'two'].map((part) => ({
    title: `Capping layers for lead halide films, part ${part}`,
    abstract: 'A capping layer keeps iodine in lead halide films.',
    doi: `10.5555/${part}`,
  }))
  const others = Array.from({ length: 8 }, (_, at) => ({ title: `Rivers in spring, survey ${at}` }))
  const { app, ctx } = await answerScene([...parts, ...others])
  await importNotices(app, 'doi,kind,notice_doi\n10.5555/one,retracted,10.5555/one.r\n')
  const unknown = ['turbines', 'glaciers', 'violins', 'beetles', 'sonnets', 'tariffs', 'orchards']
  const coverages: number[] = []
  for (const count of unknown.keys()) {
    const question = ['iodine in lead halide films', ...unknown.slice(0, count)].join(' ')
    const request = { question, earlier: [], scope: NO_SCOPE, embedding: null, rerank: null, most: 20 }
    const { evidence, notes } = await retrieve(ctx, request, new AbortController().signal)
    // The other part says the same.
    const shown = filterRelevant(evidence, 'model', false)
    coverages.push(...shown.map(({ coverage }) => coverage))
    expect([question, notes.length]).toEqual([question, Math.min(shown.length, 1)])
  }
  expect(Math.min(...coverages)).toBeLessThan(0.6)
})
