import { api, type Reference } from '@scinav/contract'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import { importNotices, retractionCsv } from '../../testing/retractions.ts'
import { testApp } from '../../testing/test-app.ts'

const article = {
  title: '过冷大水滴环境粒径分布模拟方法研究进展',
  language: 'zh',
  resource_type: 1,
  creators: [
    { name: '王利平', role: 'author' as const, affiliations: [] },
    { name: 'Wang Fuxin', name_zh: '王福新', role: 'author' as const, affiliations: [] },
  ],
  basic_sourcename: '航空学报',
  basic_source_vo: '45',
  basic_source_no: '8',
  basic_page: '102-111',
  publish_date: '2024-04-25',
}
const PRINTED = '王利平,王福新.过冷大水滴环境粒径分布模拟方法研究进展[J].航空学报,2024,45(8):102-111'

async function scene() {
  const app = await testApp()
  return { app, ada: await app.signUp('Ada') }
}

const posted = (more: object) => more as Reference

test('papers are printed in the specification’s format unless another style is asked for', async () => {
  const { app, ada } = await scene()
  const ids = await addPapers(app.base, [article, { title: 'A solid', resource_type: 2 }])

  expect(await ada.call(api.citation.preview, { paper_id_list: ids })).toEqual({
    text: `[1]${PRINTED}\n[2]A solid[M]\n`,
    items: [`[1]${PRINTED}`, '[2]A solid[M]'],
    missing: [],
    lacking: [{ id: ids[1], fields: ['作者', '出版者', '年份'] }],
  })
  expect(await ada.call(api.citation.export, { paper_id_list: ids })).toEqual({
    text: `[1]${PRINTED}\n[2]A solid[M]\n`,
    missing: [],
  })
  const { items } = await ada.call(api.citation.preview, { paper_id_list: ids, style: 'gb-2025-numeric' })
  expect(items[0]).toBe(
    '[1] 王利平，王福新. 过冷大水滴环境粒径分布模拟方法研究进展[J]. 航空学报，2024，45（8）：102-111.',
  )
})

test('an exported record of a retracted paper says so in its note', async () => {
  const { app, ada } = await scene()
  const ids = await addPapers(app.base, [
    { title: 'Tides', doi: '10.5555/tides' },
    { title: 'Dunes', status: 'concern' },
    { title: 'Reefs' },
  ])
  await importNotices(
    app,
    retractionCsv([
      {
        'Record ID': '1',
        RetractionDate: '3/4/2024 0:00',
        RetractionDOI: '10.5555/tides.r',
        OriginalPaperDOI: '10.5555/tides',
        RetractionNature: 'Retraction',
      },
    ]),
  )
  const noteLines = async (format: 'ris' | 'bibtex') => {
    const { text } = await ada.call(api.citation.export, { paper_id_list: ids, format })
    return text.split(/\r?\n/).filter((line) => /^N1 |^ *note = /.test(line))
  }
  const note = '已撤稿（2024-03-04，https://doi.org/10.5555/tides.r）'
  expect(await noteLines('ris')).toEqual([`N1  - ${note}`, 'N1  - 有关注声明'])
  expect((await noteLines('bibtex')).join()).toContain('2024-03-04')
  const { text } = await ada.call(api.citation.export, { paper_id_list: ids, format: 'text' })
  expect(text).not.toContain('已撤稿')
})

test('what papers lack for whole references is named by their types', async () => {
  const { app, ada } = await scene()
  const bare = { ...article, basic_source_vo: null, basic_source_no: null, basic_page: null }
  const records = [article, bare, { ...article, basic_source_vo: null }, { title: '规范', resource_type: 6 }]
  const ids = await addPapers(app.base, records)
  const { lacking } = await ada.call(api.citation.preview, { paper_id_list: ids })
  expect(lacking).toEqual([
    { id: ids[1], fields: ['卷期', '页码'] },
    { id: ids[3], fields: ['标准号'] },
  ])
})

