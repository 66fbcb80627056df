import { api, type InputOf, type ResearchReport } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../testing/papers.ts'
import { addSubjectPapers, completeResearch } from '../testing/research-scene.ts'
import { refuse, scriptedModel } from '../testing/scripted-model.ts'
import { parseOffered, type ResearchScript, scriptedResearchModel } from '../testing/scripted-research.ts'
import { createCaller, testApp } from '../testing/test-app.ts'

type Asked = Omit<InputOf<typeof api.deepResearch.revise>, 'report_id' | 'version'>

/** More on the subject than one section may quote. */
const MATERIALS =
  '芳纶 聚酰亚胺 纤维素 石墨烯 氮化硼 二氧化硅 勃姆石 沸石 蒙脱土 碳纳米管 聚磷腈 硼酸盐 磷酸酯 氟代碳酸酯'
    .split(' ')
    .map((material, at) => ({
      title: `${material}隔膜与锂电池热失控`,
      abstract_zh: `为抑制锂电池热失控，本文提出用${material}改性隔膜的方法。结果表明，${material}隔膜能够抑制锂电池热失控，起始温度提高${11 + at}℃。`,
      publish_date: String(2010 + at),
      language: 'zh',
    }))

async function scene(script: ResearchScript | null = null, more: typeof MATERIALS = []) {
  const model = await scriptedModel()
  const app = await testApp({ env: script ? model.env : {} })
  model.always(scriptedResearchModel(script ?? {}))
  const ada = await app.signUp('Ada')
  await addSubjectPapers(app)
  await addPapers(app.base, more)
  const { report_id } = await completeResearch(ada)
  const report = () => ada.call(api.deepResearch.report, { report_id })
  const before = await report()
  const ask = async (asked: Asked) => {
    const { version } = await report()
    return ada.call(api.deepResearch.revise, { report_id, version, ...asked })
  }
  /** Has a section made anew; what became of that, and the report. */
  const revise = async (asked: Asked) => {
    const { revision_id } = await ask(asked)
    await app.runner.drain()
    const all = await ada.call(api.deepResearch.revisions, { report_id })
    const revision = all.find((each) => each.revision_id === revision_id)
    return { revision, report: await report() }
  }
  return { app, ada, model, report_id, before, report, ask, revise }
}

const sectionIn = ({ sections }: ResearchReport, id: string) => {
  const section = sections.find(({ section_id }) => section_id === id)
  if (!section) throw new Error(`no section ${id}`)
  return section
}

const evidenceIn = ({ sections }: ResearchReport) =>
  sections.filter(({ kind }) => kind === 'evidence' || kind === 'body')

/** The sources behind the markers of a section, in their order. */
const sourcesOf = ({ references }: ResearchReport, { citations }: ResearchReport['sections'][number]) =>
  citations.map(({ n }) => references.find((each) => each.n === n)?.source_id)

/** Every number stands for a reference, every reference is cited, and each marker is where its citation says. */
function requireWhole({ sections, references, read_not_cited }: ResearchReport): void {
  const marks = sections.flatMap(({ text }) => [...text.matchAll(/\[(\d+)\]/g)].map(([, n]) => Number(n)))
  expect([...new Set(marks)].toSorted((a, b) => a - b)).toEqual(references.map(({ n }) => n))
  for (const { text, citations } of sections)
    for (const { start, end, n } of citations) expect(text.slice(start, end)).toBe(`[${n}]`)
  const ids = [...references, ...read_not_cited].map(({ source_id }) => source_id)
  expect(new Set(ids).size).toBe(ids.length)
}

test('a section is made of fewer sentences, its quotes keep their sources, and it can be brought back', async () => {
  const { ada, before, report_id, revise } = await scene()
  const [section] = evidenceIn(before).toSorted((a, b) => b.citations.length - a.citations.length)
  if (!section) throw new Error('there is no evidence')
  const { section_id, citations } = section
  const { revision, report } = await revise({ section_id, how: 'fewer' })
  expect(revision).toMatchObject({ state: 'done', how: 'fewer', before: section.text.trim().slice(0, 80) })
  const now = sectionIn(report, section_id)
  expect(now.citations).toHaveLength(Math.ceil(citations.length / 2))
  const quotes = citations.map(({ quote }) => quote)
  for (const { quote } of now.citations) expect(quotes).toContain(quote)
  requireWhole(report)

  const back = await ada.call(api.deepResearch.takeBack, {
    report_id,
    revision_id: revision?.revision_id ?? '',
    version: report.version,
  })
  expect(sectionIn(back, section_id).text).toBe(section.text)
  expect(back.references).toEqual(before.references)
  requireWhole(back)
  const ways = (await ada.call(api.deepResearch.revisions, { report_id })).map(({ how }) => how)
  expect(ways).toEqual(['back', 'fewer'])
})

test('without a model an edited section is searched and quoted anew as it was written first', async () => {
  const { ada, before, report_id, revise } = await scene()
  const [section] = evidenceIn(before)
  if (!section) throw new Error('there is no evidence')
  const { section_id } = section
  const edit = { report_id, version: 1, section_id, text: '换成自己的话。' }
  await ada.call(api.deepResearch.editReport, edit)
  const { revision, report } = await revise({ section_id, how: 'again' })
  expect(revision).toMatchObject({ state: 'done', before: '换成自己的话。' })
  expect(sectionIn(report, section_id).text).toBe(section.text)
  expect(report.references).toEqual(before.references)
  const same = await revise({ section_id, how: 'again' })
  expect(same.revision).toMatchObject({ state: 'done', note: '结果与原来相同，没有改动', before: null })
  expect(same.report.version).toBe(report.version)
})

