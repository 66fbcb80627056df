import { api, type ResearchReport, readWork } from '@scinav/contract'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { loadStarterLibrary } from '../library/import/index.ts'
import { marksIn, requireGates } from '../testing/report-gates.ts'
import {
  addSubjectPapers,
  completeResearch,
  startPlannedResearch,
  waitForResearch,
} from '../testing/research-scene.ts'
import { importNotices, retractionCsv } from '../testing/retractions.ts'
import { testApp } from '../testing/test-app.ts'

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await addSubjectPapers(app)
  const { report_id } = await completeResearch(ada)
  const report = await ada.call(api.deepResearch.report, { report_id })
  return { app, ada, report_id, report }
}

const sectionOf = ({ sections }: ResearchReport, id: string) => {
  const section = sections.find(({ section_id }) => section_id === id)
  if (!section) throw new Error(`no section ${id}`)
  return section
}

test('a report has its parts, each evidence section from its own step', async () => {
  const { app, report } = await scene()
  await requireGates(app, report)
  expect(report.sections.map(({ title }) => title)).toEqual([
    '检索范围与方法',
    '主要证据：要解决的问题',
    '主要证据：做法与机制',
    '主要证据：报告的结果',
    '文献间一致与分歧（仅并列）',
    '年份与来源分布',
    '局限与未覆盖',
  ])
  expect(report).toMatchObject({ label: '原文摘录', engine: 'extractive', partial: false, version: 1 })
  expect(report.check).toMatchObject({ removed: 0 })
  expect(report.check?.located).toBe(report.check?.quotes)
  expect(sectionOf(report, 'distribution').chart?.years).toEqual(
    ['2019', '2021', '2023', '2024'].map((label) => ({ label, count: 1 })),
  )
})

test('what only a model could do is said not to have been done', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await addSubjectPapers(app)
  const { report_id, snapshot } = await completeResearch(ada, { report_style: 'news', mcp_ids: ['x'] })
  expect(snapshot.warnings).toEqual([
    '没有使用模型，文体只作记录，没有改写原文',
    '选择的工具现在都不能用（没有启用、没有批准或连接不上），没有使用',
  ])
  const report = await ada.call(api.deepResearch.report, { report_id })
  for (const warning of snapshot.warnings) expect(sectionOf(report, 'limits').text).toContain(warning)
})

test('what sources deny of each other stands side by side', async () => {
  const { report } = await scene()
  expect(sectionOf(report, 'agreement').text).toContain('以下说法不同')
})

test('a section in other words keeps the sources of its numbers, and all are numbered anew', async () => {
  const { app, ada, report_id, report } = await scene()
  const [, , methods] = report.sections
  const last = methods?.citations.at(-1)
  if (!methods || !last) throw new Error('no evidence')
  const text = `改写后的一节，只留最后一处[${last.n}]，并再引一次[${last.n}]。`
  const input = { report_id, version: 1, section_id: report.sections[1]?.section_id ?? '', text }
  const edited = await ada.call(api.deepResearch.editReport, input)
  await requireGates(app, edited)
  const section = edited.sections[1]
  expect(section?.text).toBe('改写后的一节，只留最后一处[1]，并再引一次[1]。')
  expect(section?.citations.map(({ paper_id }) => paper_id)).toEqual([last.paper_id, last.paper_id])
  expect(edited.version).toBe(2)
  expect((await ada.refusal(api.deepResearch.editReport, input)).problem).toBe('report.changed')
  const unknown = { ...input, version: 2, text: '没有这一条[99]。' }
  expect((await ada.refusal(api.deepResearch.editReport, unknown)).problem).toBe('report.unknown_reference')
})

test('numbers in the formulas and the code of an edited section are no references', async () => {
  const { ada, report_id, report } = await scene()
  const { section_id = '', citations = [] } = report.sections[1] ?? {}
  const n = citations[0]?.n
  const text = `取值在 $x_{[${n}]}$ 与 \`a [99]\` 之间，落在 [0, 1]，见原文[${n}]。`
  const edited = await ada.call(api.deepResearch.editReport, { report_id, version: 1, section_id, text })
  const section = edited.sections.find((each) => each.section_id === section_id)
  expect(section?.citations).toHaveLength(1)
  expect(section?.text.replace(/见原文.*/, '')).toBe(text.replace(/见原文.*/, ''))
})

test('what an edit leaves uncited is read and not cited', async () => {
  const { app, ada, report_id, report } = await scene()
  let last = report
  for (const { section_id, kind } of report.sections)
    if (kind !== 'scope' && kind !== 'distribution')
      last = await ada.call(api.deepResearch.editReport, {
        report_id,
        version: last.version,
        section_id,
        text: '删去了。',
      })
  await requireGates(app, last)
  expect(last.references).toEqual([])
  expect(last.read_not_cited).toHaveLength(report.references.length + report.read_not_cited.length)
})

test('a report is given out as Markdown, a page, a Word file and BibTeX of its references', async () => {
  const { ada, report_id, report } = await scene()
  const file = async (format: 'md' | 'docx' | 'html' | 'bibtex') =>
    (await ada.send(api.chat.download, { report_id, format })).rawPayload
  const md = (await file('md')).toString()
  expect(md).toContain('## 2 主要证据：要解决的问题')
  expect(md).toContain('> 原文摘录（')
  expect(md).toContain('\\[1\\] ')
  const html = (await file('html')).toString()
  expect(html).toContain('<h2>1 检索范围与方法</h2>')
  expect(html).not.toContain('<h2>回答</h2>')
  const docx = await file('docx')
  const xml = new TextDecoder().decode(unzipSync(docx)['word/document.xml'])
  expect(xml.match(/<w:ind [^>]*w:hanging="420"/g)).toHaveLength(
    report.references.length + report.read_not_cited.length,
  )
  expect(xml).toContain('<w:tblHeader/>')
  const bibtex = (await file('bibtex')).toString()
  expect(bibtex.match(/^@/gm)).toHaveLength(report.references.length)
  const both = { report_id, chat_record_id: report_id, format: 'md' as const }
  expect((await ada.refusal(api.chat.download, both)).problem).toBe('input.invalid')
})

