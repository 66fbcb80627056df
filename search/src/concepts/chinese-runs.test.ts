import { expect, onTestFinished, test } from 'vitest'
import { openEngine } from '../open-engine.ts'
import { paper } from '../testing/index-queries.ts'
import { vocabularyOfPairs } from '../testing/vocabulary.ts'
import { writtenText } from './chinese-runs.ts'

async function scene(...pairs: [string, string][]) {
  const vocabulary = vocabularyOfPairs(...pairs)
  const engine = await openEngine({ folder: null, threads: 0, vocabulary: async () => vocabulary })
  onTestFinished(() => engine.close())
  await engine.apply(
    [
      paper(1, '骨髓瘤细胞的量子点标记', { language: 'zh' }),
      paper(2, 'Foldnet predicts structures', { language: 'en' }),
      paper(3, '基于自注意力的大模型', { language: 'zh' }),
      ...Array.from({ length: 20 }, (_, at) => paper(at + 10, `Parsing trees of kind ${at}`)),
    ],
    false,
  )
  const askedFor = async (query: string) =>
    (await engine.concepts(query)).list.map(({ plan, papers, run }) => ({
      said: writtenText(plan),
      papers,
      run,
    }))
  return { engine, askedFor }
}

test('of a run that nobody says, what has no translation is asked for too', async () => {
  const { askedFor } = await scene(['量子比特', 'qubit'], ['量子', 'quantum'])
  const run = '量子比特'
  expect(await askedFor(run)).toEqual([
    { said: '量子', papers: 1, run },
    { said: '比特', papers: 0, run },
  ])
})

test('a run that is said is one thing, and no part of another', async () => {
  const { askedFor } = await scene(['骨髓瘤', 'myeloma'])
  expect(await askedFor('骨髓瘤')).toEqual([{ said: '骨髓瘤', papers: 1, run: null }])
})

test.each([
  ['Foldnet2', ['foldnet', '2']],
  ['Unheard2', ['unheard2']],
])(
  '%s is asked for as %j: a number is apart from a name that the library has without it',
  async (query, said) => {
    const { askedFor } = await scene(['细胞', 'cell'])
    expect((await askedFor(query)).map((each) => each.said)).toEqual(said)
  },
)

test('an acronym in a Chinese question is no word of the dictionary, whether anybody says it or not', async () => {
  const { engine } = await scene(['公平', 'fair'], ['原则', 'principle'])
  const { list } = await engine.concepts('FAIR 原则')
  expect(list[0]).toMatchObject({ papers: 0, named: true })
  const common = await engine.concepts('fair 原则')
  expect(JSON.stringify(common.list[0]?.plan)).toContain('公平')
  expect(JSON.stringify(list[0]?.plan)).not.toContain('公平')
})

test('a Chinese term is near to what else it is called', async () => {
  const { engine } = await scene(['大语言模型', 'large language model'], ['大模型', 'large language model'])
  const concepts = await engine.concepts('大语言模型')
  const hits = await engine.findByConcepts(concepts, { share: 0.3, among: null, limit: 10 })
  expect(concepts.list[0]?.near).not.toBeNull()
  expect(hits.map(({ seq }) => seq)).toEqual([])
  const both = await engine.concepts('大语言模型 自注意力')
  const found = await engine.findByConcepts(both, { share: 0.3, among: null, limit: 10 })
  expect(found.map(({ seq }) => seq)).toEqual([3])
})
