import { api, blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { buildDocumentRow } from '../../knowledge/datasets/document-row.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { createEngines } from '../../platform/providers/engines/create.ts'
import { useEngineServer } from '../../testing/engine-scene.ts'
import { type EngineAnswer, jsonAnswer, statusAnswer } from '../../testing/engine-server.ts'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'
import { noticeWatch } from './watch.job.ts'

const DAY_MS = 24 * 60 * 60_000

/** A notice in the JSON of Crossref. */
const updateOf = (
  type: string,
  DOI: string,
  [year, month, day]: [number, number, number],
  more: object = {},
) => ({
  updated: { 'date-parts': [[year, month, day]], 'date-time': `${year}-01-01T00:00:00Z`, timestamp: 0 },
  ...{ DOI, type, source: 'publisher', label: type },
  ...more,
})

/** A peer that knows the notices about works, and answers lists of DOIs as Crossref does. */
function crossrefPeer(updates: Record<string, object[]>): EngineAnswer {
  return (url, response) => {
    const dois = [...(url.searchParams.get('filter') ?? '').matchAll(/doi:([^,]+)/g)].map(
      ([, doi = '']) => doi,
    )
    const items = dois
      .filter((doi) => doi in updates)
      .map((doi) => ({ DOI: doi.toUpperCase(), title: [`Title of ${doi}`], 'updated-by': updates[doi] }))
    jsonAnswer({ status: 'ok', message: { 'total-results': items.length, items } })(url, response)
  }
}

async function scene(answers: Record<'crossref', EngineAnswer>, settings: { off?: boolean } = {}) {
  const { mirror, asked } = await useEngineServer(answers)
  const clock = { now: () => 0, sleep: async () => {} }
  const engines = createEngines({ mirror, clock, limit_clock: clock, ...settings })
  const app = await testApp({ providers: () => ({ engines }) })
  const ada = await app.signUp('Ada')
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: '海洋', kind: 'reading' })
  const holdPapers = async (...dois: string[]) => {
    const paper_id_list = await addPapers(
      app.base,
      dois.map((doi) => ({ title: `Study ${doi}`, doi })),
    )
    await app.base.db
      .insertInto('paper_keys')
      .values(dois.map((doi, at) => ({ key: `doi:${doi}`, paper_id: paper_id_list[at] ?? '' })))
      .execute()
    await ada.call(api.datasets.keepPapers, { paper_id_list, targets: [{ dataset_id, folder_id: null }] })
    return paper_id_list
  }
  const run = async () => {
    await enqueue(app.base, noticeWatch, {}, { unique_key: `schedule:${noticeWatch.name}` })
    await app.runner.drain()
  }
  const watch = async () => (await ada.call(api.library.retractions, {})).watch
  const messages = async () =>
    (await ada.call(api.notices.list, {})).list.flatMap(({ kind, text }) =>
      kind === 'retraction' ? text : [],
    )
  const requests = () => asked.map(({ url }) => url.searchParams.get('filter') ?? url.pathname)
  await ada.call(api.library.watchRetractions, { is_on: true })
  return { app, ada, dataset_id, holdPapers, run, watch, messages, requests }
}

test('works that people hold are asked about once a day, and notices mark them and are told', async () => {
  const { app, ada, dataset_id, holdPapers, run, watch, messages, requests } = await scene({
    crossref: crossrefPeer({
      '10.5555/tides': [
        updateOf('correction', '10.5555/tides.c', [2023, 1, 5]),
        updateOf('retraction', '10.5555/tides.r', [2024, 3, 4]),
        updateOf('retraction', '10.5555/tides.r', [2024, 3, 9], {
          source: 'retraction-watch',
          'record-id': 7,
        }),
      ],
      '10.5555/own': [updateOf('expression_of_concern', '10.5555/own.e', [2025, 7, 1])],
      '10.5555/fine': [updateOf('new_edition', '10.5555/fine.2', [2025, 7, 1])],
    }),
  })
  const [tides = ''] = await holdPapers('10.5555/tides', '10.5555/fine')
  const record = JSON.stringify({ ...blankWork('Own', 1), doi: '10.5555/own' })
  const file = { dataset_id, type: 'file' as const, name: 'own.pdf', creator_id: ada.id, record }
  await app.base.db.insertInto('documents').values(buildDocumentRow(app.base, file)).execute()

  await run()
  expect(requests()).toEqual(['doi:10.5555/fine,doi:10.5555/own,doi:10.5555/tides'])
  const { list } = await ada.call(api.papers.byIds, { paper_id_list: [tides] })
  expect(list[0]).toMatchObject({
    status: 'retracted',
    status_notice: { kind: 'retracted', date: '2024-03-04', doi: '10.5555/tides.r' },
  })
  expect((await messages()).toSorted()).toEqual([
    '「Study 10.5555/tides」已撤稿（2024-03-04），它在您的清单「海洋」',
    '「Title of 10.5555/own」有了关注声明（2025-07-01），它在您的清单「海洋」',
  ])
  expect(await watch()).toMatchObject({ is_on: true, has_network: true, works: 3, asked: 3, fault: null })

  await run()
  expect(requests()).toHaveLength(1)
  app.pass(DAY_MS)
  await run()
  expect(requests()).toHaveLength(2)
  expect(await messages()).toHaveLength(2)
})