test('the options of a national style reach the preview, the file and the Word file', async () => {
  const { ada } = await scene()
  const references = [
    posted({ resource_type: 2, title: 'Snow', authors: 'Li, Ailun; Wang, Anna', publish_date: '2020' }),
  ]
  const national = {
    punctuation: 'half' as const,
    placeholders: true,
    pinyin: 'initials' as const,
    names: ['Wang Anna'],
  }
  const line = 'Li A, Wang Anna. Snow[M]. [S.l.]: [s.n.], 2020.'
  const asked = { references, style: 'gb-2025-numeric', national }
  expect((await ada.call(api.citation.preview, asked)).items).toEqual([`[1] ${line}`])
  expect(await ada.call(api.citation.export, asked)).toMatchObject({ text: `[1] ${line}\n` })
  const byDate = { ...asked, style: 'gb-2025-author-date' }
  expect((await ada.call(api.citation.preview, byDate)).items).toEqual([
    'Li A, Wang Anna, 2020. Snow[M]. [S.l.]: [s.n.].',
  ])
  const word = await ada.send(api.citation.export, { ...asked, format: 'docx' })
  const xml = new TextDecoder().decode(unzipSync(word.rawPayload)['word/document.xml'])
  expect(xml).toContain(line)
  const { styles } = await ada.call(api.citation.styles, {})
  expect(styles.filter(({ national }) => national).map(({ id }) => id)).toEqual([
    'gb-2025-numeric',
    'gb-2025-author-date',
    'gb-2015-numeric',
    'gb-2015-author-date',
  ])
})

test('posted references are printed as they are', async () => {
  const { ada } = await scene()
  const references = [
    posted({
      resource_type: '3',
      title: '数字革命',
      authors: '丁文详',
      basic_sourcename: '中国青年报',
      publish_date: '2000-11-20',
      basic_source_no: 15,
    }),
    posted({}),
  ]

  expect(await ada.call(api.citation.preview, { references })).toMatchObject({
    items: ['[1]丁文详.数字革命[N].中国青年报,2000-11-20(15)', '[2][Z]'],
  })
})

test('a list without numbers is sorted by name, and equal years get letters', async () => {
  const { ada } = await scene()
  const one = (title: string, authors: string[]) =>
    posted({ resource_type: 1, title, authors, publish_date: '2020' })
  const references = [one('Beta', ['Zhou, Li']), one('Second', ['Adams, Ann']), one('First', ['Adams, Ann'])]
  const { items } = await ada.call(api.citation.preview, { references, style: 'apa-7' })

  expect(items.map((item) => item.replace(/\*/g, '').slice(0, 26))).toEqual([
    'Adams, A. (2020a). First.',
    'Adams, A. (2020b). Second.',
    'Zhou, L. (2020). Beta.',
  ])
})

test('every format that is listed can be written', async () => {
  const { app, ada } = await scene()
  const paper_id_list = await addPapers(app.base, [article])
  const { formats, styles } = await ada.call(api.citation.styles, {})
  expect(formats.map(({ id }) => id).toSorted()).toEqual(
    [...api.citation.export.input.shape.format.unwrap().options].toSorted(),
  )
  expect(styles[0]?.id).toBe('spec')

  for (const { id, extension } of formats) {
    expect(extension, id).toMatch(/^[a-z]+$/)
    const response = await ada.send(api.citation.export, { paper_id_list, format: id })
    expect(response.statusCode, id).toBe(200)
    if (id !== 'docx') expect(response.json().data.text, id).toContain('过冷大水滴')
  }
  for (const { id } of styles)
    expect((await ada.call(api.citation.preview, { paper_id_list, style: id })).items, id).toHaveLength(1)
})

test('a Word file holds a paragraph for every entry', async () => {
  const { app, ada } = await scene()
  const paper_id_list = await addPapers(app.base, [article, { title: 'A < B & \u0001 C', resource_type: 2 }])
  const response = await ada.send(api.citation.export, { paper_id_list, format: 'docx' })

  expect(response.headers['content-disposition']).toMatch(/attachment; .*\.docx$/)
  const text = new TextDecoder().decode(unzipSync(response.rawPayload)['word/document.xml'])
  expect(text.match(/<w:p>/g)).toHaveLength(2)
  expect(text).toContain(`[1]${PRINTED}`)
  expect(text).toContain('[2]A &lt; B &amp;')
  expect(text).not.toContain('\u0001')
})

