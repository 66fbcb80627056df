import { expect, test } from 'vitest'
import type { SearchAnswer, SearchEngine, SearchRequest } from './engine.ts'
import { openEngine } from './open-engine.ts'
import type { PaperFilters } from './planning/filters.ts'
import { paper } from './testing/index-queries.ts'
import { createRandom, type Random } from './testing/random.ts'
import { randomBatches, SAMPLE_CHINESE, SAMPLE_WORDS } from './testing/random-library.ts'
import { sampleInGate } from './testing/sample-in-gate.ts'
import { vocabularyOfPairs } from './testing/vocabulary.ts'

async function engineOf(papers: ReturnType<typeof paper>[], pairs: [string, string][] = []) {
  const engine = await openEngine({
    folder: null,
    threads: 0,
    vocabulary: async () => vocabularyOfPairs(...pairs),
  })
  await engine.apply(papers, false)
  return engine
}

test('papers that lack a word follow wherever those with all words end, not only below ten', async () => {
  const engine = await engineOf([
    ...Array.from({ length: 15 }, (_, at) => paper(1 + at, 'lattice parsing')),
    ...Array.from({ length: 7 }, (_, at) => paper(20 + at, 'lattice boxes')),
  ])
  const ask = (from: number, filters: PaperFilters = {}) =>
    engine.search({ query: 'lattice parsing', size: 10, from, filters, fallback: true, facets: ['year'] })
  const [one, two, three] = [await ask(0), await ask(10), await ask(20)]

  expect(one).toMatchObject({ total: 15, partial: 7, counts_partial: false })
  expect(two.hits.map(({ seq }) => seq < 20)).toEqual([...Array(5).fill(true), ...Array(5).fill(false)])
  expect(three.hits).toHaveLength(2)
  await engine.close()
})

test('more of the words count for more than one of them again and again', async () => {
  const engine = await engineOf([
    paper(1, 'On lattice boxes', { abstract: 'There is some parsing here too, of no great weight in all' }),
    paper(2, 'Lattice lattice', { abstract: 'lattice, lattice, lattice, lattice', keywords: ['lattice'] }),
    paper(3, 'Parsing parsing', { abstract: 'parsing, parsing, parsing, parsing', keywords: ['parsing'] }),
  ])
  const { hits } = await engine.search({ query: 'lattice parsing zeppelin', size: 3, fallback: true })

  expect(hits[0]?.seq).toBe(1)
  await engine.close()
})

test('a translation of several words is looked for word by word among partial matches', async () => {
  const engine = await engineOf(
    [paper(1, 'Segmentation of every image'), paper(2, 'Image segmentation'), paper(3, 'Something else')],
    [['图像分割', 'image segmentation']],
  )
  const { hits, total, partial } = await engine.search({ query: '图像分割', size: 3, fallback: true })

  expect(hits.map(({ seq }) => seq)).toEqual([2, 1])
  expect({ total, partial }).toEqual({ total: 1, partial: 1 })
  await engine.close()
})

test('a word in quotes that no paper has so is looked for as a word', async () => {
  const engine = await engineOf([paper(1, 'Parsing a lattice'), paper(2, 'Lattice parsing')])
  const ask = (query: string) => engine.search({ query, size: 3, fallback: true })

  expect(await ask('"lattice parsing"')).toMatchObject({ total: 1, partial: 1 })
  expect((await ask('"lattice parsing"')).hits.map(({ seq }) => seq)).toEqual([2, 1])
  expect((await ask('"boxes of lattice"')).hits.map(({ seq }) => seq).toSorted()).toEqual([1, 2])
  await engine.close()
})

const CLICKED = [
  'year',
  'resource_type',
  'source',
  'subject',
  'language',
  'author',
  'keyword',
  'is_oa',
] as const
type Clicked = (typeof CLICKED)[number]

function chosen(facet: Clicked, value: string): PaperFilters {
  switch (facet) {
    case 'year':
      return { year_from: Number(value), year_to: Number(value) }
    case 'resource_type':
      return { resource_type: [Number(value)] }
    case 'is_oa':
      return { is_oa: value === 'true' }
    case 'subject':
      return { subject_code: [value] }
    default:
      return { [facet]: [value] }
  }
}

const words = (random: Random) =>
  random
    .some(1, 8, () => (random.once(4) ? random.pick(SAMPLE_CHINESE) : random.pick(SAMPLE_WORDS)))
    .join(' ')

const shown = ({ total, partial, counts_partial }: SearchAnswer) => total + (counts_partial ? partial : 0)

/** Facets of a filter that are counted without it keep what the others choose. */
function without(filters: PaperFilters, facet: Clicked): PaperFilters {
  const own = new Set(Object.keys(chosen(facet, '1')))
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !own.has(name)))
}

interface Clicks {
  all: number
  /** In answers whose partial matches count. */
  partly: number
}

/** Chooses the first values of every facet of an answer, one at a time. */
async function clickThrough(engine: SearchEngine, request: SearchRequest, clicks: Clicks): Promise<void> {
  const { filters = {} } = request
  const answer = await engine.search(request)
  for (const facet of CLICKED)
    for (const { value, count } of (answer.facets[facet]?.list ?? []).slice(0, 3)) {
      // Disciplines are chosen with all below them.
      if (facet === 'subject' && value.length < 4) continue
      const narrowed = { ...without(filters, facet), ...chosen(facet, value) }
      const after = await engine.search({ ...request, filters: narrowed })
      const said = { request, facet, value, count, partial: answer.counts_partial }
      expect({ ...said, count: shown(after), partial: after.counts_partial }).toEqual(said)
      clicks.all += 1
      if (answer.counts_partial) clicks.partly += 1
    }
}

const LIBRARIES = sampleInGate(20)

test('what a facet counts is what is left after choosing it, whatever is searched and filtered', async () => {
  const random = createRandom(20_261_123)
  const clicks = { all: 0, partly: 0 }
  for (let round = 0; round < LIBRARIES; round += 1) {
    const engine = await engineOf(randomBatches(random, true).flat())
    for (let search = 0; search < 6; search += 1) {
      const size = random.pick([1, 5, 20])
      const request = { query: words(random), size, fallback: true, facets: [...CLICKED] }
      const first = random.pick(CLICKED)
      const value = (await engine.search(request)).facets[first]?.list[0]?.value
      const filters = value !== undefined && random.once(2) ? chosen(first, value) : {}
      await clickThrough(engine, { ...request, filters }, clicks)
    }
    await engine.close()
  }
  expect(clicks.all).toBeGreaterThan(LIBRARIES * 50)
  expect(clicks.partly).toBeGreaterThan(LIBRARIES * 5)
})
