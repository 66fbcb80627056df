import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, blankWork, type NationalOptions, RESOURCE_TYPE, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { zipOf } from '../../../../documents/src/testing/zip-builder.ts'
import { anonymousContext } from '../../platform/context/context.ts'
import { STYLE_FILE } from '../../testing/cases/citation.ts'
import { parseFrames } from '../../testing/chat.ts'
import { addDocument } from '../../testing/documents.ts'
import {
  addCitedWorks,
  CITED_WORKS,
  completeCheck,
  SAMPLE_MANUSCRIPT,
  startCheck,
  waitForCheck,
} from '../../testing/manuscript-scene.ts'
import { importNotices, retractionCsv } from '../../testing/retractions.ts'
import { testApp } from '../../testing/test-app.ts'
import { checkFile } from './run-check.ts'

function manuscriptFile(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'manuscript-')), '稿件.md')
  writeFileSync(path, text)
  return path
}

async function setScene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  return { app, ada, ids: await addCitedWorks(app.base) }
}

test('a manuscript is compared with its list and with the library, and each finding says with what', async () => {
  const { ada, ids } = await setScene()
  const { state, snapshot, counts } = await completeCheck(ada)

  expect([state, snapshot.error]).toEqual(['completed', null])
  expect(snapshot.facts).toMatchObject({ entries: 3, markers: 3 })
  const kinds = snapshot.findings.map(({ kind, entry }) => [kind, entry])
  expect(kinds).toEqual(
    expect.arrayContaining([
      ['cited_not_listed', null],
      ['never_cited', 2],
      ['not_found', 2],
      ['differing_fields', 1],
    ]),
  )
  const differing = snapshot.findings.find(({ kind }) => kind === 'differing_fields')
  expect(differing?.message).toBe('[2] 与本馆文献的题录相比，年份写作「2016」，题录为「2021」')
  expect(differing?.evidence?.paper?.id).toBe(ids[1])
  expect(differing?.correction?.text).toContain('遥感学报，2021，25')
  expect(snapshot.findings.filter(({ kind }) => kind === 'not_found')).toHaveLength(1)
  expect(counts.fault + counts.check + counts.info).toBe(snapshot.findings.length)
})

test('the events of a check add up to its state, and its text shows where the findings are', async () => {
  const { ada } = await setScene()
  const check_id = await startCheck(ada)
  const response = await ada.send(api.manuscriptChecks.events, { check_id })
  const frames = parseFrames(response.body)
  const { snapshot, last_seq } = await waitForCheck(ada, check_id)

  expect(frames.map(({ id }) => id)).toEqual(frames.map((_, at) => at + 1))
  expect(frames.at(-1)?.event).toBe('run.end')
  expect(last_seq).toBe(frames.length)
  const { blocks, entries } = await ada.call(api.manuscriptChecks.manuscript, { check_id })
  const finding = snapshot.findings.find(({ kind }) => kind === 'cited_not_listed')
  const [place] = finding?.places ?? []
  expect(blocks[place?.block ?? 0]?.text.slice(place?.start, place?.end)).toBe('[4]')
  expect(entries.map(({ number }) => number)).toEqual(['1', '2', '3'])
})

test('a figure other than that of the cited abstract is named; the figure itself is left alone', async () => {
  const { ada } = await setScene()
  const right = await completeCheck(ada)
  expect(right.snapshot.findings.filter(({ group }) => group === 'support')).toEqual([])

  const wrong = await completeCheck(ada, SAMPLE_MANUSCRIPT.replace('增加了32%', '增加了52%'))
  const [finding, ...others] = wrong.snapshot.findings.filter(({ group }) => group === 'support')
  expect(finding).toMatchObject({ kind: 'contradicted', entry: 0 })
  expect(finding?.message).toContain('52%')
  expect(finding?.evidence?.quote).toContain('32%')
  expect(others).toEqual([])
})

