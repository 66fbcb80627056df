import { expect, test } from 'vitest'
import { formats } from '../formats.ts'
import { failureReasons, readAll, successfulWorks } from '../testing/read-all.ts'
import { fieldOfHeading, mapColumns } from './csv-columns.ts'

const read = (bytes: string, mapping?: Record<string, string>, name = 'a.csv') =>
  readAll({ name, bytes }, { pieceSize: 17, ...(mapping ? { mapping } : {}) })

test('a table exported from Scopus is read by its English headings', async () => {
  const works = successfulWorks(
    await read(`"Authors","Title","Year","Source title","Volume","Issue","Page start","Page end","Cited by","DOI","Abstract","Author Keywords","Publisher","ISSN","Language of Original Document","Open Access"
"Federico S.; Grillo A.","A transversely ""isotropic"" composite",2004,"J. Mech.","52","10","2309","2327","44","10.1016/J.X","First line
second, line","a; b","Elsevier","0022-5096","English","All Open Access, Gold"
`),
  )
  expect(works).toMatchObject([
    {
      resource_type: 1,
      title: 'A transversely "isotropic" composite',
      abstract: 'First line second, line',
      keywords: ['a', 'b'],
      basic_sourcename: 'J. Mech.',
      basic_page: '2309-2327',
      publish_date: '2004',
      citation_count: 44,
      doi: '10.1016/j.x',
      issn: '0022-5096',
      language: 'en',
      is_oa: true,
      creators: [{ name: 'S. Federico', family: 'Federico' }, { name: 'A. Grillo' }],
    },
  ])
})

test('a table of CNKI is read by its Chinese headings, a semicolon or a tab separates as well', async () => {
  const heading = [
    'SrcDatabase-来源库',
    'Title-题名',
    'Author-作者',
    'Source-文献来源',
    'PubTime-发表时间',
    'Keyword-关键词',
    'PageCount-页码',
  ]
  const row = [
    '硕士',
    '购买意愿研究',
    '王永贵; 钟娅楠',
    '浙江大学',
    '2026-03-06 11:12',
    '代言人;;沟通',
    '1-5',
  ]
  for (const separator of ['\t', '|']) {
    expect(
      successfulWorks(await read(`${heading.join(separator)}\r\n${row.join(separator)}\r\n`)),
    ).toMatchObject([
      {
        resource_type: 4,
        degree: 'master',
        title: '购买意愿研究',
        publish_date: '2026-03-06',
        basic_page: '1-5',
        keywords: ['代言人', '沟通'],
        creators: [{ name: '王永贵' }, { name: '钟娅楠' }],
      },
    ])
  }
})

test('with a mapping only the columns it names are used', async () => {
  const works = successfulWorks(await read('A,B,title\nName,2020,no\n', { A: 'title', B: 'year' }))
  expect(works).toMatchObject([{ title: 'Name', publish_date: '2020' }])
})

test('headings are known in both languages and each field is taken once', () => {
  expect(mapColumns(['篇名', 'Title-题名', '作者（全部）', 'Cited by', '无关'])).toEqual([
    'title',
    null,
    'authors',
    'citation_count',
    null,
  ])
  expect(fieldOfHeading('\ufeff刊名')).toBe('source')
  expect(fieldOfHeading('constructor')).toBeNull()
})

test('a quotation mark that nothing closes spoils its own row only', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => (i === 3 ? '"Row 3,2020' : `Row ${i},2020`))
  const reads = await read(`title,year\n${rows.join('\n')}\n`)
  expect(failureReasons(reads)).toEqual([[5, '引号没有结束']])
  expect(successfulWorks(reads).length).toBe(29)
})

test('a table without a column for the title is refused once, in words that help', async () => {
  const format = formats.find((each) => each.id === 'csv')
  const reads = format ? await readAll({ name: 'x.csv', bytes: 'a,b\n1,2\n3,4\n', format }) : []
  expect(failureReasons(reads)).toEqual([[1, '表头中没有题名一列，请指定各列的含义']])
})