test('the file of a report has the headings of its language', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await loadStarterLibrary(app.base)
  const { report_id } = await completeResearch(ada, { question: 'How are neural networks trained?' })
  const md = (await ada.send(api.chat.download, { report_id, format: 'md' })).rawPayload.toString()
  for (const heading of ['## Question', '## 1 Scope and method', '| Year | Papers |', '## References'])
    expect(md).toContain(heading)
  expect(md.match(/^## .*\p{Script=Han}.*$/gmu)).toBeNull()
})

test('what its reader may not read any more is not searched: every step fails, and nothing is written of it', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const bo = await app.signUp('Bob')
  const theirs = await bo.call(api.datasets.privateId, {})
  const asked = { question: '锂电池热失控怎样抑制？', sources: { dataset_ids: [theirs] } }
  expect((await ada.refusal(api.deepResearch.begin, asked)).problem).toBe('dataset.not_found')
  const dataset_id = await ada.call(api.datasets.privateId, {})
  const { run_id, plan } = await startPlannedResearch(ada, {
    ...asked,
    sources: { dataset_ids: [dataset_id] },
  })
  const gone = { deleted_at: '2026-03-02T08:00:00.000Z' }
  await app.base.db.updateTable('datasets').set(gone).where('id', '=', dataset_id).execute()
  const { plan_id, version } = plan
  await ada.call(api.deepResearch.plan, { run_id, action: 'accept', plan_id, version })
  const run = await waitForResearch(ada, run_id)
  expect(run.state).toBe('completed_partial')
  expect(run.snapshot.steps.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
  expect(run.snapshot).toMatchObject({ evidence: [], sections: [{ kind: 'insufficient' }] })
})

test('a report opened after a retraction marks the source and says since when, in its files as well', async () => {
  const { app, ada, report_id, report } = await scene()
  expect(report.notices).toEqual([])
  const [{ paper_id, source_id } = { paper_id: null, source_id: '' }] = report.references
  const row = await app.base.db
    .selectFrom('papers')
    .select('record')
    .where('id', '=', paper_id ?? '')
    .executeTakeFirstOrThrow()
  const doi = '10.5555/cited'
  const record = JSON.stringify({ ...readWork(row.record), doi })
  await app.base.db
    .updateTable('papers')
    .set({ record })
    .where('id', '=', paper_id ?? '')
    .execute()
  const retraction = {
    'Record ID': '1',
    RetractionDate: '3/4/2024 0:00',
    RetractionDOI: '10.5555/notice',
    OriginalPaperDOI: doi,
    RetractionNature: 'Retraction',
  }
  await importNotices(app, retractionCsv([retraction]))
  const { notices, references } = await ada.call(api.deepResearch.report, { report_id })
  expect(references).toEqual(report.references)
  expect(notices).toMatchObject([{ source_id, status: 'retracted', notice: { date: '2024-03-04' } }])
  const file = await ada.send(api.chat.download, { report_id, format: 'md' })
  expect(file.body).toContain('【已撤稿（2024-03-04，https://doi.org/10.5555/notice）】')
})

/** A style of notes: its citations are footnotes, `Note: TITLE`. */
const NOTE_STYLE = `<style xmlns="http://purl.org/net/xbiblio/csl" class="note" version="1.0">
<info><title>示例注释样式</title><id>http://example.org/styles/notes</id><category citation-format="note"/></info>
<citation><layout prefix="Note: "><text variable="title"/></layout></citation>
<bibliography><layout><text variable="title" prefix="Listed: "/></layout></bibliography>
</style>`

test('a report is downloaded in an installed style, whose notes are footnotes of the Word file', async () => {
  const { ada, report_id, report } = await scene()
  const { id: style } = await ada.call(api.citationStyles.install, { xml: NOTE_STYLE })
  const file = await ada.send(api.chat.download, { report_id, format: 'docx', style })
  const parts = unzipSync(file.rawPayload)
  const textOf = (part: string) => new TextDecoder().decode(parts[part])
  const [body, notes] = [textOf('word/document.xml'), textOf('word/footnotes.xml')]
  const marked = report.sections.flatMap(({ text }) => marksIn(text))
  const references = body.match(/<w:footnoteReference /g) ?? []
  expect(references.length).toBeGreaterThan(0)
  expect(references.length).toBeLessThanOrEqual(marked.length)
  expect(notes.match(/Note: /g)?.length).toBeGreaterThanOrEqual(references.length)
  expect(body.match(/Listed: /g)).toHaveLength(report.references.length)
  expect(body).not.toMatch(/\[@|\[1\]/)

  const page = (await ada.send(api.chat.download, { report_id, format: 'html', style: 'apa-7' })).body
  expect(page).toMatch(/[(（][^()（）]+(?:19|20)\d\d[a-z]?[)）]/)
  expect(page).not.toContain('[@')
  const { problem } = await ada.refusal(api.chat.download, { report_id, format: 'md', style: 'none' })
  expect(problem).toBe('citation.unknown_style')
})