test('an entry in another form than that of the style gets the printed one as its correction', async () => {
  const { ada } = await setScene()
  const text = SAMPLE_MANUSCRIPT.replace('湖泊科学，2019，31（2）：101', '湖泊科学,2019,31(2):101')
  const { snapshot, check_id } = await completeCheck(ada, text)
  const forms = snapshot.findings.filter(({ kind }) => kind === 'entry_form')
  expect(forms.map(({ entry }) => entry)).toEqual([0])
  expect(forms[0]?.message).toContain('标点的全角与半角')

  const { entries } = await ada.call(api.manuscriptChecks.list, { check_id })
  expect(forms[0]?.correction).toEqual({ text: entries[0]?.printed, safe: true })
  expect(entries.map(({ printed }) => printed !== null)).toEqual([true, true, false])
})

test('an entry with other marks throughout is one in another form, however its fields were read', async () => {
  const { ada } = await setScene()
  const text = SAMPLE_MANUSCRIPT.replace(/^\[1\] .+$/mu, (entry) => entry.replace(/[.，：]/gu, '; '))
  const { snapshot } = await completeCheck(ada, text)
  const forms = snapshot.findings.filter(({ kind }) => kind === 'entry_form')
  expect(forms.map(({ entry, message }) => [entry, message.includes('标点')])).toEqual([[0, true]])
})

test('an installed style is what entries are compared with, and the list is rewritten in it', async () => {
  const { ada } = await setScene()
  const { id: style } = await ada.call(api.citationStyles.install, { xml: STYLE_FILE })
  const { snapshot, check_id } = await completeCheck(ada, SAMPLE_MANUSCRIPT, { style })
  const [form, ...others] = snapshot.findings.filter(({ kind }) => kind === 'entry_form')
  expect(form).toMatchObject({ entry: 0, correction: { text: '陈明, 李娜. 湖泊沉积物中磷的释放规律.' } })
  expect(form?.message).toContain('与示例样式的印法相比')
  expect(others).toEqual([])
  expect(snapshot.warnings.filter((text) => text.includes('格式'))).toEqual([])

  await ada.call(api.citationStyles.remove, { id: style })
  expect(await ada.refusal(api.manuscriptChecks.list, { check_id })).toMatchObject({
    problem: 'citation.unknown_style',
  })
  const { entries } = await ada.call(api.manuscriptChecks.list, { check_id, style: 'gb-2025-numeric' })
  expect(entries[0]?.printed).toContain('湖泊科学，2019')
})

test('a style that takes too much or is gone leaves the rest of the check', async () => {
  const { app, ada } = await setScene()
  const state = await checkFile(anonymousContext(app.base, new AbortController().signal), {
    path: manuscriptFile(SAMPLE_MANUSCRIPT),
    file_name: '稿件.md',
    request: { style: 'gone', scope: { dataset_ids: [], engines: [] }, outside_model: false },
  })
  expect(state.warnings).toContain('格式没有核对：没有这种引用格式')
  expect(state.findings.map(({ kind }) => kind)).toContain('differing_fields')
  expect(state.balance?.entries).toBe(3)
  expect(await ada.refusal(api.manuscriptChecks.begin, { upload_id: 'none', style: 'gone' })).toMatchObject({
    problem: 'citation.unknown_style',
  })
})

test('the options of GB/T 7714 count for the form of entries and for the rewritten list', async () => {
  const { ada } = await setScene()
  const half = SAMPLE_MANUSCRIPT.replace(
    '陈明，李娜.湖泊沉积物中磷的释放规律[J].湖泊科学，2019，31（2）：101-110.',
    '陈明, 李娜. 湖泊沉积物中磷的释放规律[J]. 湖泊科学, 2019, 31(2): 101-110.',
  )
  const formsWith = async (national: NationalOptions) => {
    const { snapshot, check_id } = await completeCheck(ada, half, { national })
    const { entries } = await ada.call(api.manuscriptChecks.list, { check_id })
    const forms = snapshot.findings.filter(({ kind }) => kind === 'entry_form')
    return [forms.map(({ entry }) => entry), entries[0]?.printed?.includes('2019, 31(2)')]
  }
  expect(await formsWith({ punctuation: 'half' })).toEqual([[], true])
  expect(await formsWith({})).toEqual([[0], false])
})

