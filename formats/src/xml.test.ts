import { expect, test } from 'vitest'
import { failureReasons, readAll, successfulWorks } from './testing/read-all.ts'

const read = (bytes: string) => readAll({ name: 'a.xml', bytes }, { pieceSize: 50 })

const entry = (id: string, title: string): string => `<entry>
    <id>http://arxiv.org/abs/${id}v2</id><title>${title}</title><published>2017-06-12T17:57:34Z</published>
    <summary>We propose
      a $\\mathbf{new}$ thing.</summary>
    <author><name>Ashish Vaswani</name><arxiv:affiliation>Google</arxiv:affiliation></author>
    <arxiv:doi>10.1000/XYZ</arxiv:doi><arxiv:comment>15 pages</arxiv:comment>
    <category term="cs.CL"/><category term="cs.LG"/></entry>`
const feed = (entries: string): string =>
  `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">${entries}</feed>`

test('a paper of arXiv is read without its version; a refused query is no paper', async () => {
  const reads = await read(
    feed(
      `${entry('1706.03762', 'Attention\n  Is All')}\n<entry><id>http://arxiv.org/api/errors#bad</id><title>Error</title></entry>`,
    ),
  )
  expect(successfulWorks(reads)).toMatchObject([
    {
      resource_type: 9,
      title: 'Attention Is All',
      abstract: 'We propose a $\\mathbf{new}$ thing.',
      publish_date: '2017-06-12',
      publish_venue: ['arXiv'],
      doi: '10.1000/xyz',
      url: 'https://arxiv.org/abs/1706.03762',
      is_oa: true,
      external_ids: { arxiv: '1706.03762' },
      creators: [{ name: 'Ashish Vaswani', family: 'Vaswani', affiliations: ['Google'] }],
      csl: { version: '2', note: '15 pages', categories: ['cs.CL', 'cs.LG'] },
    },
  ])
  expect(failureReasons(reads)).toEqual([[9, '不是 arXiv 论文：http://arxiv.org/api/errors#bad']])
})

const oai = (header: string, metadata: string): string =>
  `<record><header${header}><identifier>oai:arXiv.org:0704.0001</identifier></header><metadata>${metadata}</metadata></record>`

test('a harvest gives its papers, in the metadata of arXiv and in Dublin Core, without the deleted ones', async () => {
  const own =
    '<arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>0704.0001</id><created>2007-04-02</created><authors><author><keyname>Balázs</keyname><forenames>C.</forenames></author></authors><title>Diphoton</title><categories>hep-ph</categories><journal-ref>Phys.Rev.D76</journal-ref><abstract>A.</abstract></arXiv>'
  const raw =
    '<arXivRaw><id>math.GT/0309136</id><version version="v1"><date>Mon, 8 Sep 2003 10:00:00 GMT</date></version><title>Raw</title><authors>Ann Lee, Bob Ray (MIT) and Cy Day</authors></arXivRaw>'
  const dc =
    '<oai_dc:dc><dc:title>学位论文</dc:title><dc:creator>Li, Wei</dc:creator><dc:type>info:eu-repo/semantics/doctoralThesis</dc:type><dc:type>Thesis</dc:type><dc:identifier>https://x.edu/1</dc:identifier><dc:identifier>doi:10.1000/dc</dc:identifier><dc:date>2011</dc:date><dc:publisher>X 大学</dc:publisher></oai_dc:dc>'
  const works = successfulWorks(
    await read(
      `<OAI-PMH><ListRecords>${oai('', own)}${oai(' status="deleted"', '')}${oai('', raw)}${oai('', dc)}</ListRecords></OAI-PMH>`,
    ),
  )
  expect(works).toMatchObject([
    {
      title: 'Diphoton',
      external_ids: { arxiv: '0704.0001' },
      creators: [{ name: 'C. Balázs', family: 'Balázs' }],
      publish_date: '2007-04-02',
      csl: { 'container-title': 'Phys.Rev.D76' },
    },
    {
      title: 'Raw',
      external_ids: { arxiv: 'math/0309136' },
      creators: [{ name: 'Ann Lee' }, { name: 'Bob Ray' }, { name: 'Cy Day' }],
      publish_date: '2003-09-08',
    },
    {
      title: '学位论文',
      resource_type: 4,
      doi: '10.1000/dc',
      url: 'https://x.edu/1',
      publish_venue: ['X 大学'],
      language: 'zh',
      creators: [{ name: 'Wei Li', family: 'Li' }],
    },
  ])
})

