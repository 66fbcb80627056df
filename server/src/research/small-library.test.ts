import { api, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../testing/papers.ts'
import { completeResearch } from '../testing/research-scene.ts'
import { testApp } from '../testing/test-app.ts'

/** What somebody knows of a work who has its record alone: a sentence, and the words that it is filed under. */
const record = (title: string, abstract_zh: string, ...keywords: string[]): Partial<Work> => ({
  title,
  abstract_zh,
  keywords,
  language: 'zh',
})

const LIBRARY = [
  record('两座龙窑', '比较两座龙窑在冬夏的陶瓷烧制，发现夏季快两成。', '陶瓷烧制', '龙窑'),
  record('瓷锥的用法', '以瓷锥控制陶瓷烧制的温度，误差不到二十度。', '陶瓷烧制', '瓷锥'),
  record('范线的成因', '说明青铜铸造中合范的多少决定范线的深浅。', '青铜铸造'),
  record('失蜡的证据', '从残片推断一种青铜铸造的失蜡办法。', '青铜铸造', '残片'),
  record('锡与硬度', '锡在合金中使器物变硬。', '青铜铸造', '合金'),
  record('茶馆与城市生活', '茶馆是城市里议事的地方。', '茶馆'),
  record('唐代诗歌的意象', '月亮是唐代诗歌里最常见的意象。', '唐诗'),
  record('水稻分蘖的遗传', '一个基因决定水稻的分蘖。', '水稻'),
]

async function researchOf(question: string) {
  const app = await testApp()
  await addPapers(app.base, LIBRARY)
  const ada = await app.signUp('Ada')
  const { report_id, snapshot } = await completeResearch(ada, { question })
  return { snapshot, report: await ada.call(api.deepResearch.report, { report_id }) }
}

test('two things that no work says together are each looked up, and that is said', async () => {
  const { report, snapshot } = await researchOf('陶瓷烧制与青铜铸造的研究进展')
  const titles = report.references.map(({ title }) => title)
  expect(titles).toEqual(expect.arrayContaining(['瓷锥的用法', '失蜡的证据']))
  expect(snapshot.steps.map(({ note }) => note).join()).toMatch(/另按「.+」、「.+」查过/u)
  expect(titles).not.toContain('茶馆与城市生活')
})

test('a record of one sentence is quoted where its keywords, and not the sentence, say what it is about', async () => {
  const { report } = await researchOf('青铜铸造的研究进展')
  const titles = report.references.map(({ title }) => title)
  expect(titles.toSorted()).toEqual(['范线的成因', '失蜡的证据', '锡与硬度'].toSorted())
})

test('a term of our lists that one record is filed under is found, whatever else is asked of it', async () => {
  const app = await testApp()
  await addPapers(app.base, [...LIBRARY, record('设计与竞争', '设计得当的规定能激发新意。', '环境规制')])
  const ada = await app.signUp('Ada')
  const { report_id } = await completeResearch(ada, { question: '环境规制对茶馆的影响' })
  const { references } = await ada.call(api.deepResearch.report, { report_id })
  expect(references.map(({ title }) => title)).toEqual(['设计与竞争'])
})

test('what no paper says is not answered by what says the rest', async () => {
  const app = await testApp()
  const kilns = Array.from({ length: 4 }, (_, at) =>
    record(`陶瓷烧制之${at}`, `结果表明，第 ${at} 种陶瓷烧制的成品率提高两成。`),
  )
  const others = Array.from({ length: 200 }, (_, at) =>
    record(`茶馆 ${at}`, `第 ${at} 个茶馆是城市里议事的地方。`),
  )
  await addPapers(app.base, [...kilns, ...others])
  const ada = await app.signUp('Ada')
  const { report_id } = await completeResearch(ada, { question: '陶瓷烧制的封装方法' })
  const { references, sections } = await ada.call(api.deepResearch.report, { report_id })
  expect(sections.map(({ kind }) => kind)).toContain('insufficient')
  expect(references).toEqual([])
})
