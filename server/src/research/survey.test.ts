import { api, RESEARCH_DEPTHS, type ResearchReport } from '@scinav/contract'
import { expect, test } from 'vitest'
import { createModelFactory } from '../platform/providers/models/model-factory.ts'
import { addPapers } from '../testing/papers.ts'
import { addSubjectPapers, completeResearch } from '../testing/research-scene.ts'
import { verdictsOn } from '../testing/scripted-helpers.ts'
import { refuse, scriptedModel } from '../testing/scripted-model.ts'
import {
  parseOffered,
  parseWorks,
  type ResearchScript,
  scriptedCheck,
  scriptedResearchModel,
} from '../testing/scripted-research.ts'
import { testApp } from '../testing/test-app.ts'
import { SHORT_MODEL_TIMEOUTS } from '../testing/timeouts.ts'

async function scene(script: ResearchScript = {}) {
  const model = await scriptedModel()
  const models = createModelFactory({ backoff_ms: 1, ...SHORT_MODEL_TIMEOUTS })
  const app = await testApp({ env: model.env, providers: () => ({ models }) })
  const ada = await app.signUp('Ada')
  model.always(scriptedResearchModel(script))
  if (script.check) model.help(scriptedCheck(script.check))
  const paper_ids = await addSubjectPapers(app)
  const reportOf = (report_id: string): Promise<ResearchReport> =>
    ada.call(api.deepResearch.report, { report_id })
  const print = async (report_id: string) =>
    (await ada.send(api.chat.download, { report_id, format: 'md' })).rawPayload.toString()
  return { app, ada, model, paper_ids, reportOf, print }
}

/** A synthesis of the offered works with a figure. */
const withFigure =
  (figure: (works: string[]) => unknown): NonNullable<ResearchScript['synthesis']> =>
  ({ text }) => {
    const works = parseWorks(text)
    return JSON.stringify({
      table: { label: '文献', dimensions: [], rows: [] },
      figure: figure(works),
      outline: [
        { title: '起因', purpose: '', works },
        { title: '抑制', purpose: '', works },
      ],
    })
  }

test('every sentence that a claim cites is kept as a quote, and the printed report names the source once', async () => {
  const { ada, reportOf, print } = await scene({
    section: ({ text }) => {
      const [first, second] = parseOffered(text)
      return `${first?.quote.replace('。', '')}[${first?.id}, ${second?.id}]。`
    },
  })
  const { report_id } = await completeResearch(ada)
  const { sections } = await reportOf(report_id)
  const body = sections.filter(({ kind }) => kind === 'body')
  expect(body).toHaveLength(2)
  for (const { text, citations } of body) {
    expect(text).toMatch(/\[(\d+)\]\[\1\]。/)
    expect(new Set(citations.map(({ quote }) => quote)).size).toBe(2)
    expect(new Set(citations.map(({ paper_id }) => paper_id)).size).toBe(1)
  }
  expect(await print(report_id)).not.toMatch(/\[(\d+)\]\[\1\]/)
})

test('a timeline lists its entries in the order of the years of the works that they cite', async () => {
  const { ada, reportOf, print } = await scene({
    synthesis: withFigure((works) => ({
      kind: 'timeline',
      groups: [
        ...works.map((id) => ({ label: `第 ${id} 篇`, items: [`见原文 [${id}.1]`] })),
        { label: '没有出处', items: ['凭空的一条'] },
      ],
    })),
  })
  const { report_id, snapshot } = await completeResearch(ada)
  const { sections } = await reportOf(report_id)
  expect(sections.map(({ section_id }) => section_id).slice(0, 3)).toEqual(['opening', 'figure', 'body-1'])
  const figure = sections[1]
  expect(figure).toMatchObject({ kind: 'table', title: '发展脉络', written_by: 'model' })
  const [head, , ...rows] = figure?.text.trim().split('\n') ?? []
  expect(head).toBe('| 阶段 | 内容 | 文献年份 |')
  expect(rows).toHaveLength(snapshot.notes.length)
  expect(figure?.citations).toHaveLength(rows.length)
  const years = rows.map((row) => /(\d{4}) \|$/.exec(row)?.[1])
  expect(years).toEqual(years.toSorted())
  expect(await print(report_id)).toContain(head)
})

test.each([
  ['no figure', () => null],
  ['a figure that is none', () => ({ kind: 'none', groups: [] })],
  [
    'one entry',
    ([id]: string[]) => ({ kind: 'taxonomy', groups: [{ label: '甲', items: [`一 [${id}.1]`] }] }),
  ],
])('a synthesis with %s gives a report without one', async (_what, figure) => {
  const { ada } = await scene({ synthesis: withFigure(figure) })
  const { snapshot } = await completeResearch(ada)
  expect(snapshot.fallbacks).toEqual([])
  expect(snapshot.sections.map(({ section_id }) => section_id)).not.toContain('figure')
})