test('a printed entry that lacks what the author wrote is no safe correction', async () => {
  const { ada } = await setScene()
  const address = '湖泊科学,2019,31(2):101-110[2024-05-01]. https://example.org/lake.'
  const text = SAMPLE_MANUSCRIPT.replace('湖泊科学，2019，31（2）：101-110.', address)
  const { snapshot } = await completeCheck(ada, text)
  const forms = snapshot.findings.filter(({ kind }) => kind === 'entry_form')
  expect(forms.map(({ entry, correction }) => [entry, correction?.safe])).toEqual([[0, false]])
})

test('two entries of one work are named, with the status of the work and the requirements of the school', async () => {
  const rules = join(mkdtempSync(join(tmpdir(), 'rules-')), 'rules.json')
  writeFileSync(rules, JSON.stringify({ requirements: [{ name: '总数', measure: 'entries', min: 30 }] }))
  const app = await testApp({ env: { MANUSCRIPT_RULES: rules } })
  const ada = await app.signUp('Ada')
  const [work] = CITED_WORKS
  await addCitedWorks(app.base, [{ ...work, status: 'retracted' }])
  const again = '[3] 陈明，李娜.湖泊沉积物中磷的释放规律[J].湖泊科学，2019，31（2）：101-110.'
  const { snapshot } = await completeCheck(ada, SAMPLE_MANUSCRIPT.replace(/\[3\].*$/, again))

  const kinds = snapshot.findings.map(({ kind, entry, others }) => [kind, entry, others])
  expect(kinds).toEqual(
    expect.arrayContaining([
      ['same_work', 0, [2]],
      ['retracted', 0, []],
      ['retracted', 2, []],
    ]),
  )
  expect(snapshot.balance?.requirements).toEqual([
    { name: '总数', required: '不少于 30 条', actual: '3 条', is_met: false },
  ])
})

test('the makeup of the list is told, with the entries in question', async () => {
  const rules = join(mkdtempSync(join(tmpdir(), 'rules-')), 'rules.json')
  const recent = { name: '近三年文献', measure: 'recent_share', years: 3, min: 0.3 }
  writeFileSync(rules, JSON.stringify({ requirements: [recent] }))
  const app = await testApp({ env: { MANUSCRIPT_RULES: rules } })
  const ada = await app.signUp('Ada')
  const [first, second] = CITED_WORKS
  const preprint = {
    resource_type: RESOURCE_TYPE.preprint,
    abstract: 'This paper has been withdrawn by its authors.',
  }
  await addCitedWorks(app.base, [{ ...first, ...preprint }, { ...second }])
  const { snapshot } = await completeCheck(ada)
  const sentences = new Map(snapshot.findings.map((each) => [each.kind, each.message]))
  expect(sentences.get('age')).toContain('从 2019 到 2021 年')
  expect(sentences.get('language')).toBe('参考文献 3 条，中文 3 条，外文 0 条（0%）')
  expect(sentences.get('preprints')).toBe('[1] 是预印本，占 3 条的 33%')
  expect(sentences.get('requirement')).toBe('近三年文献：本单位要求不少于 30%，这份稿件是 0%')
  const withdrawn = snapshot.findings.find(({ kind }) => kind === 'withdrawn_preprint')
  expect(withdrawn).toMatchObject({ entry: 0, group: 'status', evidence: { quote: preprint.abstract } })
})

