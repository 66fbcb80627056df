import { expect, test } from 'vitest'
import { openEngine } from '../open-engine.ts'
import { paper } from '../testing/index-queries.ts'
import { author } from '../testing/three-papers.ts'
import { vocabularyOfPairs } from '../testing/vocabulary.ts'

type Papers = ReturnType<typeof paper>[]

async function asked(papers: Papers, query: string, pairs: [string, string][] = [], exact = false) {
  const engine = await openEngine({
    folder: null,
    threads: 0,
    vocabulary: async () => vocabularyOfPairs(...pairs),
  })
  await engine.apply(papers, false)
  const answer = await engine.search({ query, exact, size: 10, fallback: true, correct: true })
  await engine.close()
  return { ...answer, seqs: answer.hits.slice(0, answer.total).map(({ seq }) => seq) }
}

const TERMS: [string, string][] = [
  ['惯性导航', 'INS'],
  ['联合国', 'UN'],
  ['切削加工', 'machining'],
  ['神经网络', 'neural network'],
]

test.each([
  ['growth in winter', []],
  ['un modèle', []],
  ['machine', []],
  ['UN', ['联合国']],
  ['neural networks', ['神经网络']],
])('%s stands for what it means and no other word with its stem', async (query, to) => {
  const { understood } = await asked([paper(1, 'x')], query, TERMS)
  expect(understood.expansions.flatMap((each) => each.to)).toEqual(to)
})

test.each(['IGF-1', 'IGF1', 'IGF-I', 'igf-1'])(
  '%s finds a name and its number however written',
  async (query) => {
    const papers = ['Role of IGF-1', 'Role of IGF1', 'Role of IGF-I', 'Role of IGF I', 'Role of IGF-2'].map(
      (title, at) => paper(at + 1, title),
    )
    expect((await asked(papers, query)).seqs.toSorted()).toEqual([1, 2, 3, 4])
  },
)

const PEOPLE = [
  paper(1, 'One', { creators: [author('Christopher D. Manning')] }),
  paper(2, 'Two', { creators: [author('孙茂松')] }),
  paper(3, 'Three', { creators: [author('Maosong Sun')] }),
  paper(4, 'Four', { creators: [author('Anna Mann')] }),
]

test.each([
  ['C. D. Manning', [1]],
  ['Manning, C. D.', [1]],
  ['C.D. Manning', [1]],
  ['孙茂松', [2, 3]],
  ['Sun Maosong', [2, 3]],
  ['AU:孙茂松', [2, 3]],
])('%s is an author, in either script', async (query, seqs) => {
  expect((await asked(PEOPLE, query)).seqs.toSorted()).toEqual(seqs)
})

const NAMESAKES = [
  paper(1, 'One', { creators: [author('Wei Wang')] }),
  paper(2, 'Two', { creators: [author('王伟')] }),
  paper(3, 'Three', { creators: [author('王薇')] }),
  paper(4, 'Four', { creators: [{ ...author('Wei Wang'), name_zh: '王薇' }] }),
  paper(5, 'Five', { creators: [author('Wang Wei')] }),
  paper(6, 'Six', { creators: [{ ...author('Wei Wang'), name_zh: '王伟' }] }),
  paper(7, 'Seven', { creators: [author('Wang, Wei')] }),
]

test.each(['AU:王伟', '王伟'])(
  '%s is who writes the name so, then who is known in Latin letters alone, and nobody who writes another',
  async (query) => {
    const { seqs } = await asked(NAMESAKES, query)
    expect(seqs.slice(0, 2).toSorted()).toEqual([2, 6])
    expect(seqs.slice(2).toSorted()).toEqual([1, 5, 7])
  },
)

