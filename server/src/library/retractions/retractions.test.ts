import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import { importNotices, retractionCsv } from '../../testing/retractions.ts'
import { testApp } from '../../testing/test-app.ts'
import { queueLocalFile } from '../import/import.service.ts'
import { lookUpStatus } from './index.ts'

const RETRACTION = {
  'Record ID': '1',
  Title: 'Tides, and "quiet" harbours',
  RetractionDate: '3/4/2024 0:00',
  RetractionDOI: '10.5555/tides.r',
  RetractionPubMedID: '0',
  OriginalPaperDate: '1/2/2020 0:00',
  OriginalPaperDOI: '10.5555/TIDES',
  OriginalPaperPubMedID: '0',
  RetractionNature: 'Retraction',
  Reason: '+Error in Data;+Investigation by Journal/Publisher;',
}

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const lastImport = async () => (await ada.call(api.library.imports, {})).list[0]
  return { app, ada, lastImport }
}

test('a paper shows the notice about it, wherever it is found', async () => {
  const { app, ada } = await scene()
  const ids = await addPapers(app.base, [
    { title: 'Tides', doi: '10.5555/tides' },
    { title: 'The notice about tides', doi: '10.5555/tides.r' },
    { title: 'Dunes', external_ids: { pmid: '77' } },
    { title: 'Reefs', doi: '10.5555/reefs', external_ids: { pmid: '77' }, status: 'retracted' },
  ])
  const csv = retractionCsv([
    RETRACTION,
    {
      ...RETRACTION,
      'Record ID': '2',
      OriginalPaperDOI: 'unavailable',
      OriginalPaperPubMedID: '77',
      RetractionDOI: 'Unavailable',
      RetractionPubMedID: '88',
      RetractionNature: 'Expression of concern',
    },
    {
      ...RETRACTION,
      'Record ID': '3',
      OriginalPaperDOI: 'https://doi.org/10.5555/reefs',
      RetractionNature: 'Reinstatement',
    },
  ])
  await importNotices(app, csv)

  const { list } = await ada.call(api.papers.byIds, { paper_id_list: ids })
  expect(list.map(({ status }) => status)).toEqual(['retracted', 'normal', 'concern', 'normal'])
  expect(list[0]?.status_notice).toEqual({
    kind: 'retracted',
    date: '2024-03-04',
    reasons: ['Error in Data', 'Investigation by Journal/Publisher'],
    doi: '10.5555/tides.r',
    url: 'https://doi.org/10.5555/tides.r',
  })
  expect(list[1]?.status_notice).toBeNull()
  expect(list[2]?.status_notice?.url).toBe('https://pubmed.ncbi.nlm.nih.gov/88/')
  const found = await ada.call(api.papers.search, { query: 'Tides', page_size: 5 })
  expect(found.list.map(({ id, status }) => [id, status])).toContainEqual([ids[0], 'retracted'])
})

test('rows that mark nothing are listed with their reason, and the others are stored', async () => {
  const { app, ada, lastImport } = await scene()
  const csv = retractionCsv([
    { ...RETRACTION, Title: 'A title\nof two lines' },
    { ...RETRACTION, 'Record ID': '2', OriginalPaperDOI: 'unavailable' },
    { ...RETRACTION, 'Record ID': '3', RetractionNature: 'Something new' },
    { ...RETRACTION, 'Record ID': '4', OriginalPaperDOI: '10.5555/moon', RetractionDate: '2/30/2024 0:00' },
  ])
  const import_id = await importNotices(app, csv)
  expect(await lastImport()).toMatchObject({
    state: 'done',
    format: '撤稿声明表',
    added: 2,
    broken: 2,
    warnings: 1,
  })
  const broken = await ada.call(api.library.brokenRecords, { import_id })
  expect(broken.list.map(({ line, reason }) => [line, reason])).toEqual([
    [4, '原文没有可用的 DOI 或 PubMed 号，这条声明无法与文献对应'],
    [5, '不认识声明的性质「Something new」，这一行没有标记任何文献'],
  ])
  const warned = await ada.call(api.library.brokenRecords, { import_id, kind: 'warning' })
  expect(warned.list.map(({ reason }) => reason)).toEqual(['日期「2/30/2024 0:00」读不出，按没有日期处理'])
})

