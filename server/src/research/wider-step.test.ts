import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addSubjectPapers, completeResearch } from '../testing/research-scene.ts'
import { testApp } from '../testing/test-app.ts'
import { leadingSubject } from './gather/widen-step.ts'
import { partSubject } from './plan/read-question.ts'

test.each([
  [['青蒿素是怎样从中药青蒿里发现并确定结构的？', '它有什么意义？'], 'zh', '青蒿素'],
  [
    ['How are public-key cryptography and hash functions built?', 'what for?'],
    'en',
    'public-key cryptography',
  ],
  [['水稻怎样驯化？', '它的产量如何？'], 'zh', ''],
  [['青蒿素是怎样发现的？'], 'zh', ''],
  [['How does attention change translation?', 'and why?'], 'en', ''],
] as const)('what %j is about before all else', (parts, language, name) => {
  const queries = [partSubject(parts[0])]
  expect(leadingSubject({ parts: [...parts], language }, queries)).toBe(name)
  expect(leadingSubject({ parts: [...parts], language }, ['神经网络 训练 局限'])).toBe('')
})

const MANY = '锂电池热失控在冷库和船舱里怎样探测并处置，它的防护标准由谁规定？'

test('a step that finds next to nothing for all that its part says is looked up by what the question is about', async () => {
  const app = await testApp()
  await addSubjectPapers(app)
  const ada = await app.signUp('Ada')
  const { snapshot } = await completeResearch(ada, { question: MANY })
  const [first] = snapshot.steps
  expect(first?.queries).toHaveLength(1)
  expect(first?.searches.map(({ query }) => query)).toEqual([...(first?.queries ?? []), '锂电池热失控'])
  expect(new Set(snapshot.evidence.map(({ source_id }) => source_id)).size).toBeGreaterThanOrEqual(3)
  expect(snapshot.sections.map(({ kind }) => kind)).not.toContain('insufficient')
})

test('where its own searches find enough nothing wider is looked up', async () => {
  const app = await testApp()
  await addSubjectPapers(app)
  const ada = await app.signUp('Ada')
  const { snapshot } = await completeResearch(ada, { question: '如何抑制锂电池热失控？它的机理是什么？' })
  const [first, second] = snapshot.steps
  expect(first?.searches.map(({ query }) => query)).toEqual(first?.queries)
  // Two works tell of a mechanism: the term that it is of is looked up as well.
  expect(second?.searches.map(({ query }) => query)).toEqual([...(second?.queries ?? []), '热失控'])
})

test('a side of a comparison about which little is said where the two are compared is looked up alone too, and that is told', async () => {
  const app = await testApp()
  await addSubjectPapers(app)
  const ada = await app.signUp('Ada')
  const question = '陶瓷隔膜与阻燃电解液在冷库里有什么差别？'
  const { snapshot, report_id } = await completeResearch(ada, { question })
  expect(snapshot.steps.map(({ searches }) => searches.map(({ query }) => query))).toEqual([
    ['陶瓷隔膜 冷库', '陶瓷隔膜'],
    ['阻燃电解液 冷库', '阻燃电解液'],
    ['陶瓷隔膜 阻燃电解液', '陶瓷隔膜 阻燃电解液 冷库', '陶瓷隔膜 阻燃电解液 冷库 比较'],
  ])
  expect(snapshot.steps[0]?.note).toBe('同时说到各项的文献很少，另按「陶瓷隔膜」查过')
  const { sections } = await ada.call(api.deepResearch.report, { report_id })
  const text = sections.find(({ kind }) => kind === 'limits')?.text
  expect(text).toContain('这一步同时说到各项的文献很少，另按「陶瓷隔膜」查过。')
})

test.each(['锂电池热失控有哪些突破？', '锂电池热失控的发展历程', '锂电池热失控研究存在哪些争议？'])(
  '「%s」 is about its subject, whether or not a source says what is asked of it',
  async (question) => {
    const app = await testApp()
    await addSubjectPapers(app)
    const { snapshot } = await completeResearch(await app.signUp('Ada'), { question })
    expect(snapshot.sections.map(({ kind }) => kind)).not.toContain('insufficient')
    expect(snapshot.evidence.length).toBeGreaterThanOrEqual(3)
  },
)
