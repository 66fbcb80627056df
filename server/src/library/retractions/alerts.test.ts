import { api, blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { buildDocumentRow } from '../../knowledge/datasets/document-row.ts'
import { completeCheck, SAMPLE_MANUSCRIPT } from '../../testing/manuscript-scene.ts'
import { addPapers } from '../../testing/papers.ts'
import { projectScene } from '../../testing/project-scene.ts'
import { importNotices, retractionCsv } from '../../testing/retractions.ts'
import { type Caller, type TestApp, testApp } from '../../testing/test-app.ts'

const noticeOf = (record: string, doi: string, over: Record<string, string> = {}) => ({
  'Record ID': record,
  RetractionDate: '3/4/2024 0:00',
  RetractionDOI: `${doi}.r`,
  OriginalPaperDOI: doi,
  RetractionNature: 'Retraction',
  ...over,
})

/** Adds a paper with its keys, as an import does. */
async function addPaper(app: TestApp, title: string, doi: string | null, pmid?: string): Promise<string> {
  const [id = ''] = await addPapers(app.base, [{ title, doi, ...(pmid ? { external_ids: { pmid } } : {}) }])
  const keys = [...(doi ? [`doi:${doi}`] : []), ...(pmid ? [`pmid:${pmid}`] : [])]
  await app.base.db
    .insertInto('paper_keys')
    .values(keys.map((key) => ({ key, paper_id: id })))
    .execute()
  return id
}

async function retractionMessages(person: Caller) {
  const { list } = await person.call(api.notices.list, {})
  return list.filter(({ kind }) => kind === 'retraction')
}

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const bo = await app.signUp('Bo')
  return { app, ada, bo, messages: retractionMessages }
}

test('who keeps, cites or annotated a work is told once where it stands', async () => {
  const { app, ada, bo, messages } = await scene()
  const [tides, dunes] = [
    await addPaper(app, 'Tides', '10.5555/tides'),
    await addPaper(app, 'Dunes', '10.5555/dunes'),
  ]
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: '海洋', kind: 'reading' })
  await ada.call(api.datasets.keepPapers, {
    paper_id_list: [tides, dunes],
    targets: [{ dataset_id, folder_id: null }],
  })
  await bo.call(api.annotations.create, { paper_id: tides, comment: '存疑', colour: 'yellow' })
  const state = { sentences: [{ cited: [{ id: tides }] }], own: [] }
  await bo.call(api.citing.saveManuscript, { title: '潮汐综述', state: JSON.stringify(state) })

  await importNotices(app, retractionCsv([noticeOf('1', '10.5555/tides'), noticeOf('2', '10.5555/else')]))
  expect((await messages(ada)).map(({ text, route }) => [text, route])).toEqual([
    ['「Tides」已撤稿（2024-03-04），它在您的清单「海洋」', `/knowledgeBase?dataset_id=${dataset_id}`],
  ])
  expect((await messages(bo)).map(({ text, places }) => [text, places])).toEqual([
    [
      '「Tides」已撤稿（2024-03-04），它在您的批注、文稿「潮汐综述」',
      [
        { name: '批注', route: `/readDetailMore?paper_id=${tides}` },
        { name: '文稿「潮汐综述」', route: '/aiCitation' },
      ],
    ],
  ])

  // A new table with the same notice, changed in a detail, tells nobody again.
  await importNotices(
    app,
    retractionCsv([noticeOf('1', '10.5555/tides', { Reason: '+Error in Data' })]),
    'b.csv',
  )
  expect(await messages(ada)).toHaveLength(1)
  expect(await messages(bo)).toHaveLength(1)
})

test('many works at once make one message, and corrections make none', async () => {
  const { app, ada, messages } = await scene()
  const numbers = Array.from({ length: 8 }, (_, at) => at + 1)
  const ids: string[] = []
  // Added backwards, so that only sorting puts the titles of the message in order.
  for (const n of numbers.toReversed()) ids.push(await addPaper(app, `Study ${n}`, `10.5555/s${n}`))
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: '全部', kind: 'reading' })
  await ada.call(api.datasets.keepPapers, { paper_id_list: ids, targets: [{ dataset_id, folder_id: null }] })
  const rows = numbers.map((n) =>
    noticeOf(String(n), `10.5555/s${n}`, n > 6 ? { RetractionNature: 'Correction' } : {}),
  )
  await importNotices(app, retractionCsv(rows))
  expect((await messages(ada)).map(({ text }) => text)).toEqual([
    '您保存、引用或批注过的 6 篇文献已撤稿或有关注声明：「Study 1」、「Study 2」、「Study 3」等，它们在您的清单「全部」',
  ])
})

test('members of a project learn of works in its bases, also of files that the library does not have', async () => {
  const { app, project_id, owner, viewer, stranger } = await projectScene()
  const { id: dataset_id } = await owner.call(api.datasets.create, { project_id, name: '电解质' })
  const record = JSON.stringify({ ...blankWork('Ion paths', 1), doi: '10.5555/paths' })
  const file = { dataset_id, type: 'file' as const, name: 'paths.pdf', creator_id: owner.id, record }
  await app.base.db.insertInto('documents').values(buildDocumentRow(app.base, file)).execute()
  const csv = retractionCsv([noticeOf('1', '10.5555/PATHS', { Title: 'Ion paths in glass' })])
  await importNotices(app, csv)
  for (const person of [owner, viewer])
    expect((await retractionMessages(person)).map(({ text }) => text)).toEqual([
      '「Ion paths in glass」已撤稿（2024-03-04），它在您的项目知识库「电解质」',
    ])
  expect(await retractionMessages(stranger)).toEqual([])
})