const article = (extra = ''): string =>
  `<PubmedArticle><MedlineCitation><PMID Version="1">30714901</PMID><Article><Journal><ISSN>2050-084X</ISSN><JournalIssue><Volume>8</Volume><PubDate><Year>2019</Year><Month>Feb</Month><Day>04</Day></PubDate></JournalIssue><Title>eLife</Title><ISOAbbreviation>Elife</ISOAbbreviation></Journal><ArticleTitle>Effects of CO<sub>2</sub> in <i>E. coli</i>.</ArticleTitle><Pagination><MedlinePgn>132-42</MedlinePgn></Pagination><Abstract><AbstractText Label="AIM">To &lt; know.</AbstractText><AbstractText Label="RESULT">Known.</AbstractText></Abstract><AuthorList><Author><LastName>Mann</LastName><ForeName>Richard S</ForeName><Identifier Source="ORCID">0000-0002-1694-233X</Identifier><AffiliationInfo><Affiliation>Columbia.</Affiliation></AffiliationInfo></Author><Author><CollectiveName>The Group</CollectiveName></Author></AuthorList><Language>eng</Language><GrantList><Grant><GrantID>R01</GrantID><Agency>NIH</Agency></Grant></GrantList><PublicationTypeList><PublicationType>Journal Article</PublicationType>${extra}</PublicationTypeList></Article><KeywordList><Keyword>Axon</Keyword></KeywordList><MeshHeadingList><MeshHeading><DescriptorName>Animals</DescriptorName></MeshHeading></MeshHeadingList></MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="pubmed">30714901</ArticleId><ArticleId IdType="doi">10.7554/eLife.42692</ArticleId><ArticleId IdType="pmc">PMC6391070</ArticleId></ArticleIdList><ReferenceList><Reference><ArticleIdList><ArticleId IdType="pubmed">26393773</ArticleId></ArticleIdList></Reference><Reference><ArticleIdList><ArticleId IdType="doi">10.1000/R</ArticleId></ArticleIdList></Reference></ReferenceList></PubmedData></PubmedArticle>`

test('a paper of PubMed is read field by field', async () => {
  const [work] = successfulWorks(await read(`<PubmedArticleSet>${article()}</PubmedArticleSet>`))
  expect(work).toMatchObject({
    resource_type: 1,
    title: 'Effects of CO<sub>2</sub> in <i>E. coli</i>',
    abstract: 'AIM: To < know. RESULT: Known.',
    keywords: ['Axon', 'Animals'],
    basic_sourcename: 'eLife',
    basic_source_vo: '8',
    basic_page: '132-142',
    publish_date: '2019-02-04',
    issn: '2050-084X',
    doi: '10.7554/elife.42692',
    funds: ['NIH R01'],
    external_ids: { pmid: '30714901', pmcid: 'PMC6391070' },
    reference_ids: ['pmid:26393773', 'doi:10.1000/r'],
    csl: { 'container-title-short': 'Elife' },
  })
  expect(work?.creators).toMatchObject([
    { name: 'Richard S Mann', orcid: '0000-0002-1694-233X', affiliations: ['Columbia.'] },
    { name: 'The Group' },
  ])
})

test('the vernacular title of a paper of PubMed is its title, the English one its translation', async () => {
  const english = '<ArticleTitle>[Water mills in winter].</ArticleTitle>'
  const vernacular = '<VernacularTitle>Wassermühlen im Winter.</VernacularTitle>'
  const titled = article().replace(/<ArticleTitle>.*<\/ArticleTitle>/, english + vernacular)
  const [work] = successfulWorks(await read(`<PubmedArticleSet>${titled}</PubmedArticleSet>`))
  expect(work?.title).toBe('Wassermühlen im Winter')
  expect(work?.csl['translated-title']).toBe('Water mills in winter')
  expect(work?.csl).not.toHaveProperty('original-title')
})

test('PubMed says of a paper that it is a preprint or retracted', async () => {
  const types = ['Preprint', 'Retracted Publication'].map((type) =>
    article(`<PublicationType>${type}</PublicationType>`),
  )
  expect(
    successfulWorks(await read(`<PubmedArticleSet>${types.join('\n')}</PubmedArticleSet>`)),
  ).toMatchObject([
    { resource_type: 9, publish_venue: ['eLife'] },
    { resource_type: 1, status: 'retracted' },
  ])
})

