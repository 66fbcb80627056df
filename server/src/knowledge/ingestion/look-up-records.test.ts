import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { enqueue } from '../../platform/jobs/index.ts'
import { createEngines } from '../../platform/providers/engines/create.ts'
import { useEngineServer } from '../../testing/engine-scene.ts'
import {
  type EngineAnswer,
  jsonAnswer,
  knownPaperAnswers,
  statusAnswer,
} from '../../testing/engine-server.ts'
import { ingestionScene } from '../../testing/ingestion-scene.ts'
import { completedWork, isSameTitle } from './document-record.ts'
import { lookUpRecords } from './look-up-records.job.ts'

const FILE = '图神经网络的一种剪枝方法\n\ndoi:10.1234/pruning.7\n\n正文'

const crossrefWork = (title: string, more: object = {}): EngineAnswer =>
  jsonAnswer({
    message: {
      DOI: '10.1234/pruning.7',
      type: 'proceedings-article',
      title: [title],
      author: [{ family: '张', given: '三' }],
      'container-title': ['全国智能会议论文集'],
      page: '11-19',
      issued: { 'date-parts': [[2022, 5]] },
      ...more,
    },
  })

/** A file with this text beside engines that answer so. */
async function fileBeside(answers: Parameters<typeof useEngineServer>[0], text = FILE) {
  const { mirror, asked } = await useEngineServer(answers)
  const clock = { now: () => 0, sleep: async () => {} }
  const engines = createEngines({ mirror, clock })
  const scene = await ingestionScene({ providers: () => ({ engines }) })
  const id = await scene.addOne(text)
  const lookUp = async () => {
    await enqueue(scene.app.base, lookUpRecords, {})
    await scene.app.runner.drain()
  }
  return { ...scene, id, asked, lookUp, engines, file: async () => scene.document(id) }
}

test('what the first page of a file leaves out is filled from the work with its DOI, and by whom is said', async () => {
  const { app, file } = await fileBeside({ crossref: crossrefWork('图神经网络的一种剪枝方法') })
  await app.runner.drain()
  expect(await file()).toMatchObject({
    record_lookup: 'found',
    record_engines: ['Crossref'],
    record: {
      title: '图神经网络的一种剪枝方法',
      resource_type: 5,
      basic_sourcename: '全国智能会议论文集',
      basic_page: '11-19',
      publish_date: '2022-05',
      creators: [{ family: '张' }],
    },
  })
})

test('what the file itself says stays', async () => {
  const { app, file } = await fileBeside(
    { crossref: crossrefWork('图神经网络的一种剪枝方法') },
    FILE.replace('\n\ndoi', '\n\n作者:李四\n\ndoi'),
  )
  await app.runner.drain()
  const record = (await file())?.record
  expect(record?.creators.map(({ name }) => name)).toEqual(['李四'])
  expect(record?.publish_date).toBe('2022-05')
})

test('a work of another title under the same DOI fills nothing', async () => {
  const { app, file } = await fileBeside({ crossref: crossrefWork('河流的冬季水文') })
  await app.runner.drain()
  expect(await file()).toMatchObject({
    record_lookup: 'none',
    record_engines: [],
    record: { basic_sourcename: null, creators: [] },
  })
})

test('a preprint is looked up by its arXiv identifier', async () => {
  const paper = { title: 'Graph networks', author: 'Ann Smith', year: 2021, arxiv: '2101.00001' }
  const { app, file } = await fileBeside(
    { arxiv: knownPaperAnswers(paper).arxiv },
    'Graph networks\n\narxiv:2101.00001\n\nText.',
  )
  await app.runner.drain()
  expect(await file()).toMatchObject({
    record_lookup: 'found',
    record_engines: ['arXiv'],
    record: { creators: [{ name: 'Ann Smith' }], resource_type: 9 },
  })
})