test('where the check of one section fails, the report counts its citations as not verified', async () => {
  const { ada, reportOf } = await scene({
    check: ({ text }) => (text.includes('claim: 见原文') ? refuse(500) : verdictsOn(text, () => 'supported')),
  })
  const { report_id, snapshot } = await completeResearch(ada)
  expect(snapshot.fallbacks).toMatchObject([{ task: 'check', about: 'table', title: '比较' }])
  const { sections, check } = await reportOf(report_id)
  const written = sections.filter(({ written_by }) => written_by === 'model')
  const all = written.flatMap(({ citations }) => citations)
  const unverified = written.flatMap(({ kind, citations }) => (kind === 'table' ? citations : []))
  expect(unverified.length).toBeGreaterThan(0)
  expect(check?.verified).toBe(all.length - unverified.length)
  expect(sections.find(({ kind }) => kind === 'scope')?.text).toContain(
    `${all.length} 处引用中，有 ${all.length - unverified.length} 处由模型与所引原句逐一核对过意思`,
  )
  expect(sections.at(-1)?.text).toContain('「比较」一节的引文核对')
})

test('every part of a cell keeps the sentences that it rests on behind it, and is checked as a claim of its own', async () => {
  const claims: string[] = []
  const { ada, reportOf } = await scene({
    synthesis: ({ text }) => {
      const [one, other] = parseWorks(text)
      const cells = [`提高 30℃ [${one}.1]；只在一种电池上 [${other}.1]。`, `[${one}.1] 提出`]
      return JSON.stringify({
        table: {
          label: '办法',
          dimensions: ['效果', '来历'],
          rows: ['甲', '乙'].map((label) => ({ label, cells })),
        },
        outline: ['起因', '抑制'].map((title) => ({ title, purpose: '', works: [one, other] })),
      })
    },
    check: ({ text }) => {
      claims.push(...Array.from(text.matchAll(/^claim: (.+)$/gm), ([, claim = '']) => claim))
      return verdictsOn(text, () => 'supported')
    },
  })
  const { report_id } = await completeResearch(ada)
  const { sections } = await reportOf(report_id)
  const table = sections.find(({ kind }) => kind === 'table')
  expect(table?.text).toMatch(/\| 甲 \| 提高 30℃\[(\d+)\]；只在一种电池上\[(?!\1)\d+\] \| 提出\[\1\] \|/)
  expect(claims).toEqual(expect.arrayContaining(['提高 30℃', '只在一种电池上']))
})

test('a brief report has one page: no figure, no queries, no count of years and venues', async () => {
  const { ada, reportOf } = await scene({
    synthesis: withFigure((works) => ({
      kind: 'taxonomy',
      groups: [{ label: '甲', items: works.map((id) => `一 [${id}.1]`) }],
    })),
  })
  const { report_id } = await completeResearch(ada, { depth: 'brief' })
  const { sections } = await reportOf(report_id)
  const kinds = sections.map(({ kind }) => kind)
  expect(kinds).toEqual(['opening', 'body', 'body', 'open', 'conclusion', 'scope', 'limits'])
  const scope = sections.find(({ kind }) => kind === 'scope')?.text
  expect(scope).toContain('分 2 步检索：热失控的起因；抑制的办法。')
  expect(scope).not.toContain('检索式')
})

test('a work that the library has in two records is read once', async () => {
  const { app, ada } = await scene()
  const copy = {
    title: '锂电池热失控的连锁模型',
    creators: [{ name: 'Ada Ng', role: 'author' as const, affiliations: [] }],
    abstract_zh: '锂电池热失控在模组中连锁传播，隔热层可以抑制锂电池热失控。',
  }
  const ids = await addPapers(app.base, [
    { ...copy, doi: '10.1/one', publish_date: '2022' },
    { ...copy, doi: '10.1/two', publish_date: '2024' },
  ])
  const { snapshot } = await completeResearch(ada)
  expect(snapshot.notes.filter(({ source_id }) => ids.includes(source_id))).toHaveLength(1)
})

test('a step that found few works reads what these cite, also where an earlier step read them', async () => {
  const { app, ada, paper_ids } = await scene({
    plan: () =>
      JSON.stringify({
        steps: ['热失控的起因', '热失控的抑制'].map((title) => ({
          title,
          goal: '',
          queries: ['锂电池 热失控'],
        })),
      }),
  })
  const [cited = ''] = await addPapers(app.base, [
    { title: '隔膜收缩的热分析', abstract_zh: '聚烯烃隔膜在高温下收缩，使两极接触。', publish_date: '2016' },
  ])
  const { db } = app.base
  await db.insertInto('paper_keys').values({ paper_id: cited, key: 'doi:10.1/tied' }).execute()
  await db
    .insertInto('paper_references')
    .values(paper_ids.slice(0, 4).map((paper_id) => ({ paper_id, key: 'doi:10.1/tied' })))
    .execute()
  const { snapshot } = await completeResearch(ada)
  expect(snapshot.notes.map(({ source_id }) => source_id)).toContain(cited)
  for (const { searches } of snapshot.steps)
    expect(searches.map(({ name }) => name)).toContain('citation_ties')
})

test('deeper researches read, compare, write and spend more, and are expected to spend less than they may', () => {
  const { brief, standard, thorough } = RESEARCH_DEPTHS
  for (const [less, more] of [
    [brief, standard],
    [standard, thorough],
  ] as const)
    for (const part of [
      'works_a_step',
      'works_compared',
      'body_sections',
      'chars',
      'calls',
      'tokens',
    ] as const)
      expect(more[part], part).toBeGreaterThan(less[part])
  for (const { expected, ...most } of [brief, standard, thorough])
    for (const part of ['calls', 'tokens', 'minutes'] as const)
      expect(most[part], part).toBeGreaterThan(expected[part])
})