test('a table that is imported again changes what it changed, and nothing else', async () => {
  const { app, ada, lastImport } = await scene()
  const other = { ...RETRACTION, 'Record ID': '2', OriginalPaperDOI: '10.5555/moon' }
  await importNotices(app, retractionCsv([RETRACTION, other]))
  await importNotices(
    app,
    retractionCsv([RETRACTION, { ...other, RetractionNature: 'Correction' }]),
    'again.csv',
  )
  expect(await lastImport()).toMatchObject({ added: 0, merged: 1, unchanged: 1 })
  expect(await ada.call(api.library.retractions, {})).toMatchObject({
    retracted: 1,
    corrected: 1,
    newest: '2024-03-04',
    imported_at: '2026-03-02T08:00:00.000Z',
  })
  const [moon] = await lookUpStatus(app.base, [{ doi: 'DOI: 10.5555/MOON.' }])
  expect(moon?.kind).toBe('corrected')
})

test('a plain table, compressed, is read too, one notice for a work that stands twice', async () => {
  const { app, lastImport } = await scene()
  const path = join(app.folder, 'notices.tsv.gz')
  const rows = [
    '10.5555/a\tretracted\t10.5555/a',
    '10.5555/a\tretracted\t10.5555/a',
    '10.5555/b\tconcern\tunavailable',
  ]
  await writeFile(path, gzipSync(`doi\tkind\tnotice_doi\n${rows.join('\n')}\n`))
  await queueLocalFile(app.base, path)
  await app.runner.drain()
  expect(await lastImport()).toMatchObject({ state: 'done', added: 2, unchanged: 1, broken: 0 })
  const found = await lookUpStatus(app.base, [
    { doi: '10.5555/A' },
    { doi: '10.5555/b' },
    { doi: '10.5555/c' },
    {},
  ])
  expect(found.map((notice) => notice && [notice.kind, notice.doi])).toEqual([
    ['retracted', '10.5555/a'],
    ['concern', null],
    null,
    null,
  ])
})

test.each([
  ['retracted', 'corrected'],
  ['corrected', 'retracted'],
])('one notice may have several kinds, %s and %s', async (...kinds) => {
  const { app, lastImport } = await scene()
  const rows = kinds.map((kind) => `10.5555/a,${kind},10.5555/n`)
  await importNotices(app, ['doi,kind,notice_doi', ...rows, ''].join('\n'))
  expect(await lastImport()).toMatchObject({ state: 'done', added: 2 })
  const [found] = await lookUpStatus(app.base, [{ doi: '10.5555/a' }])
  expect(found?.kind).toBe('retracted')
})

test('the row numbers of a plain table are not those of Retraction Watch', async () => {
  const { app, lastImport } = await scene()
  await importNotices(app, retractionCsv([RETRACTION]))
  await importNotices(
    app,
    'Record ID,doi,kind,notice_doi\n1,10.5555/moon,concern,10.5555/moon.r\n',
    'plain.csv',
  )
  expect(await lastImport()).toMatchObject({ added: 1, merged: 0 })
  const found = await lookUpStatus(app.base, [{ doi: '10.5555/tides' }, { doi: '10.5555/moon' }])
  expect(found.map((notice) => notice?.kind)).toEqual(['retracted', 'concern'])
})

test('a kind that is a property of every object is not known', async () => {
  const { app, lastImport } = await scene()
  const kinds = ['constructor', '__proto__', 'retracted']
  const rows = kinds.map((kind, at) => `10.5555/a${at},${kind},10.5555/n`)
  await importNotices(app, ['doi,kind,notice_doi', ...rows, ''].join('\n'))
  expect(await lastImport()).toMatchObject({ state: 'done', added: 1, broken: 2 })
})
