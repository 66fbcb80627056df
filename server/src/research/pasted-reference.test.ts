import { api, blankWork, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { workKeys } from '../library/works/index.ts'
import { addPapers } from '../testing/papers.ts'
import {
  addSubjectPapers,
  completeResearch,
  startPlannedResearch,
  startResearch,
  waitForResearch,
} from '../testing/research-scene.ts'
import { testApp } from '../testing/test-app.ts'

const TITLE = '锂电池隔膜的热收缩'
const DOI = '10.1234/separator.2020'

const WORKS: Partial<Work>[] = [
  {
    title: TITLE,
    doi: DOI,
    abstract_zh:
      '隔膜的热收缩是锂电池热失控的起点。本文提出测量隔膜热收缩的方法，发现收缩率随温度上升，可用于预警。',
    creators: [{ name: '王一', role: 'author', affiliations: [] }],
    keywords: ['热失控', '锂电池'],
    publish_date: '2020',
    language: 'zh',
  },
  {
    title: '锂电池热失控的气体检测',
    abstract_zh: '锂电池热失控前会产生气体。我们用气体传感器做锂电池热失控的预警。',
    creators: [{ name: '赵二', role: 'author', affiliations: [] }],
    publish_date: '2022',
    language: 'zh',
  },
]

async function scene() {
  const app = await testApp()
  await addSubjectPapers(app)
  const ids = await addPapers(app.base, WORKS)
  const keys = WORKS.flatMap((given, at) =>
    workKeys({ ...blankWork(given.title ?? '', 1), ...given }).map((key) => ({
      key,
      paper_id: ids[at] ?? '',
    })),
  )
  await app.base.db.insertInto('paper_keys').values(keys).execute()
  return app.signUp('Ada')
}

const BIBTEX = `@article{wang2020,\n  title={${TITLE}},\n  author={王一},\n  year={2020}\n}`
const PASTED = [
  ['a BibTeX entry', BIBTEX],
  ['a record of RIS', `TY  - JOUR\nTI  - ${TITLE}\nAU  - 王一\nPY  - 2020\nER  - `],
  ['a reference of GB/T 7714', `王一. ${TITLE}[J]. 电源技术, 2020, 44(3): 1-8.`],
  ['a reference of APA', `王一. (2020). ${TITLE}. 电源技术, 44(3), 1–8.`],
  ['a DOI', `https://doi.org/${DOI}`],
] as const

test.each(PASTED)(
  '%s alone becomes a research on that work and what lies around it',
  async (_what, pasted) => {
    const ada = await scene()
    const { snapshot, title } = await completeResearch(ada, { question: pasted })
    expect(snapshot.steps.map((step) => step.title)).toEqual(['这篇文献说了什么', '此前的工作', '此后的工作'])
    expect(title).toBe(`《${TITLE}》及其前后的研究`)
    const [own, before, after] = snapshot.steps
    expect(own).toMatchObject({ goal: `《${TITLE}》本身的问题、做法与结果`, queries: [`《${TITLE}》`] })
    const read = (step_id = '') => snapshot.read.filter(({ step_ids }) => step_ids.includes(step_id))
    expect(read(own?.step_id).map((source) => source.title)).toEqual([TITLE])
    expect(read(before?.step_id).map(({ year }) => year)).toEqual([2019])
    expect(read(after?.step_id).every(({ year }) => (year ?? 0) >= 2020)).toBe(true)
    expect(snapshot.sections[0]?.kind).toBe('scope')
  },
)

test.each(PASTED)(
  '%s beside a question: the question is asked about its subject, and the work is read',
  async (_what, pasted) => {
    const ada = await scene()
    const question = `${pasted}\n这种材料如何用于预警？`
    const { snapshot, title } = await completeResearch(ada, { question })
    expect(title).toContain(`《${TITLE}》`)
    const queries = snapshot.steps.flatMap((step) => step.queries)
    expect(queries.join(' ')).not.toMatch(/title|author|year|TI|AU|王一|doi|2020/)
    expect(queries).toContain(`《${TITLE}》`)
    expect(queries.some((query) => /热失控|锂电池/.test(query) && query.includes('预警'))).toBe(true)
    expect(snapshot.read.map((source) => source.title)).toContain(TITLE)
    expect(snapshot.sections[0]?.kind).toBe('scope')
  },
)

test('a work that the library lacks is looked for by the subject of its title, and the report says so', async () => {
  const ada = await scene()
  const question = '@book{x, title={锂电池热失控手册}, author={赵二}, year={2018}}\n有哪些抑制方法？'
  const { snapshot } = await completeResearch(ada, { question })
  expect(snapshot.warnings.join()).toContain('本馆文献里没有《锂电池热失控手册》')
  expect(snapshot.steps[0]?.queries.join()).toContain('热失控')
  expect(snapshot.read.length).toBeGreaterThan(2)
})

test('an identifier that nothing here has is asked after, and looked up by what is said of it then', async () => {
  const ada = await scene()
  const { run_id } = await startResearch(ada, { question: '10.9999/nowhere.1' })
  const waiting = await waitForResearch(ada, run_id, 'waiting_clarification')
  expect(waiting.snapshot.clarification?.question).toContain('doi:10.9999/nowhere.1')
  await ada.call(api.deepResearch.answer, { run_id, answer: '锂电池热失控' })
  const drawn = await waitForResearch(ada, run_id, 'waiting_plan')
  expect(drawn.snapshot.plans[0]?.steps[0]?.queries.join()).toContain('热失控')
})

test('who is not asked after an identifier that nothing here has gets no report on anything else', async () => {
  const ada = await scene()
  const { snapshot } = await completeResearch(ada, { question: '10.9999/nowhere.1 的方法有哪些改进？' })
  expect(snapshot.sections[0]?.kind).toBe('insufficient')
  expect(snapshot.read).toEqual([])
  expect(snapshot.warnings.join()).toContain('读不到它的题名')
})

test('two works that are compared have a step each, in which they are read', async () => {
  const ada = await scene()
  const question = `1. 王一. ${TITLE}[J]. 电源技术, 2020, 44(3): 1-8.\n2. 赵二. 锂电池热失控的气体检测[J]. 电源技术, 2022, 45(1): 2-9.\n这两篇有什么区别？`
  const { plan } = await startPlannedResearch(ada, { question })
  expect(plan.kind).toBe('comparison')
  expect(plan.steps.map((step) => step.title)).toEqual([
    `《${TITLE}》`,
    '《锂电池热失控的气体检测》',
    '直接比较',
  ])
  expect(plan.steps[0]?.queries).toEqual([`《${TITLE}》`])
})

test('a title between marks is no subject either where it is a whole one', async () => {
  const ada = await scene()
  const { plan } = await startPlannedResearch(ada, { question: `《${TITLE}》之后有哪些进展？` })
  expect(plan.steps.map((step) => step.title)).toEqual(['这篇文献说了什么', '此后的工作', '尚未解决的问题'])
  expect(plan.steps[1]?.queries.join()).not.toContain('收缩')
})

test('papers that were chosen for a research are not left for a work that is pasted', async () => {
  const ada = await scene()
  const { list } = await ada.call(api.papers.search, { query: '预警' })
  const { snapshot } = await completeResearch(ada, {
    question: `${BIBTEX}\n热失控如何预警？`,
    sources: { engines: [], dataset_ids: [], folder_ids: [], file_ids: [], paper_ids: [list[0]?.id ?? ''] },
  })
  expect(snapshot.read.map((source) => source.title)).toEqual(['锂电池热失控的预警'])
})