test('a notice that Crossref no longer has marks the work no more', async () => {
  const updates = { '10.5555/tides': [updateOf('retraction', '10.5555/tides.r', [2024, 3, 4])] }
  const { app, ada, holdPapers, run } = await scene({ crossref: crossrefPeer(updates) })
  const paper_id_list = await holdPapers('10.5555/tides')
  await run()
  updates['10.5555/tides'] = []
  app.pass(DAY_MS)
  await run()
  const { list } = await ada.call(api.papers.byIds, { paper_id_list })
  expect(list[0]?.status).toBe('normal')
})

test('a run that gets no answer says why it ended; the next ones wait longer each time, and continue it', async () => {
  const updates = { '10.5555/w00': [updateOf('withdrawal', '10.5555/w00.r', [2024, 3, 4])] }
  const answers = { crossref: crossrefPeer(updates) }
  const { app, holdPapers, run, watch, requests } = await scene(answers)
  await holdPapers(...Array.from({ length: 60 }, (_, at) => `10.5555/w${String(at).padStart(2, '0')}`))
  const whole = answers.crossref
  answers.crossref = (url, response) => {
    whole(url, response)
    answers.crossref = statusAnswer(500)
  }
  await run()
  expect(await watch()).toMatchObject({ works: 60, asked: 50, fault: 'failed' })
  expect(requests()).toHaveLength(2)
  for (const [minutes, count] of [
    [5, 2],
    [5, 3],
    [15, 3],
    [5, 4],
  ] as const) {
    app.pass(minutes * 60_000)
    await run()
    expect([minutes, requests().length]).toEqual([minutes, count])
  }
  answers.crossref = whole
  app.pass(DAY_MS / 24)
  await run()
  expect(await watch()).toMatchObject({ asked: 60, fault: null })
  expect(requests().at(-1)?.split(',')).toHaveLength(10)
})

test('one DOI that Crossref calls faulty does not keep the others from being asked about', async () => {
  const good = crossrefPeer({ '10.5555/a': [updateOf('retraction', '10.5555/a.r', [2024, 3, 4])] })
  const { app, holdPapers, run, watch } = await scene({
    crossref: (url, response) =>
      (url.searchParams.get('filter')?.includes('faulty') ? statusAnswer(400) : good)(url, response),
  })
  await holdPapers('10.5555/a', '10.5555/b', '10.5555/faulty', '10.5555/z')
  await run()
  expect(await watch()).toMatchObject({ asked: 4, fault: null })
  const rows = await app.base.db.selectFrom('retraction_notices').select('doi').execute()
  expect(rows).toEqual([{ doi: '10.5555/a' }])
})

test('nothing is asked without a network or once the operator has switched it off', async () => {
  const offline = await scene({ crossref: crossrefPeer({}) }, { off: true })
  await offline.holdPapers('10.5555/tides')
  await offline.run()
  expect(offline.requests()).toEqual([])
  expect(await offline.watch()).toMatchObject({ is_on: true, has_network: false, ended_at: null })

  const { ada, holdPapers, run, watch, requests, app } = await scene({ crossref: crossrefPeer({}) })
  await holdPapers('10.5555/tides')
  await ada.call(api.library.watchRetractions, { is_on: false })
  await run()
  expect(requests()).toEqual([])
  expect((await watch()).is_on).toBe(false)
  await ada.call(api.library.watchRetractions, { is_on: true })
  await app.runner.drain()
  expect(requests()).toHaveLength(1)
})
