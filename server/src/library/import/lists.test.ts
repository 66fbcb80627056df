import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api, blankWork, importExtensions } from '@scinav/contract'
import { formats } from '@scinav/formats'
import { expect, test } from 'vitest'
import { officeFile, relationshipsPart, xmlPart } from '../../../../documents/src/testing/office.ts'
import { realClock } from '../../platform/providers/engines/clock.ts'
import type { OutsideEngine } from '../../platform/providers/engines/port.ts'
import { testApp } from '../../testing/test-app.ts'
import { lookUpDois } from './doi-list.ts'
import { queueLocalFile } from './import.service.ts'
import { storeWorks } from './store-works.ts'

/** Crossref as it knows one DOI. */
const crossref: OutsideEngine = {
  id: 'crossref',
  name: 'Crossref',
  english: false,
  search: async ({ parsed }) => {
    const records = JSON.stringify(parsed).includes('10.5555/outside')
      ? [JSON.stringify({ DOI: '10.5555/outside', title: ['Found outside'], type: 'journal-article' })]
      : []
    return { records, total: records.length }
  },
}

async function scene(off = false) {
  const app = await testApp({
    providers: () => ({ engines: { all: [crossref], off, limit_ms: 5_000, clock: realClock } }),
  })
  const ada = await app.signUp('Ada')
  const load = async (path: string) => {
    await queueLocalFile(app.base, path)
    await app.runner.drain()
    const { list } = await ada.call(api.library.imports, {})
    const broken = await ada.call(api.library.brokenRecords, { import_id: list[0]?.id ?? '' })
    return { run: list[0], broken: broken.list }
  }
  const write = async (name: string, text: string) => {
    const path = join(app.folder, name)
    await writeFile(path, text)
    return path
  }
  return { app, ada, load, write }
}

const cell = (text: string, column: number) =>
  `<s:c r="${String.fromCharCode(65 + column)}1" t="inlineStr"><s:is><s:t>${text}</s:t></s:is></s:c>`
const rowOf = (cells: string[]) =>
  `<s:row>${cells.map((text, i) => (text ? cell(text, i) : '')).join('')}</s:row>`
const sheet = (...rows: string[][]) =>
  xmlPart('s:worksheet', `<s:sheetData>${rows.map(rowOf).join('')}</s:sheetData>`)

const workbook = (...sheets: string[][][]) => {
  const names = sheets.map((_, i) => `<s:sheet name="Sheet${i + 1}" r:id="rId${i + 1}"/>`).join('')
  return officeFile({
    'xl/workbook.xml': xmlPart('s:workbook', `<s:sheets>${names}</s:sheets>`),
    'xl/_rels/workbook.xml.rels': relationshipsPart(
      sheets.map((_, i): [string, string, string] => [
        `rId${i + 1}`,
        'worksheet',
        `worksheets/sheet${i + 1}.xml`,
      ]),
    ),
    ...Object.fromEntries(sheets.map((rows, i) => [`xl/worksheets/sheet${i + 1}.xml`, sheet(...rows)])),
  })
}

test('a list of references in a workbook is imported from the sheet and the row with its heading', async () => {
  const { app, ada, load } = await scene()
  const path = join(app.folder, '课题组文献.xlsx')
  await copyFile(
    workbook(
      [['说明', '第一行是标题']],
      [
        ['课题组文献清单'],
        ['题名', '作者', '刊名', '年份', '页码'],
        ['水磨研究, 一', '甲一;乙二', '水磨学刊', '2014', '5-9'],
        ['', '无名', '水磨学刊', '2014', ''],
      ],
    ),
    path,
  )
  const { run, broken } = await load(path)
  expect(run).toMatchObject({ format: 'Excel 表格', state: 'done', added: 1, broken: 1 })
  expect(broken).toMatchObject([{ line: 4, reason: '缺少题名' }])
  const { list } = await ada.call(api.papers.search, { query: '水磨研究' })
  expect(list).toMatchObject([{ title: '水磨研究, 一', basic_sourcename: '水磨学刊', publish_date: '2014' }])
})

test('a container that is no workbook is refused with the reason', async () => {
  const { load, write } = await scene()
  const { run } = await load(await write('a.xlsx', 'PK\u0003\u0004 and nothing more'))
  expect(run).toMatchObject({
    state: 'failed',
    error: '没有认出文件的格式；Excel 文件请去掉密码，存为 .xlsx 后重试',
  })
})

const DOIS = '10.5555/here\nhttps://doi.org/10.5555/outside\ndoi:10.5555/none\n'

test('of a list of DOIs the library has what it has, engines are asked for the rest', async () => {
  const { app, ada, load, write } = await scene()
  await storeWorks(app.base, [{ ...blankWork('Known here', 1), doi: '10.5555/here' }], { source: 'test' })
  const { run, broken } = await load(await write('dois.txt', DOIS))
  expect(run).toMatchObject({ format: 'DOI 列表', records: 3, added: 1, broken: 1 })
  expect(broken).toEqual([
    { line: 3, reason: '本馆文献中没有这个 DOI，Crossref 和 OpenAlex 也没有', excerpt: '10.5555/none' },
  ])
  const { list } = await ada.call(api.papers.search, { query: 'known OR outside' })
  expect(list.map(({ title }) => title).sort()).toEqual(['Found outside', 'Known here'])
})

test('the progress of a lookup counts the DOIs of its note', async () => {
  const { app, load, write } = await scene()
  const dois = Array.from({ length: 25 }, (_, at) => `10.5555/none-${at}\n`)
  await load(await write('dois.txt', dois.join('')))
  const { id } = await app.base.db.selectFrom('imports').select('id').executeTakeFirstOrThrow()
  await app.base.db.updateTable('import_faults').set({ reason: '本馆文献中没有这个 DOI' }).execute()
  const reports: [number, string][] = []
  const report = async (progress: number, note: string) => void reports.push([progress, note])
  await lookUpDois(app.base, id, { signal: new AbortController().signal, report })
  expect(reports).toEqual([
    [20 / 25, '已联网查找 20 个 DOI'],
    [1, '已联网查找 25 个 DOI'],
  ])
})

test('where engines may not be asked, DOIs that the library does not have are named', async () => {
  const { load, write } = await scene(true)
  const { broken } = await load(await write('dois.txt', DOIS))
  expect(broken.map(({ line, reason }) => [line, reason])).toEqual(
    [1, 2, 3].map((line) => [line, '本馆文献中没有这个 DOI']),
  )
})

test('a printed list of references is imported entry by entry', async () => {
  const { ada, load, write } = await scene()
  const text = '参考文献\n[1] 郑远山, 韩清. 堰坝渗流观测[J]. 水利学报, 2013, 44(3): 5-9.\n[2] 随手一记\n'
  const { run, broken } = await load(await write('list.txt', text))
  expect(run).toMatchObject({ format: '参考文献列表（GB/T 7714）', added: 1, broken: 1 })
  expect(broken).toMatchObject([{ line: 3, excerpt: '[2] 随手一记' }])
  const { list } = await ada.call(api.papers.search, { query: '堰坝渗流' })
  expect(list).toMatchObject([{ basic_sourcename: '水利学报', basic_page: '5-9' }])
})

test('of a folder the files of every format are taken', () => {
  expect([...importExtensions].sort()).toEqual(
    [...new Set([...formats.flatMap(({ extensions }) => extensions), 'xlsx'])].sort(),
  )
})
