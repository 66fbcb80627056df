import { expect, test } from 'vitest'
import { addPapers } from '../testing/papers.ts'
import { addSubjectPapers, completeResearch, startPlannedResearch } from '../testing/research-scene.ts'
import { testApp } from '../testing/test-app.ts'
import { shortenQuestion } from './plan/long-question.ts'

const BACKGROUND = `近年来，新能源汽车保有量快速增长，动力电池的安全问题受到社会各界的广泛关注。锂电池在过充、挤压和高温条件下可能发生热失控，热失控一旦发生便难以中止，并且会在模组之间蔓延。已有事故调查指出，相当一部分火灾与锂电池热失控有关。企业一方面希望提高能量密度，另一方面又必须满足日益严格的安全标准。课题组前期在某园区开展了两年的调研，访谈了运维人员和消防人员，整理了大量记录。隔膜、电解液和电池管理都被认为是可能的切入点，但是各方意见并不一致。`
const LONG = BACKGROUND.repeat(5)

const ENGLISH =
  `Our group has followed field crops for several seasons in three counties. Farmers told us that rainfall has become harder to predict, and that yields vary from year to year. Drought stress reduces the photosynthesis of maize during flowering, and breeders have asked for traits that can be selected early. We collected interviews, weather records and reports of extension officers; much of that material is not published. Some colleagues think that root architecture is what matters, others point to stomatal control. `.repeat(
    4,
  )

const scene = async () => {
  const app = await testApp()
  await addSubjectPapers(app)
  await addPapers(app.base, [
    {
      title: 'Root architecture and drought stress of maize',
      abstract: 'Deep roots help maize under drought stress. Yields rose by 12 %.',
      language: 'en',
    },
    {
      title: 'Stomatal control in maize under drought stress',
      abstract: 'Stomatal closure saves water when drought stress begins in maize.',
      language: 'en',
    },
  ])
  return app.signUp('Ada')
}

const queriesOf = ({ plan }: Awaited<ReturnType<typeof startPlannedResearch>>) =>
  plan.steps.map(({ queries }) => queries)

test('of a long pasted text the questions it asks are planned, each as a step', async () => {
  const ada = await scene()
  const question = `${LONG}\n基于以上背景：哪些方法能够抑制锂电池热失控？阻燃电解液的效果如何？${BACKGROUND}`
  expect(question.length).toBeGreaterThan(1_000)
  const drawn = await startPlannedResearch(ada, { question })
  expect(drawn.plan.steps).toHaveLength(2)
  const queries = queriesOf(drawn)
  for (const query of queries.flat()) expect(query.length, query).toBeLessThan(40)
  expect(queries[0]?.join(' ')).toContain('锂电池热失控')
  expect(queries[1]?.join(' ')).toContain('阻燃电解液')
})

test('a question that points to the text before it is searched with what that is about', async () => {
  const ada = await scene()
  const drawn = await startPlannedResearch(ada, { question: `${LONG}那么它的成因是什么？` })
  expect(queriesOf(drawn)[0]?.join(' ')).toContain('热失控')
  const english = await startPlannedResearch(ada, { question: `${ENGLISH}How can it be reduced?` })
  const words = queriesOf(english).flat().join(' ').toLowerCase()
  expect(words).toContain('drought')
  expect(words).toContain('maize')
})

test('a long text that asks nothing is looked over by what it speaks of most', async () => {
  const ada = await scene()
  const drawn = await startPlannedResearch(ada, { question: LONG })
  expect(queriesOf(drawn).flat().join(' ')).toContain('热失控')
  expect(
    queriesOf(drawn)
      .flat()
      .every((query) => query.length < 60),
  ).toBe(true)
})

test('four thousand characters become a report, which is called after what was asked', async () => {
  const ada = await scene()
  const asked = '\n如何抑制锂电池热失控？'
  const question = `${BACKGROUND.repeat(20).slice(0, 4_000 - asked.length)}${asked}`
  expect(question.length).toBe(4_000)
  const { snapshot, state, title } = await completeResearch(ada, { question })
  expect(state).toBe('completed')
  expect(title.length).toBeLessThan(90)
  expect(title).toContain('抑制锂电池热失控')
  expect(snapshot.evidence.length, JSON.stringify(snapshot.steps)).toBeGreaterThan(0)
})

test('a short question is called by itself, a long one by its asking sentence or its beginning', () => {
  expect(shortenQuestion('如何抑制锂电池热失控？')).toBe('如何抑制锂电池热失控？')
  expect(shortenQuestion(`${LONG}如何抑制锂电池热失控？`)).toBe('如何抑制锂电池热失控？')
  expect(shortenQuestion(LONG)).toBe(
    '近年来，新能源汽车保有量快速增长，动力电池的安全问题受到社会各界的广泛关注。',
  )
  expect(shortenQuestion(`${'An unbroken text goes on '.repeat(60)}`).length).toBeLessThan(90)
})

test('each question of a numbered list is a step, though they are many', async () => {
  const ada = await scene()
  const items = [
    '锂电池热失控的成因是什么',
    '隔膜如何抑制热失控',
    '阻燃电解液效果如何',
    '如何预警热失控',
    '局限有哪些',
  ]
  const question = `请按下面几个问题研究：\n${items.map((item, at) => `${at + 1}. ${item}`).join('\n')}\n\n谢谢！\n王某`
  const { plan } = await startPlannedResearch(ada, { question })
  expect(plan.steps.map(({ title }) => title)).toEqual(items)
  expect(plan.steps.flatMap(({ queries }) => queries).join()).not.toMatch(/王某|谢谢|\d/)
})

test('a question that points to what was quoted is asked about that', async () => {
  const ada = await scene()
  const question = '> 李老师写道：\n> 我们最近在看锂电池热失控的研究。\n\n它如何预警？'
  const { plan } = await startPlannedResearch(ada, { question })
  expect(plan.steps[0]?.queries.join()).toContain('热失控')
  expect(plan.steps[0]?.queries.join()).not.toContain('李老师')
})
