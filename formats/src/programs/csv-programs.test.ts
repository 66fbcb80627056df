import { expect, test } from 'vitest'
import { readAll, successfulWorks } from '../testing/read-all.ts'

/** Nobody says what the columns hold: the headings do, as for every table that is uploaded. */
const read = async (lines: string[], name = 'a.csv') =>
  successfulWorks(await readAll({ name, bytes: `\ufeff${lines.join('\r\n')}\r\n` }, { mapping: {} }))

test('a library exported from Zotero as CSV keeps kinds, people, institutions and full dates', async () => {
  const works = await read([
    '"Key","Item Type","Publication Year","Author","Title","Publication Title","ISBN","ISSN","DOI","Url","Abstract Note","Date","Date Added","Date Modified","Access Date","Pages","Num Pages","Issue","Volume","Number Of Volumes","Journal Abbreviation","Short Title","Series","Series Number","Publisher","Place","Language","Rights","Type","Archive","Extra","Manual Tags","Automatic Tags","Editor","Translator","Number","Edition","Conference Name"',
    '"A1","journalArticle","2021","Smith, John; World Bank","On things","J. Things","","0378-5955","10.1/X","https://a.org","Text","2021-03-09","2024-01-01","","2024-01-02 08:00:00","1-9","","3","12","","J T","","","","","","en","","","","","tag one; tag two","auto","","","","",""',
    '"A2","thesis","2016","何筱梅","新媒体研究","","","","","","","2016","","","","","","","","","","","","","武汉大学","武汉","zh","","硕士","","","","","","","","",""',
    '"A3","preprint","2017","Vaswani, Ashish","Attention","","","","","","","2017-06","","","","","","","","","","","","","arXiv","","","","","","arXiv:1706.03762 [cs]","","","","","","",""',
    '"A4","bookSection","2016","Thoreau, Henry David","Walking","Essays","9780306406157","","","","","2016","","","","167-195","","","","","","","Classics","","Graywolf","","","","","","","","","Agata, John","Ek, Bo","","2nd",""',
    '"A5","newspaperArticle","2020","United Nations","Vote","The Daily News","","","","","","2020-01-05","","","","7","","","","","","","","","","","","","","","","","","","","","",""',
    '"A6","report","2020","Lee, Ann","A report","","","","","","","2020","","","","","","","","","","","","","ITU","","","","Technical report","","","","","","","TR-12","",""',
  ])
  expect(works).toMatchObject([
    {
      resource_type: 1,
      publish_date: '2021-03-09',
      abstract: 'Text',
      keywords: ['tag one', 'tag two', 'auto'],
      creators: [
        { name: 'John Smith', family: 'Smith' },
        { name: 'World Bank', is_body: true },
      ],
      csl: { accessed: { 'date-parts': [[2024, 1, 2]] } },
    },
    { resource_type: 4, degree: 'master', publisher: '武汉大学', creators: [{ name: '何筱梅' }] },
    { resource_type: 9, publish_date: '2017-06', external_ids: { arxiv: '1706.03762' } },
    {
      resource_type: 2,
      basic_sourcename: 'Essays',
      csl: { type: 'chapter', edition: '2nd', 'collection-title': 'Classics' },
      creators: [{ role: 'author' }, { name: 'John Agata', role: 'editor' }, { role: 'translator' }],
    },
    { resource_type: 3, publish_date: '2020-01-05', basic_page: '7' },
    { resource_type: 8, csl: { number: 'TR-12', genre: 'Technical report' } },
  ])
})