test('a list by author is compared with the order of the style; other marks than most are named', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const names = ['白云', '陈河', '丁山', '方海', '高原', '韩江']
  await addCitedWorks(
    app.base,
    names.map((name, at) => ({
      ...CITED_WORKS[0],
      title: `某湖第 ${at + 1} 次水文调查的资料整编`,
      creators: [{ name, role: 'author', affiliations: [] }],
    })),
  )
  const entry = (at: number) =>
    `${names[at]}，2019.某湖第 ${at + 1} 次水文调查的资料整编[J].湖泊科学，31（2）：101-110.`
  const order = [0, 4, 1, 2, 3, 5]
  const cite = (at: number) => `水位逐年上升（${names[at]}，2019）。`
  const text = ['# 某湖', order.map(cite).join(''), '## 参考文献', ...order.map(entry)].join('\n\n')
  const byName = await completeCheck(ada, text, { style: 'gb-2025-author-date' })
  const misplaced = byName.snapshot.findings.filter(({ kind }) => kind === 'entry_order')
  expect(misplaced.map(({ entry }) => entry)).toEqual([1])
  expect(misplaced[0]?.message).toContain('第 2 条应排在第 5 条之后')
  expect(byName.snapshot.findings.filter(({ kind }) => kind === 'marker_form')).toEqual([])

  const byNumber = await completeCheck(ada, text, { style: 'gb-2025-numeric' })
  const [marks] = byNumber.snapshot.findings.filter(({ kind }) => kind === 'marker_form')
  expect(marks?.message).toContain('（顺序编码制）按编号引用，正文的 6 处引用是按著者和年写的')
})

test('a numbered list in another order than that of citation is one finding, and so are ranges in another form', async () => {
  const { ada } = await setScene()
  const entry = (at: number) => `[${at}] 某人. 无人写过的第 ${at} 种方法[J]. 某某学报, 2001, 3(2): 10-19.`
  const text = ['其一[6]，其二[5]，其三[4]，其四[1]~[3]。', '## 参考文献', ...[1, 2, 3, 4, 5, 6].map(entry)]
  const { snapshot } = await completeCheck(ada, text.join('\n\n'))
  expect(snapshot.findings.filter(({ kind }) => kind === 'entry_order')).toHaveLength(1)
  expect(snapshot.findings.find(({ kind }) => kind === 'marker_form')?.message).toContain(
    '把这几条写作「[1-3]」，正文写作「[1]~[3]」',
  )
})

test('chapters with lists of their own are linked each within, and that is told', async () => {
  const { ada } = await setScene()
  const entry = (at: number, name: string) =>
    `[${at}] ${name}. 第 ${at} 种方法的比较[J]. 某某学报, 2001, 3(2): 10-19.`
  const chapter = (name: string) =>
    [`## ${name}章`, '先有此法[1]，后有彼法[2]。', '### 参考文献', entry(1, name), entry(2, name)].join(
      '\n\n',
    )
  const { snapshot, check_id } = await completeCheck(ada, `${chapter('甲某')}\n\n${chapter('乙某')}`)
  expect(snapshot.findings.find(({ kind }) => kind === 'several_lists')?.message).toContain('依次 2、2 条')
  const { markers } = await ada.call(api.manuscriptChecks.manuscript, { check_id })
  expect(markers.map(({ entries }) => entries)).toEqual([[0], [1], [2], [3]])
})

test('of many entries of one work a finding names the first ones and as many places as it may', async () => {
  const { ada } = await setScene()
  const entry = SAMPLE_MANUSCRIPT.split('\n\n').at(-1)?.slice('[3]'.length)
  const again = Array.from({ length: 60 }, (_, at) => `[${at + 4}]${entry}`)
  const { snapshot } = await completeCheck(ada, [SAMPLE_MANUSCRIPT, ...again].join('\n\n'))
  const finding = snapshot.findings.find(({ kind }) => kind === 'same_work')
  expect(finding?.message).toContain('[3] 和 [4]、[5]、[6]、[7]、[8] 等 60 条')
  expect([finding?.others.length, finding?.places.length]).toEqual([60, 50])
})

test('notes that cite one work again and again are no duplicates', async () => {
  const { ada } = await setScene()
  const note = '赵一鸣：《并不存在的湖泊研究专论》，虚构出版社2009年版，第12页。'
  const text = ['先有此说[^1]，后有彼说[^2]。', `[^1]: ${note}`, `[^2]: ${note}`].join('\n\n')
  const { snapshot } = await completeCheck(ada, text)
  expect(snapshot.facts?.entries).toBe(2)
  expect(snapshot.findings.filter(({ kind }) => kind === 'same_work')).toEqual([])
})

