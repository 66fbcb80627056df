import { api, type Reference } from '@scinav/contract'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { addPapers } from '../testing/papers.ts'
import { testApp } from '../testing/test-app.ts'

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

test('everything a search finds is written, however much, and nobody else waits', async () => {
  const { app, ada } = await scene()
  const works = Array.from({ length: 2_600 }, (_, index) => ({
    title: `Attention ${index}`,
    publish_date: index % 2 === 0 ? '2020' : '2010',
  }))
  for (let from = 0; from < works.length; from += 500)
    await addPapers(app.base, works.slice(from, from + 500))
  await addPapers(app.base, ['Something else'])

  const all = await ada.call(api.citation.export, { query: 'attention', format: 'ris' })
  expect(all.text.match(/^TY {2}- /gm)).toHaveLength(2_600)
  const some = await ada.call(api.citation.export, {
    query: 'attention',
    filters: { year_from: 2015 },
    format: 'text',
  })
  expect(some.text.trim().split('\n')).toHaveLength(1_300)
  await addPapers(app.base, ['Attentions of others'])
  const exact = await ada.call(api.citation.export, { query: 'attentions', exact: true, format: 'text' })
  expect(exact.text.trim().split('\n')).toHaveLength(1)
  const built = await ada.call(api.citation.export, {
    conditions: [{ field: 'title', operator: 'contains', value: 'something' }],
    format: 'text',
  })
  expect(built.text).toBe('[1]Something else[J]\n')
  const none = await ada.call(api.citation.export, { query: 'nothingofthekind', format: 'text' })
  expect(none.text).toBe('')
})

test('a long list is written in the order it was given', async () => {
  const { app, ada } = await scene()
  const ids: string[] = []
  for (let part = 0; part < 3; part += 1)
    ids.push(
      ...(await addPapers(
        app.base,
        Array.from({ length: 400 }, (_, index) => `Paper ${part}-${index}`),
      )),
    )
  ids.reverse()
  const { text } = await ada.call(api.citation.export, { paper_id_list: ids })

  const lines = text.trim().split('\n')
  expect(lines).toHaveLength(1_200)
  expect(lines[0]).toBe('[1]Paper 2-399[J]')
  expect(lines.at(-1)).toBe('[1200]Paper 0-0[J]')
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

test('a list is printed apart where it is long, be it in references or in characters', async () => {
  const { ada } = await scene()
  let threads = 0
  const count = () => {
    threads += 1
  }
  process.on('worker', count)
  await ada.call(api.citation.export, { references: [{ title: 'Short' }] })
  expect(threads).toBe(0)
  const { text } = await ada.call(api.citation.export, {
    references: [{ title: `${'A long '.repeat(30_000)}title` }],
  })
  expect(text).toContain('long title')
  expect(threads).toBe(1)
  process.off('worker', count)
})
