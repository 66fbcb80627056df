import { blankWork, type Work } from '@scinav/contract'
import { expect } from 'vitest'
import type { SearchEngine, SearchRequest } from '../engine.ts'
import { createHighlighter } from '../highlight/highlight.ts'
import { ConditionsRefused } from '../planning/plan-search.ts'
import { EMPTY_VOCABULARY, type Vocabulary } from '../planning/vocabulary.ts'
import { deletion, paper } from './index-queries.ts'
import { author, threePapers } from './three-papers.ts'
import { vocabularyOfPairs } from './vocabulary.ts'

/** Opens an engine without papers that reads its vocabulary for each search. */
export type OpenEngine = (vocabulary?: () => Promise<Vocabulary>) => Promise<SearchEngine>

async function openWithPapers(open: OpenEngine, vocabulary?: Vocabulary): Promise<SearchEngine> {
  const engine = await open(vocabulary && (async () => vocabulary))
  await engine.apply(threePapers(), false)
  return engine
}

const searchSeqs = async (engine: SearchEngine, query: string, more: Partial<SearchRequest> = {}) =>
  (await engine.search({ query, size: 10, ...more })).hits.map(({ seq }) => seq).toSorted()

/** Behaviour required of every engine: titles with test functions. */
export const engineContract: [title: string, tried: (open: OpenEngine) => Promise<void>][] = [
  [
    'finds papers by their words in both languages, by people and by years',
    async (open) => {
      const engine = await openWithPapers(open)
      expect(await searchSeqs(engine, 'machine translation')).toEqual([1])
      expect(await searchSeqs(engine, '图像分割')).toEqual([2])
      expect(await searchSeqs(engine, 'AU:"LeCun, Yann"')).toEqual([1])
      expect(await searchSeqs(engine, 'PY:2021 NOT graph')).toEqual([2])
      expect(await searchSeqs(engine, '')).toEqual([1, 2, 3])
    },
  ],

  [
    'finds words by a pattern in texts alone, and nothing by what is no word',
    async (open) => {
      const engine = await openWithPapers(open)
      expect(await searchSeqs(engine, 'TI:gra?h')).toEqual([3])
      expect(await searchSeqs(engine, 'gra?h')).toEqual([3])
      expect(await searchSeqs(engine, 'SO:gra?h')).toEqual([])
      expect(await searchSeqs(engine, 'ʼ')).toEqual([])
      expect(await searchSeqs(engine, 'TI:ʼ')).toEqual([])
    },
  ],

  [
    'names what it counts by what a filter takes, and a filter by that value leaves as many',
    async (open) => {
      const engine = await openWithPapers(open)
      const facets = ['year', 'author', 'keyword', 'language', 'is_oa'] as const
      const { facets: counted, total } = await engine.search({ query: '', size: 0, facets })
      expect(total).toBe(3)
      expect(counted.year?.list).toEqual([
        { value: '2021', label: '2021', count: 2 },
        { value: '2019', label: '2019', count: 1 },
      ])
      expect(counted.author?.list).toMatchObject([{ value: 'yann lecun', count: 1 }])
      expect(counted.author?.list[0]?.label).toMatch(/^yann lecun$/i)
      expect(counted.is_oa?.list.toSorted((a, b) => a.count - b.count)).toMatchObject([
        { value: 'true', count: 1 },
        { value: 'false', count: 2 },
      ])
      for (const { value, count } of counted.keyword?.list ?? [])
        expect(await searchSeqs(engine, '', { filters: { keyword: [value] } })).toHaveLength(count)
    },
  ],

  [
    'says what each filter alone keeps out',
    async (open) => {
      const engine = await openWithPapers(open)
      const filters = { year_from: 2021, is_oa: true }
      const { hits, kept_out } = await engine.search({ query: '', size: 10, filters })
      expect(hits.map(({ seq }) => seq)).toEqual([3])
      expect(kept_out).toEqual([
        { filter: 'year', count: 0 },
        { filter: 'is_oa', count: 1 },
      ])
    },
  ],

  [
    'gives pages of one order, the newest first where nothing is asked',
    async (open) => {
      const engine = await openWithPapers(open)
      const all = (await engine.search({ query: '', size: 3 })).hits.map(({ seq }) => seq)
      const pages = [0, 1, 2].map((from) => engine.search({ query: '', size: 1, from }))
      expect((await Promise.all(pages)).flatMap(({ hits }) => hits.map(({ seq }) => seq))).toEqual(all)
      expect(all.at(-1)).toBe(1)
    },
  ],

  [
    'lists papers that lack some words behind the others only where that is wanted',
    async (open) => {
      const engine = await openWithPapers(open)
      const ask = (fallback: boolean) => engine.search({ query: 'graph translation', size: 10, fallback })
      expect(await ask(false)).toMatchObject({ hits: [], total: 0, partial: 0 })
      expect(await ask(true)).toMatchObject({ total: 0, partial: 2 })
    },
  ],

  [
    'offers a better spelling of a word that nobody uses',
    async (open) => {
      const engine = await open()
      const papers = Array.from({ length: 20 }, (_, at) => paper(at + 1, 'Translation of graphs'))
      await engine.apply(papers, false)
      const { understood } = await engine.search({ query: 'tranlsation', size: 1, fallback: true })
      expect(understood.corrected).toBe('translation')
    },
  ],

  [
    'says how it read a query, in data that can be sent, and marks by it what was found',
    async (open) => {
      const engine = await openWithPapers(open, vocabularyOfPairs(['深度学习', 'deep learning']))
      const { understood, hits } = await engine.search({ query: '深度学习 AND (PY:2019', size: 10 })
      expect(hits.map(({ seq }) => seq)).toEqual([1])
      expect(understood.warnings).not.toEqual([])
      expect(understood.expansions).toEqual([{ from: '深度学习', to: ['deep learning'] }])
      const sent = JSON.parse(JSON.stringify(understood))
      const work: Work = JSON.parse(threePapers()[0].record ?? '')
      const marks = createHighlighter(sent)({ work, authors: ['Yann LeCun'] })
      expect(marks.map(({ start, end }) => work.title.slice(start, end))).toEqual(['Deep', 'learning'])
    },
  ],

  [
    'finds a work by its name: who others cite by it, whose title begins with it, whose title has it in brackets',
    async (open) => {
      const engine = await open()
      const cites = (by: string) => ({ abstract: `It is built on the Weaver (${by} et al., 2017).` })
      const called = (citation_count: number, year: string) => ({ citation_count, publish_date: year })
      const papers = [
        paper(1, 'Threads are enough', {
          abstract: 'We present the Weaver, made of threads.',
          creators: [author('Ada Lovelace')],
          publish_date: '2017',
        }),
        paper(2, 'A second user', cites('Lovelace')),
        paper(3, 'A third user', cites('Lovelace')),
        paper(4, 'One who errs', cites('Hopper')),
        paper(5, 'Weaver: weaving by hand', called(3, '2020')),
        paper(6, 'Weaver: a loom', called(90, '2010')),
        paper(7, 'Words Each Apart, Very Exact Ranking (WEAVER)'),
        ...Array.from({ length: 12 }, (_, at) =>
          paper(20 + at, 'Weaver weaver weaver', { creators: [author('Weaver, Ann')] }),
        ),
      ]
      await engine.apply(papers, false)
      for (const query of ['Weaver', 'weaver', '"Weaver"', 'the Weaver', 'Weaver 论文']) {
        const { hits } = await engine.search({ query, size: 4, fallback: true })
        expect(
          hits.map(({ seq }) => seq),
          query,
        ).toEqual([1, 6, 5, 7])
      }
      const { hits } = await engine.search({ query: 'weaver threads', size: 1, fallback: true })
      expect(hits.map(({ seq }) => seq)).toEqual([1])
    },
  ],

  [
    'refuses a condition that cannot be searched, naming its place',
    async (open) => {
      const engine = await openWithPapers(open)
      const conditions = [{ field: 'nonsense', operator: 'contains', value: 'x', join: 'and' } as const]
      const asked = engine.search({ query: '', size: 1, conditions })
      await expect(asked).rejects.toThrow(ConditionsRefused)
      await expect(asked).rejects.toMatchObject({ issues: [{ path: 'conditions.0.field' }] })
    },
  ],

  [
    'knows disciplines, venues and ranks by the names of its vocabulary',
    async (open) => {
      const vocabulary: Vocabulary = {
        ...EMPTY_VOCABULARY,
        subject: (text) => (text === '计算机' ? '0812' : text),
        source: (name) => (name === 'NIPS' ? ['neurips'] : []),
        sourcesWithRank: (rank) => (rank === 'A' ? ['neurips'] : []),
        ranks: new Map([['A', new Set(['neurips', 'nobody'])]]),
      }
      const engine = await openWithPapers(open, vocabulary)
      const more = { subject_codes: ['081203'], basic_sourcename: 'NeurIPS' }
      await engine.apply([paper(4, 'Ranked', more)], false)
      expect(await searchSeqs(engine, '', { filters: { subject_code: ['计算机'] } })).toEqual([4])
      expect(await searchSeqs(engine, '', { filters: { source: ['NIPS'] } })).toEqual([4])
      expect(await searchSeqs(engine, '', { filters: { rank: ['A'] } })).toEqual([4])
      const { facets } = await engine.search({ query: '', size: 0, facets: ['rank'] })
      expect(facets.rank?.list).toEqual([{ value: 'A', label: 'A', count: 1 }])
      expect(await engine.subjectsOfSources()).toEqual(new Map([['neurips', ['081203']]]))
    },
  ],

  [
    'goes on with what somebody types',
    async (open) => {
      const engine = await openWithPapers(open)
      // Counts may become available a moment later.
      await expect
        .poll(() => engine.suggest('trans'), { timeout: 60_000 })
        .toEqual({
          keywords: [{ text: 'translation', papers: 1 }],
          authors: [],
          sources: [],
          titles: [1],
        })
    },
  ],

  [
    'knows what is like a paper, the paper itself most of all',
    async (open) => {
      const engine = await openWithPapers(open)
      await engine.apply([paper(4, 'Other work', { creators: [author('Yann LeCun')] })], false)
      const [{ record }] = threePapers()
      const similar = await engine.similar(1, JSON.parse(record ?? ''))
      const bySeq = new Map(similar.map(({ seq, similarity }) => [seq, similarity]))
      expect(bySeq.has(1)).toBe(true)
      expect(bySeq.has(4)).toBe(true)
      for (const value of bySeq.values()) expect(value).toBeLessThanOrEqual(1)
    },
  ],

  [
    'names the terms that stand out in some works',
    async (open) => {
      const engine = await open()
      const about = (keyword: string) => ({ keywords: [keyword], publish_date: '2020' })
      const papers = Array.from({ length: 20 }, (_, at) =>
        paper(at + 1, `Work ${at}`, about(at < 4 ? 'parsing' : 'tagging')),
      )
      await engine.apply(papers, false)
      async function* works() {
        for (const { record } of papers.slice(0, 4)) yield JSON.parse(record ?? '') as Work
      }
      const found = await engine.interests(works(), { search: null, this_year: 2021 })
      expect(found).toMatchObject([{ term: 'parsing', count: 4, years: [{ year: 2020, count: 4 }] }])
    },
  ],

  [
    'weighs what a query is about, and finds who says enough of it',
    async (open) => {
      const engine = await openWithPapers(open)
      const concepts = await engine.concepts('graph translation')
      expect(concepts.list.map(({ papers }) => papers)).toEqual([1, 1])
      const ask = (share: number, among: number[] | null) =>
        engine.findByConcepts(concepts, { share, among, limit: 10 })
      expect((await ask(0.4, null)).map(({ seq }) => seq).toSorted()).toEqual([1, 3])
      expect((await ask(0.4, [2, 3])).map(({ seq }) => seq)).toEqual([3])
      expect(await ask(0.9, null)).toEqual([])
    },
  ],

  [
    'follows changes: papers that change, go, and come after a number',
    async (open) => {
      const engine = await openWithPapers(open)
      await engine.apply([paper(1, 'Renamed'), deletion(2)], false)
      expect(await searchSeqs(engine, 'machine translation')).toEqual([])
      expect(await searchSeqs(engine, 'renamed')).toEqual([1])
      expect(await searchSeqs(engine, '', { after_seq: 1 })).toEqual([3])
      expect(engine.state().papers).toBe(2)
      await engine.reset()
      expect(engine.state()).toMatchObject({ papers: 0, change: 0 })
      expect(await searchSeqs(engine, '')).toEqual([])
    },
  ],

  [
    'papers told of with more to come are found when the last of them is',
    async (open) => {
      const engine = await open()
      await engine.apply([paper(1, 'One')], true)
      await engine.apply([{ ...paper(2, 'Two'), record: JSON.stringify(blankWork('Two', 1)) }], false)
      expect(await searchSeqs(engine, '')).toEqual([1, 2])
    },
  ],
]