test('the notice of the end of a check opens it', async () => {
  const { ada } = await setScene()
  const { check_id } = await completeCheck(ada)
  const { list } = await ada.call(api.notices.list, {})
  expect(list.map(({ route }) => route)).toEqual([`/aiCitation?mode=manuscript&check_id=${check_id}`])
})

test('a LaTeX text beyond the limit is not checked, with the reason', async () => {
  const { ada } = await setScene()
  const long = [LATEX_BODY, ...Array(310).fill('rain '.repeat(1_000)), BIB_ITEMS].join('\n\n')
  const { state, snapshot } = await completeCheck(ada, long, { name: '稿件.tex' })
  expect([state, snapshot.error?.message]).toEqual(['failed', '稿件超过 150 万字，请分成几份核对'])
})

test('a work that only a knowledge base of the owner has is found there, when it is among the sources', async () => {
  const { app, ada } = await setScene()
  const { id } = await ada.call(api.datasets.create, { name: '我的湖泊资料' })
  const own: Work = {
    ...blankWork('并不存在于任何目录的湖泊研究专论', 1),
    creators: [{ name: '赵一鸣', role: 'author', affiliations: [] }],
    publish_date: '2020',
    basic_sourcename: '虚构学报',
  }
  const place = { dataset_id: id, creator_id: ada.id }
  const { document_id } = await addDocument(app.base, place, [])
  await app.base.db
    .updateTable('documents')
    .set({ record: JSON.stringify(own) })
    .where('id', '=', document_id)
    .execute()
  const { snapshot } = await completeCheck(ada, SAMPLE_MANUSCRIPT, { scope: { dataset_ids: [id] } })
  expect(snapshot.checked[2]).toMatchObject({ status: 'found', source: '我的湖泊资料' })
  expect(snapshot.findings.some(({ kind }) => kind === 'not_found')).toBe(false)
})

test('decisions about findings are kept, and the export names them', async () => {
  const { ada } = await setScene()
  const { check_id, snapshot } = await completeCheck(ada)
  const [finding_id = ''] = snapshot.findings.map(({ id }) => id)
  const kept = { finding_id, decision: 'kept' as const, note: '原书如此' }
  const unknown = { finding_id: 'none', decision: 'kept' as const }
  expect(await ada.call(api.manuscriptChecks.decide, { check_id, decisions: [kept, unknown] })).toEqual([
    kept,
  ])
  const exported = JSON.parse((await ada.send(api.manuscriptChecks.export, { check_id })).body)
  const { findings }: { findings: { id: string; decision: unknown }[] } = exported
  expect(findings.filter(({ decision }) => decision !== null)).toMatchObject([
    { id: finding_id, decision: { decision: 'kept', note: '原书如此' } },
  ])
  expect(findings.map(({ id }) => id).toSorted()).toEqual(snapshot.findings.map(({ id }) => id).toSorted())
})

const LATEX_BODY = [
  '\\documentclass{article}\\begin{document}\\section{引言}',
  '水温升高10℃时，沉积物的磷释放量增加了32\\%\\cite{chen}，另有别的看法\\cite{missing}。',
].join('\n')
const BIB_ITEMS = [
  '\\begin{thebibliography}{9}',
  '\\bibitem{chen} 陈明，李娜.湖泊沉积物中磷的释放规律[J].湖泊科学，2019，31（2）：101-110.',
  '\\bibitem{zhou} 周洁，吴昊，孙琳.浅水湖泊藻类水华的遥感监测[J].遥感学报，2021，25（4）：880-891.',
  '\\end{thebibliography}\\end{document}',
].join('\n')
const BIB_FILE =
  '@article{chen, author={陈明 and 李娜}, title={湖泊沉积物中磷的释放规律}, journal={湖泊科学}, year={2019}, volume={31}, number={2}, pages={101-110}}'

