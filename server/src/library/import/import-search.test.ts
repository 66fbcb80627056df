import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'
import { queueLocalFile } from './import.service.ts'

const record = (title: string, more: string[] = []) =>
  [
    'TY  - JOUR',
    `TI  - ${title}`,
    'AU  - Lee, Ann',
    'PY  - 2021',
    'JO  - Letters',
    ...more,
    'ER  - ',
    '',
  ].join('\r\n')

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const load = async (name: string, text: string) => {
    const path = join(app.folder, name)
    await writeFile(path, text)
    await queueLocalFile(app.base, path)
    await app.runner.drain()
  }
  const titles = async (query: string) =>
    (await ada.call(api.papers.search, { query })).list.map(({ title }) => title)
  return { app, ada, load, titles }
}

test('papers of an imported file are found at once, suggested and counted', async () => {
  const { ada, load, titles } = await scene()
  await load('a.ris', record('Zeppelins over the lake', ['KW  - airships']) + record('Another'))

  expect(await titles('zeppelin')).toEqual(['Zeppelins over the lake'])
  expect(await ada.call(api.papers.suggest, { keyword: 'airs' })).toMatchObject([
    { type: 'keyword', text: 'airships' },
  ])
  expect(await ada.call(api.library.imports, {})).toMatchObject({
    list: [{ state: 'done', added: 2 }],
    paper_count: 2,
    indexed_count: 2,
  })
  const { list } = await ada.call(api.papers.journals, { query: 'Letters' })
  expect(list).toMatchObject([{ title: 'Letters', paper_count: 2 }])
})

test('a file that comes again changes nothing and says so; its papers are no part of the starter library', async () => {
  const { ada, load } = await scene()
  const file =
    record('Zeppelins over the lake', ['DO  - 10.1234/zeppelin']) + record('Another', ['DO  - 10.1234/b'])
  await load('a.ris', file)
  await load('b.ris', file)

  const { list, paper_count } = await ada.call(api.library.imports, {})
  expect(list).toMatchObject([
    { file_name: 'b.ris', added: 0, merged: 0, unchanged: 2 },
    { file_name: 'a.ris', added: 2, unchanged: 0 },
  ])
  expect(paper_count).toBe(2)
  const found = await ada.call(api.papers.search, { query: 'zeppelin' })
  expect(found.list.map(({ is_starter }) => is_starter)).toEqual([false])
})

test('an uploaded file is imported by the operator alone', async () => {
  const { app, ada, titles } = await scene()
  const bytes = Buffer.from(record('Kept in an upload'))
  const { id } = await ada.call(api.upload.begin, { name: 'b.ris', size: bytes.length })
  await ada.call(api.upload.part, { id, offset: 0 }, {}, bytes)
  await ada.call(api.library.startImport, { upload_ids: [id] })
  await app.runner.drain()

  expect(await titles('upload')).toEqual(['Kept in an upload'])
  const bo = await app.signUp('Bob')
  expect(await bo.refusal(api.library.startImport, { upload_ids: [id] })).toMatchObject({ status: 403 })
})

test('a table is imported by its headings, uploaded without a mapping and from this machine', async () => {
  const { app, ada, load, titles } = await scene()
  const upload = async (name: string, text: string, mapping?: Record<string, string>) => {
    const bytes = Buffer.from(text)
    const { id } = await ada.call(api.upload.begin, { name, size: bytes.length })
    await ada.call(api.upload.part, { id, offset: 0 }, {}, bytes)
    await ada.call(api.library.startImport, { upload_ids: [id], ...(mapping ? { mapping } : {}) })
    await app.runner.drain()
  }
  await upload('a.csv', '题名,作者,年份\nZeppelins in a table,Lee Ann,2021\n')
  await upload('b.tsv', 'Title\tAuthors\tYear\nZeppelins in columns\tLee, Ann\t2021\n', {})
  await upload('c.txt', 'A,B\nZeppelins with a mapping,2021\n', { A: 'title', B: 'year' })
  await load('d.csv', '题名,作者,年份\nZeppelins of the command,Lee Ann,2021\n')
  await upload('e.csv', 'A,B\nZeppelins nobody explains,2021\n')

  expect((await titles('zeppelins')).toSorted()).toEqual([
    'Zeppelins in a table',
    'Zeppelins in columns',
    'Zeppelins of the command',
    'Zeppelins with a mapping',
  ])
  const { list } = await ada.call(api.library.imports, {})
  expect(list.map(({ state, added }) => [state, added])).toEqual([
    ['done', 0],
    ['done', 1],
    ['done', 1],
    ['done', 1],
    ['done', 1],
  ])
  const broken = await ada.call(api.library.brokenRecords, { import_id: list[0]?.id ?? '' })
  expect(broken.list[0]?.reason).toBe('表头中没有题名一列，请指定各列的含义')
})