test('a record that a person has edited is left alone', async () => {
  const { app, id, file, operate, asked, lookUp } = await fileBeside({
    crossref: crossrefWork('图神经网络的一种剪枝方法'),
  })
  await app.base.db.updateTable('documents').set({ record_lookup: 'due' }).execute()
  await operate(id, 'describe', { record: { title: '我改的题名', authors: [], doi: '10.1234/pruning.7' } })
  await lookUp()
  expect(asked).toEqual([])
  expect(await file()).toMatchObject({
    record_by_hand: true,
    record_lookup: null,
    record: { title: '我改的题名', basic_sourcename: null },
  })
})

test('while nobody answers, or the engines are closed, a file waits and says so; later it is filled', async () => {
  const answers: Parameters<typeof useEngineServer>[0] = { crossref: statusAnswer(500) }
  const { app, file, lookUp, engines, asked } = await fileBeside(answers)
  await app.runner.drain()
  expect((await file())?.record_lookup).toBe('due')
  engines.off = true
  const before = asked.length
  await lookUp()
  expect(asked).toHaveLength(before)
  expect((await file())?.record_lookup).toBe('off')
  engines.off = false
  answers.crossref = crossrefWork('图神经网络的一种剪枝方法')
  await lookUp()
  expect((await file())?.record_lookup).toBe('found')
})

test('files for which engines always fail do not keep the others waiting', async () => {
  const found = crossrefWork('图神经网络的一种剪枝方法')
  const failing = (at: number) => `别的论文\n\ndoi:10.1234/failing.${at}\n\n正文 ${at}`
  const { addOne, document, lookUp } = await fileBeside(
    {
      crossref: (url, response) =>
        (url.pathname.includes('failing') ? statusAnswer(500) : found)(url, response),
    },
    failing(0),
  )
  for (const at of [1, 2, 3, 4]) await addOne(failing(at), `${at}.txt`)
  const last = await addOne(FILE, 'last.txt')
  // Each run looks up files in another order and ends after five failures.
  for (let runs = 0; runs < 40 && (await document(last))?.record_lookup !== 'found'; runs += 1) await lookUp()
  expect((await document(last))?.record_lookup).toBe('found')
})

test('a filled record stays when the file is read again, and a file without an identifier is never asked for', async () => {
  const { app, asked, id, file, addOne, document } = await fileBeside({
    crossref: crossrefWork('图神经网络的一种剪枝方法'),
  })
  await app.runner.drain()
  const before = asked.length
  const notes = await addOne('我的笔记\n\n随手写的几句话', 'b.txt')
  await app.runner.drain()
  expect(asked).toHaveLength(before)
  expect((await document(notes))?.record_lookup).toBeNull()
  expect(id).toBeTruthy()
  expect((await file())?.record?.publish_date).toBe('2022-05')
})

test('titles agree but for case, punctuation and a subtitle; short beginnings do not', () => {
  const found = (title: string, title_zh: string | null = null) => ({ title, title_zh })
  expect(isSameTitle({ title: 'Deep Residual Learning' }, found('Deep residual learning: for images'))).toBe(
    true,
  )
  expect(isSameTitle({ title: '剪枝方法' }, found('Pruning', '剪枝方法'))).toBe(true)
  expect(isSameTitle({ title: 'Erratum' }, found('Erratum: growth of cells'))).toBe(false)
  expect(isSameTitle({ title: '' }, found('Anything'))).toBe(true)
})

test('a found retraction is kept, references and fields that are there are not touched', () => {
  const own = { ...blankWork('T', 4), publish_date: '2020', external_ids: { arxiv: '1' } }
  const found = {
    ...blankWork('T', 1),
    publish_date: '2021',
    publisher: 'P',
    status: 'retracted' as const,
    external_ids: { arxiv: '2', openalex: 'W1' },
    reference_ids: ['doi:10.1/a'],
  }
  expect(completedWork(own, found)).toEqual({
    ...own,
    publisher: 'P',
    status: 'retracted',
    external_ids: { arxiv: '1', openalex: 'W1' },
  })
})