test('DBLP: names lose their number, arXiv is a preprint, home pages are no works', async () => {
  const works = successfulWorks(
    await read(`<?xml version="1.0"?><!DOCTYPE dblp SYSTEM "dblp.dtd"><dblp>
<inproceedings key="conf/a/b"><author orcid="0000-0002-1694-233X">Wei Wang 0001</author><title>On H<sub>2</sub> &amp; G&ouml;del.</title><booktitle>ICML</booktitle><year>2020</year><pages>1-9</pages><ee type="oa">https://doi.org/10.1000/D</ee></inproceedings>
<article key="journals/corr/abs-1706-03762" publtype="informal"><title>Attention</title><journal>CoRR</journal><volume>abs/1706.03762</volume><year>2017</year></article>
<phdthesis key="phd/x"><author>Ann Lee</author><title>Thesis.</title><school>MIT</school><year>2019</year></phdthesis>
<www key="homepages/w/W"><title>Home Page</title></www></dblp>`),
  )
  expect(works).toMatchObject([
    {
      resource_type: 5,
      title: 'On H<sub>2</sub> & Gödel',
      basic_sourcename: 'ICML',
      basic_page: '1-9',
      doi: '10.1000/d',
      is_oa: true,
      external_ids: { dblp: 'conf/a/b' },
      creators: [{ name: 'Wei Wang', orcid: '0000-0002-1694-233X' }],
    },
    { resource_type: 9, external_ids: { arxiv: '1706.03762' } },
    { resource_type: 4, publish_venue: ['MIT'], degree: 'doctor' },
  ])
})

test('EndNote XML: styles become mark-up, one number field serves ISBN and ISSN', async () => {
  const xml = `<xml><records><record><database name="x">x</database><ref-type name="Journal Article">17</ref-type>
<contributors><authors><author><style face="normal">Ainley, D.G.</style></author></authors><secondary-authors><author>Ed, It</author></secondary-authors></contributors>
<titles><title><style>The skua</style><style face="italic"> Catharacta</style><style> at Cape</style></title><secondary-title>J Ecol</secondary-title></titles>
<dates><year>1990</year><pub-dates><date>Mar 3</date></pub-dates></dates><isbn>0012-9658</isbn><volume>59</volume><number>2</number><pages>943-7</pages>
<keywords><keyword>a; b</keyword><keyword/></keywords><urls><related-urls><url>http://www.ncbi.nlm.nih.gov/pubmed/25647015</url></related-urls></urls></record></records></xml>`
  expect(successfulWorks(await read(xml))).toMatchObject([
    {
      title: 'The skua <i>Catharacta</i> at Cape',
      basic_sourcename: 'J Ecol',
      basic_source_no: '2',
      basic_page: '943-947',
      publish_date: '1990-03-03',
      issn: '0012-9658',
      keywords: ['a', 'b'],
      external_ids: { pmid: '25647015' },
      creators: [{ name: 'D.G. Ainley' }, { role: 'editor' }],
    },
  ])
})

test('nothing that a document type declares is expanded or fetched', async () => {
  const laughs =
    '<!DOCTYPE dblp [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd"><!ELEMENT article ANY>]>'
  const [work] = successfulWorks(
    await read(`${laughs}<dblp><article key="k"><title>&b; &f; &amp;</title></article></dblp>`),
  )
  expect(work?.title).toBe('&b; &f; &')
})

test('a record that is not closed, or closed wrongly, is named with its line and costs no other', async () => {
  const good = (n: number): string => `<article key="k${n}">\n<title>T${n}</title>\n</article>\n`
  const reads = await read(
    `<dblp>\n${good(1)}<article key="k2">\n<title>T2</title>\n${good(3)}<article key="k4">\n<title>T4</tilte>\n</article>\n${good(5)}<!-- ${good(6)} -->\n<article key="k7"><ti`,
  )
  expect(successfulWorks(reads).map((work) => work.title)).toEqual(['T1', 'T3', 'T5'])
  expect(failureReasons(reads)).toEqual([
    [5, '记录没有结束标签'],
    [10, 'XML 标签不成对：</tilte>'],
    [20, '文件在这条记录中间结束'],
  ])
})