test('a table never holds a formula', async () => {
  const { app, ada } = await scene()
  const titles = ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\t=1', ' =1']
  const paper_id_list = await addPapers(app.base, titles)
  const { text } = await ada.call(api.citation.export, { paper_id_list, format: 'csv' })

  const rows = text.replace('\uFEFF', '').trim().split('\r\n').slice(1)
  expect(rows).toHaveLength(titles.length)
  for (const row of rows) expect(row).toMatch(/^"?'/)
})

test('an unknown style is refused, papers that are gone are left out', async () => {
  const { app, ada } = await scene()
  const [kept = ''] = await addPapers(app.base, ['Kept'])
  const [gone = ''] = await addPapers(app.base, ['Gone'], { deleted_at: '2026-01-01T00:00:00.000Z' })
  const paper_id_list = [gone, kept, 'nobody']

  for (const call of [api.citation.preview, api.citation.export])
    expect(await ada.refusal(call, { paper_id_list, style: 'none' })).toMatchObject({
      status: 400,
      problem: 'citation.unknown_style',
    })
  expect((await ada.call(api.citation.preview, { paper_id_list })).items).toEqual(['[1]Kept[J]'])
  expect(await ada.refusal(api.citation.export, {})).toMatchObject({ problem: 'input.invalid' })
})

test('papers that are gone are named, in the headers of a file too', async () => {
  const { app, ada } = await scene()
  const [kept = ''] = await addPapers(app.base, ['Kept'])
  const paper_id_list = ['nobody', kept, 'no\r\nbody']

  for (const call of [api.citation.preview, api.citation.export])
    expect((await ada.call(call, { paper_id_list })).missing).toEqual(['nobody', 'no\r\nbody'])
  const { headers } = await ada.send(api.citation.export, { paper_id_list, format: 'docx' })
  expect(headers).toMatchObject({ 'x-missing-count': '2', 'x-missing': 'nobody,no%0D%0Abody' })
  const whole = await ada.send(api.citation.export, { paper_id_list: [kept], format: 'docx' })
  expect(whole.headers['x-missing-count']).toBeUndefined()
})

test('a posted reference is printed without what is empty in its lists', async () => {
  const { ada } = await scene()
  const references = [
    posted({
      title: 'A solid',
      resource_type: 2,
      authors_short: [null, 'Ada'],
      publish_venue: [null, 'Press', ''],
    }),
  ]
  expect((await ada.call(api.citation.export, { references })).text).toBe('[1]Ada.A solid[M].Press\n')
})

test('conditions that cannot be searched are refused, never left out', async () => {
  const { app, ada } = await scene()
  await addPapers(app.base, ['One', 'Two'])
  const refused = async (condition: object) => {
    const conditions = [{ field: 'title', operator: 'contains' as const, value: 'one' }, condition as never]
    const refusals = [
      await ada.refusal(api.citation.export, { conditions }),
      await ada.refusal(api.papers.search, { conditions }),
    ]
    return refusals.map(({ status, data }) => [
      status,
      (data as { issues: { path: string }[] }).issues[0]?.path,
    ])
  }
  const both = (path: string) => [
    [400, path],
    [400, path],
  ]

  expect(await refused({ field: 'nope', operator: 'contains', value: 'a' })).toEqual(
    both('conditions.1.field'),
  )
  expect(await refused({ field: 'year', operator: 'range', value: 'abc' })).toEqual(
    both('conditions.1.value'),
  )
  expect(await refused({ field: 'title', operator: 'range', value: '1..2' })).toEqual(
    both('conditions.1.operator'),
  )
  expect(await refused({ field: 'title', operator: 'contains', value: '。！' })).toEqual(
    both('conditions.1.value'),
  )
  const empty = await ada.call(api.papers.search, {
    conditions: [{ field: 'title', operator: 'contains', value: ' ' }],
  })
  expect(empty.total).toBe(2)
})