test('an operator is told what of a record was read otherwise than it is written', async () => {
  const { ada, load } = await scene()
  const entry = (key: string, journal: string) =>
    `@article{${key}, title={On ${key}}, author={Ost, Jan}, journal=${journal}, year=2015}\n`
  const unclosed = '@article{bad,\n title={T\n'
  await load('a.bib', `${entry('mosses', 'nowhere')}${entry('lichens', '{Letters}')}${unclosed}`)

  const { list } = await ada.call(api.library.imports, {})
  expect(list).toMatchObject([{ added: 2, broken: 1, warnings: 1 }])
  const of = { import_id: list[0]?.id ?? '' }
  expect((await ada.call(api.library.brokenRecords, { ...of, kind: 'warning' })).list).toEqual([
    { line: 1, reason: '缩写「nowhere」没有定义，按原样保留', excerpt: 'On mosses' },
  ])
  expect((await ada.call(api.library.brokenRecords, of)).list).toMatchObject([{ line: 3 }])
})

test('a library that was exported as CSV is imported again without losing anything', async () => {
  const { app, ada, load } = await scene()
  await load(
    'a.ris',
    record('Zeppelins over the lake', ['A1  - World Bank,', 'KW  - airships', 'VL  - 3', 'DO  - 10.1000/z']),
  )
  const { list } = await ada.call(api.papers.search, { query: 'zeppelins' })
  const csv = await ada.call(api.citation.export, { paper_id_list: list.map(({ id }) => id), format: 'csv' })
  const other = await testApp()
  const bo = await other.signUp('Bob')
  await writeFile(join(other.folder, 'mine.csv'), csv.text)
  await queueLocalFile(other.base, join(other.folder, 'mine.csv'))
  await other.runner.drain()
  const [before, after] = [list[0], (await bo.call(api.papers.search, { query: 'zeppelins' })).list[0]]
  const facts = (paper: typeof before) => ({
    ...paper,
    id: '',
    updated_at: '',
    csl: {},
    journal_id: '',
    highlights: [],
  })
  expect(facts(after)).toEqual(facts(before))
  expect(after?.creators.map(({ name }) => name)).toEqual(['Ann Lee', 'World Bank'])
  expect(app.folder).not.toBe(other.folder)
})

test('a merged record is a paper of its own again when the merge is undone', async () => {
  const { ada, load, titles } = await scene()
  await load('a.ris', record('Quasars at dawn', ['DO  - 10.1000/q']))
  await load('b.ris', record('Quasars at dawn', ['DO  - 10.1000/q', 'AB  - Seen through fog.']))
  expect(await titles('quasars')).toHaveLength(1)
  expect(await titles('fog')).toHaveLength(1)

  const { list } = await ada.call(api.library.merges, {})
  expect(list).toMatchObject([{ rule: 'doi', source: 'b.ris', title: 'Quasars at dawn' }])
  expect((await ada.call(api.library.merges, { keyword: 'QUASARS' })).total).toBe(1)
  // A sign of patterns is a letter like any other.
  expect((await ada.call(api.library.merges, { keyword: '%' })).total).toBe(0)
  const made = await ada.call(api.library.undoMerge, { merge_id: list[0]?.id ?? '' })
  expect(made).toMatchObject({ title: 'Quasars at dawn', abstract: 'Seen through fog.' })
  expect(await titles('quasars')).toHaveLength(2)
  expect(await titles('fog')).toHaveLength(1)
  expect((await ada.call(api.library.merges, {})).list).toEqual([])
  expect(await ada.refusal(api.library.undoMerge, { merge_id: list[0]?.id ?? '' })).toMatchObject({
    problem: 'merge.not_found',
  })
})