test.each([
  ['稿件.tex', () => Buffer.from(`${LATEX_BODY}\n${BIB_ITEMS}`), ['never_cited', 'unmatched_citation']],
  [
    '稿件.zip',
    () =>
      zipOf([
        { name: 'main.tex', bytes: `${LATEX_BODY}\\bibliography{refs}\\end{document}` },
        { name: 'refs.bib', bytes: BIB_FILE },
      ]),
    ['unmatched_citation'],
  ],
])('LaTeX is read from %s, with its list and its citations by key', async (name, bytes, kinds) => {
  const { ada } = await setScene()
  const { state, snapshot } = await completeCheck(ada, bytes(), { name })
  expect([state, snapshot.error]).toEqual(['completed', null])
  const inList = snapshot.findings.filter(({ group }) => group === 'list').map(({ kind }) => kind)
  expect(inList.toSorted()).toEqual(kinds)
  expect(snapshot.checked[0]).toMatchObject({ status: 'found', source: '本馆文献' })
})

test('an entry that no source has is looked up among the notices by the DOI that it states', async () => {
  const { app, ada } = await setScene()
  const doi = '10.5555/lake.3'
  const notice = { kind: 'retracted' as const, date: '2024-03-14', reasons: '["数据有误"]', notice_doi: null }
  await app.base.db
    .insertInto('retraction_notices')
    .values({
      ...notice,
      id: 'n1',
      doi,
      pmid: null,
      notice_url: 'https://example.org/n1',
      title: null,
      alert_due: 0,
    })
    .execute()
  const { snapshot } = await completeCheck(ada, SAMPLE_MANUSCRIPT.replace('：1-9.', `：1-9.DOI：${doi}.`))
  const [finding] = snapshot.findings.filter(({ group }) => group === 'status')
  expect(finding).toMatchObject({ kind: 'retracted', entry: 2, evidence: { url: 'https://example.org/n1' } })
  expect(finding?.message).toContain('2024-03-14')
  expect(finding?.message).toContain('数据有误')
})

test('a check opened later names the notices that appeared since, and its report has them too', async () => {
  const { app, ada } = await setScene()
  const text = SAMPLE_MANUSCRIPT.replace('：1-9.', '：1-9.DOI：10.5555/lake.3.')
  const { check_id, later_findings, snapshot } = await completeCheck(ada, text)
  expect([later_findings, snapshot.findings.filter(({ group }) => group === 'status')]).toEqual([[], []])
  const retraction = {
    'Record ID': '1',
    RetractionDate: '3/4/2024 0:00',
    RetractionDOI: '10.5555/lake.3.r',
    OriginalPaperDOI: '10.5555/LAKE.3',
    RetractionNature: 'Retraction',
  }
  await importNotices(app, retractionCsv([retraction]))

  const later = await ada.call(api.manuscriptChecks.run, { check_id })
  expect(later.later_findings).toEqual(['retracted:2'])
  const [finding] = later.snapshot.findings.filter(({ group }) => group === 'status')
  expect(finding).toMatchObject({ id: 'retracted:2', entry: 2, severity: 'fault', places: [{ start: 4 }] })
  expect(finding?.message).toBe('按撤稿与更正声明，[3] 已撤稿（2024-03-04）')
  const kept = { finding_id: 'retracted:2', decision: 'kept', note: '已知' } as const
  expect(await ada.call(api.manuscriptChecks.decide, { check_id, decisions: [kept] })).toEqual([kept])
  const file = await ada.send(api.manuscriptChecks.export, { check_id, format: 'json' })
  expect(file.body).toContain('retracted:2')

  const again = await ada.call(api.manuscriptChecks.repeat, { check_id })
  const repeated = await waitForCheck(ada, again.check_id)
  expect(repeated.later_findings).toEqual([])
  expect(repeated.snapshot.findings.filter(({ group }) => group === 'status')).toHaveLength(1)
})
