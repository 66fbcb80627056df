import { api, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../testing/papers.ts'
import { addSubjectPapers, completeResearch, startPlannedResearch } from '../testing/research-scene.ts'
import { testApp } from '../testing/test-app.ts'

const by = (name: string) => [{ name, role: 'author' as const, affiliations: [] }]

const paper = (title: string, author: string, result: string, year: string): Partial<Work> => ({
  title,
  abstract_zh: `钠电池析气的原因仍不清楚，是一个难题。本文提出一种抑制钠电池析气的方法。${result}`,
  creators: by(author),
  publish_date: year,
  language: 'zh',
})

async function scene(papers: Partial<Work>[]) {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await addPapers(app.base, [
    ...papers,
    '茶馆与城市生活',
    '唐代诗歌的意象',
    '水稻分蘖的遗传',
    '城市绿地与降温',
  ])
  return ada
}

const FOUND = '结果表明，添加剂使钠电池析气的压力和温度在高湿环境下下降'

async function agreementOf(papers: Partial<Work>[]): Promise<string> {
  const ada = await scene(papers)
  const { report_id } = await completeResearch(ada, { question: '如何抑制钠电池析气？' })
  const { sections } = await ada.call(api.deepResearch.report, { report_id })
  return sections.find(({ kind }) => kind === 'agreement')?.text ?? ''
}

const OTHER = paper('钠电池析气的监测', '丁', '结果表明，传感器可以提前发现钠电池析气。', '2020')

test('findings of different people that say the same stand side by side', async () => {
  const text = await agreementOf([
    paper('钠电池析气的抑制', '甲', `${FOUND}三成。`, '2018'),
    paper('高湿环境下的钠电池析气', '乙', `${FOUND}四成。`, '2021'),
    OTHER,
  ])
  expect(text).toContain('以下说法相近')
  expect(text).toContain('三成')
  expect(text).toContain('四成')
})

test('two versions of a work, and works of the same people, do not agree with each other', async () => {
  const text = await agreementOf([
    paper('钠电池析气的抑制', '甲', `${FOUND}三成。`, '2018'),
    paper('高湿环境下的钠电池析气', '甲', `${FOUND}四成。`, '2021'),
    OTHER,
  ])
  expect(text).not.toContain('以下说法相近')
})

test('earlier work is searched up to the middle year of what there is, more recent work after it', async () => {
  const years = [2001, 2004, 2008, 2015, 2019, 2023]
  const ada = await scene(
    years.map((year) =>
      paper(
        `钠电池析气研究之${year}`,
        `人${year}`,
        `结果表明，钠电池析气下降${year - 1990}%。`,
        String(year),
      ),
    ),
  )
  const { snapshot } = await completeResearch(ada, { question: '钠电池析气的研究进展' })
  const [early, recent] = snapshot.steps
  expect(early?.searches.map(({ query }) => query)).toEqual(['钠电池析气（2008 年及以前）'])
  expect(recent?.searches.every(({ query }) => query.endsWith('（2009 年及以后）'))).toBe(true)
  const yearsOf = (step_id: string | undefined) =>
    snapshot.read.flatMap(({ step_ids, year }) => (step_ids.includes(step_id ?? '') && year ? [year] : []))
  expect(Math.max(...yearsOf(early?.step_id))).toBe(2008)
  expect(Math.min(...yearsOf(recent?.step_id))).toBe(2015)
})

test('what one thing does to another is asked for as an effect, and sides are searched with what they are compared for', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await addSubjectPapers(app)
  const effect = await startPlannedResearch(ada, { question: 'How do separators affect lithium batteries?' })
  expect(effect.plan.kind).toBe('effect')
  const comparison = await startPlannedResearch(ada, {
    question: '陶瓷隔膜与阻燃电解液在抑制热失控上有什么差别？',
  })
  expect(comparison.plan.kind).toBe('comparison')
  expect(comparison.plan.steps[0]?.queries[0]).toMatch(/^陶瓷隔膜.*热失控/)
})

test('a part that asks on about the first is looked up with it alone, and words that carry the asking are not looked up', async () => {
  const ada = await scene([])
  const queries = async (question: string) =>
    (await startPlannedResearch(ada, { question })).plan.steps.map((step) => step.queries)
  expect(
    await queries(
      'What methods exist for detecting hate speech, and how well do they generalise across datasets?',
    ),
  ).toEqual([['detecting hate speech'], ['detecting hate speech generalise datasets']])
  expect(await queries('钠电池析气的难点是什么？有哪些解决办法？')).toEqual([
    ['钠电池析气'],
    ['钠电池析气 解决办法'],
  ])
  expect(await queries('如何抑制钠电池析气，使储能电站在高湿环境下既有余量又不增加成本压力？')).toEqual(
    expect.arrayContaining([expect.arrayContaining([expect.stringMatching(/^\S+ \S+ \S+$/u)])]),
  )
  expect((await queries('钠电池析气怎样才能被抑制？')).flat().join(' ')).not.toContain('才能')
})

test('quotes of one source stand in the order in which they stand there', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await addSubjectPapers(app)
  const { snapshot } = await completeResearch(ada)
  const works = await app.base.db.selectFrom('papers').select(['id', 'record']).execute()
  const records = new Map(works.map(({ id, record }) => [id, record]))
  for (const { step_id } of snapshot.steps) {
    const own = snapshot.evidence.filter((each) => each.step_id === step_id && each.aspect !== 'limitation')
    for (const quotes of Map.groupBy(own, ({ source_id }) => source_id).values()) {
      const places = quotes.map(({ paper_id, quote }) => records.get(paper_id ?? '')?.indexOf(quote) ?? -1)
      expect(places).toEqual(places.toSorted((a, b) => a - b))
    }
  }
})
