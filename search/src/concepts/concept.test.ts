import { expect, onTestFinished, test } from 'vitest'
import { openEngine } from '../open-engine.ts'
import { paper } from '../testing/index-queries.ts'
import { vocabularyOfPairs } from '../testing/vocabulary.ts'
import { coverage, isChineseText } from './concept.ts'
import { collectTextTerms } from './work-terms.ts'

const vocabulary = vocabularyOfPairs(['评论', 'comment'], ['罗马尼亚语', 'Romanian'], ['发布', 'release'])

async function scene() {
  const engine = await openEngine({ folder: null, threads: 0, vocabulary: async () => vocabulary })
  onTestFinished(() => engine.close())
  const others = Array.from({ length: 30 }, (_, at) => paper(at + 10, `Parsing trees of kind ${at}`))
  await engine.apply(
    [
      paper(1, 'We release Romanian comments', { language: 'en' }),
      paper(2, '罗马尼亚语评论的发布', { language: 'zh' }),
      paper(3, 'Romanian morphology', { language: 'en' }),
      ...others,
    ],
    false,
  )
  return engine
}

test('a Chinese question finds papers in both languages, although it has words that only Chinese papers could say', async () => {
  const engine = await scene()
  const concepts = await engine.concepts('罗马尼亚语 评论 发布 铺天盖地 琳琅满目')
  const hits = await engine.findByConcepts(concepts, { share: 0.35, among: null, limit: 10 })
  expect(
    hits
      .map(({ seq }) => seq)
      .toSorted()
      .slice(0, 2),
  ).toEqual([1, 2])
})

test('what its language has no word for is not asked of a text, down to half of all', async () => {
  const engine = await scene()
  const told = async (query: string, text: string) => {
    const { list } = await engine.concepts(query)
    return coverage(collectTextTerms([text]), list, isChineseText(text))
  }
  expect(await told('罗马尼亚语 评论', 'Romanian comments')).toBe(1)
  expect(await told('罗马尼亚语 评论', 'Romanian verbs')).toBeLessThan(1)
  const few = await told('罗马尼亚语 铺天盖地 琳琅满目 五彩缤纷 目不暇接', 'Romanian verbs')
  expect(few).toBeGreaterThan(0)
  expect(few).toBeLessThan(1)
  expect(await told('罗马尼亚语 铺天盖地', '罗马尼亚语的动词')).toBeLessThan(1)
})

test('what is called after what it does is near to that', async () => {
  const engine = await scene()
  const { list } = await engine.concepts('detector')
  expect(coverage(collectTextTerms(['We detect them']), list, false)).toBe(0.5)
  expect(coverage(collectTextTerms(['We draw them']), list, false)).toBe(0)
})

test('a term that nobody says as a whole is asked for by its words', async () => {
  const terms = vocabularyOfPairs(
    ['注意力机制', 'attention mechanism'],
    ['注意力', 'attention'],
    ['机制', 'mechanism'],
  )
  const engine = await openEngine({ folder: null, threads: 0, vocabulary: async () => terms })
  onTestFinished(() => engine.close())
  await engine.apply([paper(1, 'Attention is all you need'), paper(2, 'Parsing')], false)
  for (const query of ['注意力机制', 'attention mechanism']) {
    const concepts = await engine.concepts(query)
    const hits = await engine.findByConcepts(concepts, { share: 0.35, among: null, limit: 10 })
    expect(hits.map(({ seq }) => seq)).toEqual([1])
  }
})

test.each([
  ['罗马尼亚语的 BERT 模型', true],
  ['We read 论语 in class and wrote about it', false],
  ['Romanian', false],
  ['', false],
])('%s is Chinese: %s', (text, expected) => {
  expect(isChineseText(text)).toBe(expected)
})

test('a version counts only where the library tells versions apart, and the number of a task always does', async () => {
  const engine = await scene()
  await engine.apply(
    [paper(50, 'Foldnet predicts structures'), paper(51, 'Oryx 3 reads long texts'), paper(52, 'Oryx reads')],
    false,
  )
  const shareOf = async (query: string) => {
    const { list } = await engine.concepts(query)
    const [name, number] = list
    return (number?.weight ?? 0) / (name?.weight ?? 1)
  }
  expect(await shareOf('Foldnet 4')).toBeLessThan(0.3)
  expect(await shareOf('Oryx 4')).toBeGreaterThan(0.7)
  expect(await shareOf('Task 4')).toBeGreaterThan(0.7)
})

test('a name with a capital is asked for as itself in a Chinese question, not by the many senses of the common word', async () => {
  const senses = ['转换', '变换', '转变', '变革', '改造'].map((word): [string, string] => [
    word,
    'transformer',
  ])
  const known = vocabularyOfPairs(...senses, ['结构', 'structure'])
  const engine = await openEngine({ folder: null, threads: 0, vocabulary: async () => known })
  onTestFinished(() => engine.close())
  await engine.apply(
    [
      paper(1, '提出转换语法的结构', { language: 'zh' }),
      paper(2, '基于自注意力的Transformer', { language: 'zh' }),
    ],
    false,
  )
  const found = async (query: string) => {
    const concepts = await engine.concepts(query)
    const said = { ...concepts, list: concepts.list.slice(0, 1) }
    return (await engine.findByConcepts(said, { share: 1, among: null, limit: 10 })).map(({ seq }) => seq)
  }
  expect(await found('Transformer 结构')).toEqual([2])
  expect(await found('transformer 结构')).toEqual(expect.arrayContaining([1, 2]))
})