test('the person whose report cites a work is told, and nobody of a deleted research', async () => {
  const { app, ada, bo, messages } = await scene()
  const tides = await addPaper(app, 'Tides', '10.5555/tides')
  const now = app.base.now().toISOString()
  const addReport = async (user_id: string, deleted_at: string | null) => {
    const id = app.base.newId()
    const run = { id, user_id, thread_id: id, report_id: id, title: '潮汐研究', question: '潮汐' }
    const state = {
      request: '{}',
      status: 'done',
      state: 'done',
      engine: 'extractive',
      free: 'none',
    } as const
    const flags = {
      last_seq: 1,
      cancel_requested: 0,
      finish_requested: 0,
      created_at: now,
      deleted_at,
    } as const
    const empty = { model: null, reserved_at: null, snapshot: null, lease: null, lease_until: null }
    await app.base.db
      .insertInto('research_runs')
      .values({ ...run, ...state, ...flags, ...empty, finished_at: now })
      .execute()
    const body = JSON.stringify({ references: [{ n: 1, paper_id: tides }] })
    await app.base.db
      .insertInto('research_reports')
      .values({ id, run_id: id, user_id, body, version: 1, created_at: now, updated_at: now })
      .execute()
    return id
  }
  const run_id = await addReport(ada.id, null)
  await addReport(bo.id, now)
  await importNotices(app, retractionCsv([noticeOf('1', '10.5555/tides')]))
  expect((await messages(ada)).map(({ text, route }) => [text, route])).toEqual([
    ['「Tides」已撤稿（2024-03-04），它在您的研究报告「潮汐研究」', `/deepResearch?run_id=${run_id}`],
  ])
  expect(await messages(bo)).toEqual([])
})

test('who keeps a work with a PubMed number only is told of a notice with both numbers', async () => {
  const { app, ada, bo, messages } = await scene()
  const tides = await addPaper(app, 'Tides', null, '77')
  const dunes = await addPaper(app, 'Dunes', '10.5555/dunes', '78')
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: '海洋', kind: 'reading' })
  await ada.call(api.datasets.keepPapers, {
    paper_id_list: [tides, dunes],
    targets: [{ dataset_id, folder_id: null }],
  })
  const { id: own } = await bo.call(api.datasets.create, { name: '礁石', kind: 'reading' })
  for (const [pmid, doi] of [
    ['79', null],
    ['78', '10.5555/shoals'],
  ] as const) {
    const record = JSON.stringify({ ...blankWork('Reefs', 1), doi, external_ids: { pmid } })
    const file = { dataset_id: own, type: 'file' as const, name: `${pmid}.pdf`, creator_id: bo.id, record }
    await app.base.db.insertInto('documents').values(buildDocumentRow(app.base, file)).execute()
  }
  const notices = ['77', '78', '79'].map((pmid) =>
    noticeOf(pmid, `10.5555/n${pmid}`, { Title: `Work ${pmid}`, OriginalPaperPubMedID: pmid }),
  )
  await importNotices(app, retractionCsv(notices))
  // Works with other DOIs are other works.
  expect((await messages(ada)).map(({ text }) => text)).toEqual([
    '「Tides」已撤稿（2024-03-04），它在您的清单「海洋」',
  ])
  expect((await messages(bo)).map(({ text }) => text)).toEqual([
    '「Work 79」已撤稿（2024-03-04），它在您的清单「礁石」',
  ])
})

test('nobody is told of works in the bases of a deleted project', async () => {
  const { app, project_id, owner, viewer } = await projectScene()
  const { id: dataset_id } = await owner.call(api.datasets.create, { project_id, name: '电解质' })
  const tides = await addPaper(app, 'Tides', '10.5555/tides')
  await owner.call(api.datasets.keepPapers, {
    paper_id_list: [tides],
    targets: [{ dataset_id, folder_id: null }],
  })
  await owner.call(api.projects.remove, { project_id, confirm_name: '固态电池' })
  await importNotices(app, retractionCsv([noticeOf('1', '10.5555/tides')]))
  for (const person of [owner, viewer]) expect(await retractionMessages(person)).toEqual([])
})

test('who had a manuscript checked is told of a work that it cites, which no library has, and opens that check', async () => {
  const { app, ada, bo, messages } = await scene()
  const text = SAMPLE_MANUSCRIPT.replace('：1-9.', '：1-9.DOI：10.5555/LAKE.3.')
  const { check_id } = await completeCheck(ada, text, { name: '湖泊.md' })
  await completeCheck(bo, SAMPLE_MANUSCRIPT)
  await importNotices(app, retractionCsv([noticeOf('1', '10.5555/lake.3', { Title: 'Lakes' })]))
  expect((await messages(ada)).map(({ text, route }) => [text, route])).toEqual([
    [
      '「Lakes」已撤稿（2024-03-04），它在您的稿件核对「湖泊.md」',
      `/aiCitation?mode=manuscript&check_id=${check_id}`,
    ],
  ])
  expect(await messages(bo)).toEqual([])
})