test('a table of Scopus gives full names without its own numbers, and article numbers as pages', async () => {
  const [work] = await read([
    '"Authors","Author full names","Author(s) ID","Title","Year","Source title","Volume","Issue","Art. No.","Page start","Page end","Page count","Cited by","DOI","Link","Affiliations","Abstract","Author Keywords","Index Keywords","Editors","Publisher","Conference name","ISSN","ISBN","PubMed ID","Language of Original Document","Abbreviated Source Title","Document Type","Publication Stage","Open Access","Source","EID"',
    '"Federico S.; Grillo A.","Federico, Salvatore (7102612345); Grillo, Alfio (55512345678)","7102612345; 55512345678","A composite","2004","J. Mech.","52","10","104321","","","","44","10.1016/J.X","https://www.scopus.com/x","Univ A; Univ B","Text","a; b","c","","Elsevier","","00225096","","15133084","English","J Mech","Article","Final","All Open Access; Gold Open Access","Scopus","2-s2.0-1"',
  ])
  expect(work).toMatchObject({
    resource_type: 1,
    creators: [
      { name: 'Salvatore Federico', affiliations: ['Univ A'] },
      { name: 'Alfio Grillo', affiliations: ['Univ B'] },
    ],
    basic_sourcename: 'J. Mech.',
    basic_page: '104321',
    citation_count: 44,
    keywords: ['a', 'b', 'c'],
    issn: '0022-5096',
    is_oa: true,
    external_ids: { pmid: '15133084', scopus: '2-s2.0-1' },
  })
})

test.each([
  [
    'savedrecs.txt',
    [
      'PT\tAU\tCA\tTI\tSO\tLA\tDT\tDE\tAB\tTC\tZ9\tPU\tPI\tSN\tEI\tPD\tPY\tVL\tIS\tBP\tEP\tDI\tOA\tUT\tAF',
      'J\tMann, RS\tWorld Bank\tOn things\tNATURE\tEnglish\tArticle\tone; two\tText\t3\t4\tSPRINGER\tLONDON\t0028-0836\t1476-4687\tJUN 8\t2004\t12\t3\t45\t67\t10.1038/X1\tgold\tWOS:1\tMann, Richard S.',
    ],
  ],
  [
    'savedrecs.csv',
    [
      '"Publication Type","Authors","Author Full Names","Group Authors","Article Title","Source Title","Language","Document Type","Author Keywords","Keywords Plus","Abstract","Times Cited, All Databases","Publisher","Publisher City","ISSN","eISSN","Publication Date","Publication Year","Volume","Issue","Start Page","End Page","DOI","Open Access Designations","UT (Unique WOS ID)"',
      '"J","Mann, RS","Mann, Richard S.","World Bank","On things","NATURE","English","Article","one; two","","Text","4","SPRINGER","LONDON","0028-0836","1476-4687","JUN 8","2004","12","3","45","67","10.1038/X1","gold","WOS:1"',
    ],
  ],
])('the table %s of Web of Science is read by its headings', async (name, lines) => {
  expect(await read(lines, name)).toMatchObject([
    {
      resource_type: 1,
      title: 'On things',
      creators: [{ name: 'Richard S. Mann' }, { name: 'World Bank', is_body: true }],
      basic_sourcename: 'NATURE',
      publish_date: '2004-06-08',
      basic_page: '45-67',
      keywords: ['one', 'two'],
      citation_count: 4,
      doi: '10.1038/x1',
      issn: '0028-0836',
      place: 'LONDON',
      is_oa: true,
      external_ids: { wos: 'WOS:1' },
    },
  ])
})

test('Chinese headings, a first line that names the separator, and guarded cells are read', async () => {
  expect(
    await read([
      'sep=;',
      '题名;作者;导师;学位授予单位;学位;出版年;语种;页码',
      "'=1+1 的证明;张三;李四;清华大学;博士;2020;中文;'-5",
    ]),
  ).toMatchObject([
    {
      resource_type: 4,
      title: '=1+1 的证明',
      degree: 'doctor',
      publisher: '清华大学',
      publish_date: '2020',
      creators: [{ name: '张三' }, { name: '李四', role: 'advisor' }],
    },
  ])
})

test('cells that a program has guarded against becoming dates or formulas are read as they were', async () => {
  const works = successfulWorks(
    await readAll({
      name: 'a.csv',
      bytes: "题名,作者,来源,年份,卷,期,页码\n'＝1+1,张三,刊,2020,'3/4,3–4,1–4\n",
    }),
  )
  expect(works).toMatchObject([
    { title: '＝1+1', basic_source_vo: '3/4', basic_source_no: '3-4', basic_page: '1-4' },
  ])
})