test('as written a Chinese name is nobody in Latin letters, and pinyin is everybody it may stand for', async () => {
  expect((await asked(NAMESAKES, 'AU:王伟', [], true)).seqs.toSorted()).toEqual([2, 6])
  expect((await asked(NAMESAKES, 'AU:"Wei Wang"')).seqs.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('where nothing has a mistyped word its correction is searched at once, and that is said', async () => {
  const papers = Array.from({ length: 12 }, (_, at) => paper(at + 1, 'Translation studies of features'))
  const { total, understood } = await asked(papers, 'tranlsation')
  expect(total).toBe(12)
  expect(understood).toMatchObject({ instead: 'translation', corrected: null })
  expect((await asked(papers, 'translation')).understood.instead).toBe(null)
})

test.each([
  ['feture', 'features'],
  ['faetures', 'features'],
  ['studeis', 'studies'],
])('%s is corrected to a word that people write, no stem', async (written, meant) => {
  const papers = Array.from({ length: 12 }, (_, at) => paper(at + 1, 'Translation studies of features'))
  expect((await asked(papers, written)).understood.instead).toBe(meant)
})

test.each([
  ['情敢分析', '情感分析'],
  ['神精网络', '神经网络'],
  ['机气翻译', '机器翻译'],
])('%s is what sounds the same and papers have: %s', async (written, meant) => {
  const papers = Array.from({ length: 3 }, (_, at) => paper(at + 1, '面向情感分析的神经网络与机器翻译'))
  const { total, understood } = await asked(papers, written)
  expect(understood.instead).toBe(meant)
  expect(total).toBe(3)
})

test('a Chinese name, a word of papers and a word of the dictionary are not corrected by their sound', async () => {
  const papers = [
    paper(1, '黎明的情感分析', { creators: [author('李明')] }),
    paper(2, '情敢的用法'),
    paper(3, '经济'),
  ]
  for (const written of ['李明', '情敢', '惊悸'])
    expect((await asked(papers, written)).understood).toMatchObject({ instead: null, corrected: null })
})

test('a verb with what comes of it is no mistyped word, though it sounds like one', async () => {
  const papers = Array.from({ length: 3 }, (_, at) => paper(at + 1, '方成的漫画'))
  expect((await asked(papers, '文字翻成漫画')).understood.instead).toBe(null)
})

test('words of a question that nobody has are told with what was meant, but not names and far words', async () => {
  const engine = await openEngine({ folder: null, threads: 0 })
  await engine.apply([paper(1, 'Translation of fascism'), paper(2, '情感分析')], false)
  expect(await engine.findMisspelt('tranlsation fasciitis Translatoin 情敢分析 情感')).toEqual([
    { from: 'tranlsation', to: 'translation' },
    { from: '情敢分析', to: '情感分析' },
  ])
  await engine.close()
})

test('a sentence that asks for papers is not searched for the words of asking', async () => {
  const papers = [
    paper(1, 'Dialects in parsing of a lattice'),
    paper(2, 'Anyone investigated a possible lattice'),
  ]
  const { hits } = await asked(
    papers,
    'has anyone investigated whether lattice parsing of dialects is possible',
  )
  expect(hits[0]?.seq).toBe(1)
})

test('of papers without the words in quotes side by side those with all of them come first', async () => {
  const long = Array.from({ length: 600 }, (_, at) => `filler${at % 90}`)
  const abstract = ['alpha', ...long.slice(0, 200), 'beta', ...long.slice(200), 'gamma delta'].join(' ')
  const papers = [
    paper(1, 'Something else', { abstract }),
    paper(2, 'Alpha gamma delta'),
    ...Array.from({ length: 30 }, (_, at) => paper(at + 3, `Other ${at}`)),
  ]
  const { hits, total } = await asked(papers, '"alpha beta" gamma delta')
  expect(total).toBe(0)
  expect(hits.map(({ seq }) => seq)).toEqual([1, 2])
})

test('words that tell papers apart without quotes do so in them, and in a sentence neither way', async () => {
  const papers = [
    paper(1, 'Lattice parsing', { abstract: 'gamma few within' }),
    paper(2, 'Lattice parsing', { abstract: 'gamma few' }),
    ...Array.from({ length: 30 }, (_, at) => paper(at + 3, `Other ${at}`)),
  ]
  const first = async (query: string) => (await asked(papers, query)).hits[0]?.seq
  expect(await first('lattice few within gamma')).toBe(1)
  expect(await first('lattice few "within gamma"')).toBe(1)
  expect(await first('lattice parsing "gamma of the lattice" within few')).toBe(
    await first('lattice parsing gamma of the lattice within few'),
  )
})

test('a translation weighs no more than the words it stands for, however rare it is', async () => {
  const papers = [
    ...Array.from({ length: 30 }, (_, at) => paper(at + 1, 'Neural networks')),
    paper(31, '神经网络'),
    paper(32, 'x'),
  ]
  const { hits } = await asked(papers, 'neural networks', TERMS)
  expect(hits.map(({ seq }) => seq)).not.toContain(31)
  expect((await asked(papers, '神经网络', TERMS)).hits[0]?.seq).toBe(31)
})

test('a sentence is not searched for the words that hold it together', async () => {
  const papers = [
    paper(1, 'Lattice parsing for dialects'),
    paper(2, 'What do we have to do and how can it be done'),
  ]
  const { hits } = await asked(papers, 'how do we have to do lattice parsing and what for')
  expect(hits[0]?.seq).toBe(1)
})

test('two letters that changed places in a question are put back though a paper has the same slip, others are not', async () => {
  const titles = [
    ...Array.from({ length: 1_000 }, () => 'Language of features'),
    'Langauge of features',
    'Lingual fixtures',
  ]
  const engine = await openEngine({ folder: null, threads: 0, vocabulary: async () => vocabularyOfPairs() })
  await engine.apply(
    titles.map((title, at) => paper(at + 1, title)),
    false,
  )
  expect(await engine.findMisspelt('langauge fixtures')).toEqual([{ from: 'langauge', to: 'language' }])
  const { total, understood } = await engine.search({
    query: 'langauge',
    size: 1,
    fallback: true,
    correct: true,
  })
  expect({ total, instead: understood.instead }).toEqual({ total: 1, instead: null })
  await engine.close()
})