test('other evidence quotes nothing that the section quoted, or says that there is none', async () => {
  const { before, revise } = await scene(null, MATERIALS)
  let changed = 0
  for (const { section_id, citations } of evidenceIn(before)) {
    const { revision, report } = await revise({ section_id, how: 'other' })
    requireWhole(report)
    const now = sectionIn(report, section_id)
    if (revision?.state === 'failed') {
      expect(revision.note).toContain('没有找到别的可以摘录的原文')
      continue
    }
    changed += 1
    const quotes = new Set(citations.map(({ quote }) => quote))
    for (const { quote } of now.citations) expect(quotes).not.toContain(quote)
  }
  expect(changed).toBeGreaterThan(0)
})

test('what only a model can do is refused without one with what to do instead, and computed sections stay', async () => {
  const { ada, before, report_id } = await scene()
  const [section] = evidenceIn(before)
  const asked = { report_id, version: 1, section_id: section?.section_id ?? '' }
  const wish = { ...asked, how: 'instruction' as const, instruction: '更口语一些' }
  expect(await ada.refusal(api.deepResearch.revise, wish)).toMatchObject({
    status: 422,
    problem: 'report.no_model',
    message: expect.stringContaining('换一批证据'),
  })
  for (const section_id of ['scope', 'distribution', 'limits'])
    expect(await ada.refusal(api.deepResearch.revise, { ...asked, section_id, how: 'again' })).toMatchObject({
      status: 409,
      problem: 'report.section_fixed',
    })
  expect(await ada.refusal(api.deepResearch.revise, { ...asked, version: 2, how: 'again' })).toMatchObject({
    problem: 'report.changed',
  })
})

test('a model changes a section as its reader wishes, told what it is now; every kept sentence keeps its source', async () => {
  const { model, before, revise } = await scene({})
  const [section] = evidenceIn(before)
  if (!section) throw new Error('there is no evidence')
  model.requests.length = 0
  model.always(
    scriptedResearchModel({
      section: ({ text }) => {
        const [first] = parseOffered(text)
        return `${first?.quote.replace('。', '')}[E1.1]。这一句承上启下，没有出处。`
      },
    }),
  )
  const { revision, report } = await revise({
    section_id: section.section_id,
    how: 'instruction',
    instruction: '只留最重要的一句',
  })
  const [request] = model.requests
  const [system, user] = request?.body.messages ?? []
  expect(system.content).toContain('A sentence that you keep keeps its ids')
  expect(user.content).toMatch(/<wish-\w+>\n只留最重要的一句\n/)
  expect(user.content).toMatch(/<draft-\w+>\n[\s\S]*\[E1\.1\]/)
  expect(revision).toMatchObject({ state: 'done', instruction: '只留最重要的一句' })
  const now = sectionIn(report, section.section_id)
  expect(now.citations).toHaveLength(1)
  expect(now.written_by).toBe('model')
  expect(now.text).toContain('承上启下')
  expect(sourcesOf(report, now)).toEqual(sourcesOf(before, section).slice(0, 1))
  requireWhole(report)
})

test('a section that its model cannot write stays as it is, with the reason', async () => {
  const { model, before, revise } = await scene({})
  const [section] = evidenceIn(before)
  model.always(() => refuse(429))
  const { revision, report } = await revise({
    section_id: section?.section_id ?? '',
    how: 'instruction',
    instruction: '更短',
  })
  expect(revision).toMatchObject({ state: 'failed', note: expect.stringContaining('模型没有写成') })
  expect(report).toEqual(before)
})

test('one section is made anew at a time, and an edit meanwhile wins', async () => {
  const { app, ada, before, report_id, ask } = await scene()
  const [section] = evidenceIn(before)
  const section_id = section?.section_id ?? ''
  await ask({ section_id, how: 'fewer' })
  expect(
    await ada.refusal(api.deepResearch.revise, { report_id, version: 1, section_id, how: 'again' }),
  ).toMatchObject({ status: 409, problem: 'report.busy' })
  await ada.call(api.deepResearch.editReport, { report_id, version: 1, section_id: 'limits', text: '无。' })
  await app.runner.drain()
  const [, revision] = await ada.call(api.deepResearch.revisions, { report_id })
  expect(revision).toMatchObject({ state: 'failed', note: '报告在别处改过了，请刷新后再改' })
})

test('a section whose process dies while it is made anew is made anew by another, and ends the same', async () => {
  const { app, ada, before, report_id, report, ask, revise } = await scene()
  const [section] = evidenceIn(before)
  const section_id = section?.section_id ?? ''
  const whole = await revise({ section_id, how: 'fewer' })
  const back = await ada.call(api.deepResearch.takeBack, {
    report_id,
    revision_id: whole.revision?.revision_id ?? '',
    version: 2,
  })
  expect(back.sections).toEqual(before.sections)
  // Claimed by a process that is gone: its lease is over, and nothing of the change is stored.
  const { job_id } = await ask({ section_id, how: 'fewer' })
  const dead = { state: 'running', lease: 'gone', lease_until: '2020-01-01', attempts: 1 } as const
  await app.base.db
    .updateTable('jobs')
    .set(dead)
    .where('id', '=', job_id ?? '')
    .execute()
  const other = await testApp({ place: { folder: app.folder, url: app.url } })
  await other.runner.drain()
  const there = createCaller(other.app)
  there.useCookie(ada.cookie())
  const [revision] = await there.call(api.deepResearch.revisions, { report_id })
  expect(revision).toMatchObject({ state: 'done' })
  expect((await report()).sections).toEqual(whole.report.sections)
})
