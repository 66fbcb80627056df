import { formatReference, runsText, toCsl } from '@scinav/citation'
import { blankWork, type Creator, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { failureReasons, readAll, successfulWorks } from '../testing/read-all.ts'

/** Formats of databases and printed lists, with records drawn by chance, the same every time. */

function draws(seed: number) {
  let state = seed
  const upTo = (most: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
  return {
    upTo,
    pick<Item>(items: readonly Item[]): Item {
      const item = items[upTo(items.length)]
      if (item === undefined) throw new Error('there is nothing to pick')
      return item
    },
  }
}

const ROUNDS = 150

const person = (name: string, family?: string, given?: string): Creator => ({
  name,
  role: 'author',
  affiliations: [],
  ...(family ? { family } : {}),
  ...(given ? { given } : {}),
})
const chinese = ['郑远山', '韩清', '欧阳晓梅'].map((name) => person(name))
const western = [
  person('S Elv', 'Elv', 'S'),
  person('F T Moe', 'Moe', 'F T'),
  person('C García', 'García', 'C'),
  person('J-L Roux', 'Roux', 'J-L'),
]

function drawWork({ pick, upTo }: ReturnType<typeof draws>): Work {
  const isChinese = upTo(2) === 0
  const titles = isChinese
    ? ['堰坝渗流观测方法研究', '冰川与气候：二十年的观测', '数字革命的影响']
    : ['Plainlist weir study', 'Weirs and fish: a review', 'On the age of U.S. dams']
  const kind = pick([1, 2, 4])
  const work = blankWork(pick(titles), kind)
  const people = isChinese ? chinese : western
  return {
    ...work,
    language: isChinese ? 'zh' : 'en',
    creators: people.slice(upTo(2), 2 + upTo(2)),
    publish_date: String(1980 + upTo(40)),
    basic_page: pick(['5-9', '120-131']),
    ...(kind === 1
      ? {
          basic_sourcename: isChinese ? '水利学报' : 'Journal of Weirs',
          basic_source_vo: String(1 + upTo(90)),
          basic_source_no: String(1 + upTo(12)),
        }
      : { place: isChinese ? '北京' : 'Oslo', publisher: isChinese ? '水利出版社' : 'Weir Press' }),
  }
}

const facts = (work: Work) => ({
  type: work.resource_type,
  title: work.title.replace('：', ':').replace(/:\s*/, ':'),
  names: work.creators.map(({ name }) => name.toLowerCase()),
  source: work.basic_sourcename,
  volume: work.basic_source_vo,
  issue: work.basic_source_no,
  date: work.publish_date,
  publisher: work.publisher,
  place: work.place,
  pages: work.basic_page,
})

test.each(['gb-2015-numeric', 'gb-2025-numeric', 'gb-2015-author-date', 'gb-2025-author-date'] as const)(
  'what is printed in the style %s is read again as it was',
  async (style) => {
    const draw = draws(style.length)
    const works = Array.from({ length: ROUNDS }, () => drawWork(draw))
    const list = works.map(
      (work, i) =>
        `${style.endsWith('numeric') ? `[${i + 1}] ` : ''}${runsText(formatReference(style, toCsl(work)))}`,
    )
    const reads = await readAll({ name: 'list.txt', bytes: list.join('\n') })
    expect(failureReasons(reads)).toEqual([])
    for (const [i, read] of successfulWorks(reads).entries()) {
      const work = works[i]
      if (work) expect([list[i], facts(read)]).toEqual([list[i], facts(work)])
    }
  },
)

test('a list of references without numbers, wrapped and with a heading, is taken apart', async () => {
  const reads = await readAll({
    name: 'list.txt',
    bytes: `参考文献
郑远山, 韩清, 等. 堰坝渗流
观测方法研究[J]. 水利学报, 2013, 44(3): 5-9.
World Health Organization. Factors of the immune
response[R]. Geneva: WHO, 1970.
吴岚．堰坝养护平台［EB/OL］．（2016-03-04）［2020-01-02］．https://ex.org/yb．
信息与文献 参考文献著录规则: GB/T 7714—2015[S]. 北京: 中国标准出版社, 2015.
`,
  })
  expect(successfulWorks(reads)).toMatchObject([
    { title: '堰坝渗流观测方法研究', creators: [{ name: '郑远山' }, { name: '韩清', and_others: true }] },
    {
      resource_type: 8,
      title: 'Factors of the immune response',
      creators: [{ is_body: true }],
      publisher: 'WHO',
    },
    {
      title: '堰坝养护平台',
      publish_date: '2016-03-04',
      url: 'https://ex.org/yb',
      csl: { type: 'webpage', accessed: { 'date-parts': [[2020, 1, 2]] } },
    },
    { resource_type: 6, title: '信息与文献 参考文献著录规则', isbn: 'GB/T 7714—2015', creators: [] },
  ])
})

test('an entry of a list that says no kind is reported with its line', async () => {
  const reads = await readAll({
    name: 'a.txt',
    bytes: '[1] 张三. 甲[J]. 刊, 2020.\n[2] 一段说明文字\n[3] 李四. 乙[M]. 北京: 社, 2019.\n',
  })
  expect(successfulWorks(reads).map(({ title }) => title)).toEqual(['甲', '乙'])
  expect(failureReasons(reads)).toEqual([[2, '没有文献类型标识（如 [J]、[M]），无法按 GB/T 7714 读取']])
})

test('a record of PubMed in NBIB keeps its abstract whole however its lines are wrapped', async () => {
  const { pick, upTo } = draws(3)
  const words = ['IS', 'AU -', 'TI', 'PMID-', 'receptors', 'a<b', 'were', 'n=40,', 'AD', 'p<0.05', 'T2']
  for (let round = 0; round < ROUNDS; round++) {
    const lines = Array.from({ length: 1 + upTo(5) }, () =>
      Array.from({ length: 1 + upTo(6) }, () => pick(words)).join(' '),
    )
    const text = `PMID- 123\nTI  - A trial of\n      tea.\nAB  - ${lines.join('\n      ')}\nFAU - Haug, Nils A Jr\nAU  - Haug NA Jr\nAD  - Oslo.\nCN  - Tea Group\nDP  - 2016 Mar 4\nPT  - Journal Article\nPT  - Preprint\nLID - 10.5555/a.b [doi]\nPMC - PMC77777\n\n`
    const reads = await readAll({ name: 'a.nbib', bytes: text.repeat(2) })
    const work = {
      resource_type: 9,
      title: 'A trial of tea',
      abstract: lines.join(' '),
      publish_date: '2016-03-04',
      doi: '10.5555/a.b',
      external_ids: { pmid: '123', pmcid: 'PMC77777' },
      creators: [
        { name: 'Nils A Haug Jr', family: 'Haug', given: 'Nils A', affiliations: ['Oslo.'] },
        { name: 'Tea Group', is_body: true },
      ],
    }
    expect(successfulWorks(reads)).toMatchObject([work, work])
  }
})

test('Zotero RDF: a journal that stands apart, a book around a chapter, notes and files that are none', async () => {
  const reads = await readAll({
    name: 'a.rdf',
    bytes: `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="x" xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:bib="http://purl.org/net/biblio#">
  <!-- <bib:Article> -->
  <bib:Article rdf:about="#item_1">
    <z:itemType>journalArticle</z:itemType>
    <dcterms:isPartOf rdf:resource="urn:issn:1234-5679"/>
    <bib:authors><rdf:Seq>
      <rdf:li><foaf:Person><foaf:surname>Elv</foaf:surname><foaf:givenName>Stig</foaf:givenName></foaf:Person></rdf:li>
      <rdf:li><foaf:Person><foaf:surname>Tea Trial Group</foaf:surname></foaf:Person></rdf:li>
    </rdf:Seq></bib:authors>
    <link:link rdf:resource="#item_9"/>
    <dc:title>Rdf &lt;i&gt;weir&lt;/i&gt; study in &lt;span class="nocase"&gt;Homo sapiens&lt;/span&gt;</dc:title>
    <dc:date>2013-05</dc:date><bib:pages>5-9</bib:pages>
    <dc:identifier><dcterms:URI><rdf:value>https://ex.org/a</rdf:value></dcterms:URI></dc:identifier>
    <dc:description>PMID: 99900033
a note</dc:description>
  </bib:Article>
  <bib:Journal rdf:about="urn:issn:1234-5679">
    <prism:volume>3</prism:volume><prism:number>2</prism:number><dc:title>Journal of Weirs</dc:title>
    <dc:identifier>DOI 10.5555/rdf.1</dc:identifier><dc:identifier>ISSN 1234-5679</dc:identifier>
  </bib:Journal>
  <bib:BookSection rdf:about="#item_2"><z:itemType>bookSection</z:itemType>
    <dcterms:isPartOf><bib:Book><dc:identifier>ISBN 978-0-306-40615-7</dc:identifier><dc:title>A Book</dc:title></bib:Book></dcterms:isPartOf>
    <dc:publisher><foaf:Organization><vcard:adr><vcard:Address><vcard:locality>Oslo</vcard:locality></vcard:Address></vcard:adr><foaf:name>Weir Press</foaf:name></foaf:Organization></dc:publisher>
    <dc:title>A chapter</dc:title></bib:BookSection>
  <z:Attachment rdf:about="#item_9"><z:itemType>attachment</z:itemType><dc:title>file.pdf</dc:title></z:Attachment>
  <bib:Book rdf:about="#item_3"><z:itemType>book</z:itemType></bib:Book>
</rdf:RDF>`,
  })
  expect(successfulWorks(reads)).toMatchObject([
    {
      title: 'Rdf <i>weir</i> study in Homo sapiens',
      protected_words: ['Homo sapiens'],
      basic_sourcename: 'Journal of Weirs',
      basic_source_vo: '3',
      basic_source_no: '2',
      issn: '1234-5679',
      doi: '10.5555/rdf.1',
      url: 'https://ex.org/a',
      external_ids: { pmid: '99900033' },
      creators: [{ name: 'Stig Elv' }, { name: 'Tea Trial Group', is_body: true }],
      csl: { note: 'a note' },
    },
    {
      resource_type: 2,
      title: 'A chapter',
      basic_sourcename: 'A Book',
      isbn: '9780306406157',
      publisher: 'Weir Press',
      place: 'Oslo',
      csl: { type: 'chapter' },
    },
  ])
  expect(failureReasons(reads)).toEqual([[27, '缺少题名']])
})

test('CSL-JSON of Zotero: fields in notes, uncertain years and ranges of years', async () => {
  const items = [
    {
      type: 'book',
      title: 'A',
      issued: { 'date-parts': [['1850']], circa: true },
      note: 'original-date: 1790\nPMID: 99900033\nrest',
    },
    { type: 'book', title: 'B', issued: { literal: 'ca. 1910' } },
    { type: 'book', title: 'C', issued: { 'date-parts': [[1990], [1998]] } },
    {
      type: 'book',
      title: 'D',
      issued: {
        'date-parts': [
          [2011, 3],
          [2011, 4],
        ],
      },
    },
  ]
  const works = successfulWorks(
    await readAll({
      name: 'a.json',
      bytes: JSON.stringify(items.map((item, id) => ({ id: String(id), ...item }))),
    }),
  )
  expect(works.map(({ publish_date }) => publish_date)).toEqual([
    'ca. 1850',
    'ca. 1910',
    '1990/1998',
    '2011-03',
  ])
  expect(works[0]).toMatchObject({
    external_ids: { pmid: '99900033' },
    csl: { 'original-date': { 'date-parts': [[1790]] }, note: 'rest' },
  })
})

test('Ovid and the plain text of Scopus: names, source, numbers', async () => {
  const ovid = (i: number, authors = 'Elv S; Moe F.') =>
    `<${i}>\nUnique Identifier\n  9990004${i}\nTitle\n  Ovid weir study.\nAuthors\n  ${authors}\nSource\n  Journal of Weirs. 3(2):5-9, 2013 Mar 4.\nAbstract\n  First line\n  PMID and more.\n\n`
  const scopus = `Scopus
EXPORT DATE: 1 January 2020

Elv, S., Moe, F.
57190000000; 57190000001;
Scopus plain weir study
(2013) Journal of Weirs, 3 (2), pp. 5-9. Cited 7 times.
https://www.scopus.com/inward/record.uri?eid=1
DOI: 10.5555/sc.1
ABSTRACT: We saw weirs.
AUTHOR KEYWORDS: weir; fish
DOCUMENT TYPE: Conference Paper
SOURCE: Scopus

Moe, F.
A second study
(2014) Journal of Weirs
`
  const work = {
    basic_sourcename: 'Journal of Weirs',
    basic_source_vo: '3',
    basic_source_no: '2',
    basic_page: '5-9',
  }
  const fromOvid = {
    ...work,
    title: 'Ovid weir study',
    abstract: 'First line PMID and more.',
    publish_date: '2013-03-04',
  }
  expect(successfulWorks(await readAll({ name: 'a.txt', bytes: ovid(1) + ovid(2) }))).toMatchObject([
    fromOvid,
    fromOvid,
  ])
  const numbered = ovid(1, 'Elv, Ann (ORCID 0000) 1, 2.; Moe, Finn 2.')
  expect(successfulWorks(await readAll({ name: 'a.txt', bytes: numbered }))).toMatchObject([
    { creators: [{ name: 'Ann Elv' }, { name: 'Finn Moe' }] },
  ])
  expect(successfulWorks(await readAll({ name: 'b.txt', bytes: scopus }))).toMatchObject([
    {
      ...work,
      resource_type: 5,
      title: 'Scopus plain weir study',
      creators: [{ name: 'S. Elv' }, { name: 'F. Moe' }],
      abstract: 'We saw weirs.',
      keywords: ['weir', 'fish'],
      citation_count: 7,
      doi: '10.5555/sc.1',
    },
    { title: 'A second study', publish_date: '2014', basic_sourcename: 'Journal of Weirs' },
  ])
})

test('a range of years and an uncertain year survive in BibTeX', async () => {
  const datesOf = async (field: string, dates: string[]) => {
    const entries = dates.map((date, i) => `@book{a${i}, title={T}, ${field}={${date}}}\n`)
    const works = successfulWorks(await readAll({ name: 'a.bib', bytes: entries.join('') }))
    return works.map(({ publish_date }) => publish_date)
  }
  expect(
    await datesOf('date', ['1990/1998', '1990-03/1998-05', '1910~', '2019-05-06/2019-05-08', '2020-05']),
  ).toEqual(['1990/1998', '1990/1998', 'ca. 1910', '2019-05-06', '2020-05'])
  expect(await datesOf('year', ['1990--1998', 'ca. 1910', 'c. 1910', '2020', '2020a'])).toEqual([
    '1990/1998',
    'ca. 1910',
    'ca. 1910',
    '2020',
    '2020',
  ])
})

test('several DOIs stand in one line, whatever parts them, and one with a semicolon of its own stays whole', async () => {
  const sici = '10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O'
  const bytes = `10.5555/a.1; doi:10.5555/a.2,https://doi.org/10.5555/a.3\n${sici}\n10.5555/a.4 10.5555/a.5,\n`
  const reads = await readAll({ name: 'a.txt', bytes })
  expect(successfulWorks(reads).map(({ doi }) => doi)).toEqual([
    ...['10.5555/a.1', '10.5555/a.2', '10.5555/a.3'],
    sici.toLowerCase(),
    ...['10.5555/a.4', '10.5555/a.5'],
  ])
  expect(reads.map(({ line }) => line)).toEqual([1, 1, 1, 2, 3, 3])
})

test('Ovid prints the search above its first record', async () => {
  const bytes =
    'Database: Ovid MEDLINE(R) <1946 to 2020>\nSearch Strategy:\n-----\n1     weir (10)\n\n<1>\nTitle\n  Weirs.\nAuthors\n  Elv S; Moe F\n'
  const reads = await readAll({ name: 'a.txt', bytes })
  expect(failureReasons(reads)).toEqual([])
  expect(successfulWorks(reads)).toMatchObject([
    { title: 'Weirs', creators: [{ name: 'S Elv' }, { name: 'F Moe' }] },
  ])
})

test('a printed list keeps translators, editors, editions, ranges of pages and identifiers of preprints', async () => {
  const bytes = `［1］昂温 G．外国出版史［M］．陈生铮，译．2版．北京：书籍社，1988：15－18．
［2］钟文发．非线性规划［C］//赵玮．运筹学文集．西安：西电社，1996：468-471．
［3］GB/T 16159—1996，汉语拼音正词法［S］．
［4］LEE K. Masks[PP/OL]. arXiv: 1810.04805, 2018.
`
  const works = successfulWorks(await readAll({ name: 'a.txt', bytes }))
  expect(works).toMatchObject([
    {
      creators: [{ name: '昂温 G' }, { name: '陈生铮', role: 'translator' }],
      csl: { edition: '2' },
      basic_page: '15-18',
      publisher: '书籍社',
    },
    { creators: [{ name: '钟文发' }, { name: '赵玮', role: 'editor' }], basic_sourcename: '运筹学文集' },
    { isbn: 'GB/T 16159—1996', publish_date: '1996' },
    { external_ids: { arxiv: '1810.04805' }, publish_date: '2018', place: null },
  ])
})
