import { expect, test } from 'vitest'
import { restoreAbstract } from '../services/openalex.ts'
import { failureReasons, readAll, successfulWorks } from '../testing/read-all.ts'

const read = (bytes: unknown, name = 'a.json') =>
  readAll({ name, bytes: typeof bytes === 'string' ? bytes : JSON.stringify(bytes) }, { pieceSize: 100 })

test('a paper of the ACL Anthology keeps its venue, its number and its authors', async () => {
  const line = {
    id: 'P18-1001',
    title: 'Word  Embeddings',
    abstract: '',
    authors: ['Ben Athiwaratkun', 'Andrew Wilson'],
    year: 2018,
    venue: 'acl',
    type: 'conference',
    doi: '10.18653/v1/P18-1001',
    url: 'https://aclanthology.org/P18-1001',
  }
  const [work] = successfulWorks(await read(`${JSON.stringify(line)}\n`, 'acl.jsonl'))
  expect(work).toMatchObject({
    resource_type: 5,
    title: 'Word Embeddings',
    abstract: null,
    basic_sourcename: 'acl',
    publish_date: '2018',
    doi: '10.18653/v1/p18-1001',
    url: 'https://aclanthology.org/P18-1001',
    language: 'en',
    external_ids: { acl: 'P18-1001' },
  })
  expect(work?.creators[0]).toEqual({
    name: 'Ben Athiwaratkun',
    family: 'Athiwaratkun',
    given: 'Ben',
    role: 'author',
    affiliations: [],
  })
})

const openAlex = {
  id: 'https://openalex.org/W2741809807',
  doi: 'https://doi.org/10.7717/PeerJ.4375',
  title: 'The state of <i>OA</i>',
  publication_date: '2018-02-13',
  ids: {
    pmid: 'https://pubmed.ncbi.nlm.nih.gov/29456894',
    pmcid: 'https://www.ncbi.nlm.nih.gov/pmc/articles/5815332',
  },
  language: 'en',
  type: 'article',
  primary_location: {
    source: {
      display_name: 'PeerJ',
      issn_l: '2167-8359',
      host_organization_name: 'PeerJ, Inc.',
      type: 'journal',
    },
    landing_page_url: 'https://doi.org/10.7717/peerj.4375',
  },
  best_oa_location: { pdf_url: 'https://peerj.com/articles/4375.pdf' },
  open_access: { is_oa: true },
  authorships: [
    {
      author: { display_name: 'Zhang San', orcid: 'https://orcid.org/0000-0002-1694-233X' },
      raw_author_name: '张三',
      is_corresponding: true,
      institutions: [{ display_name: 'Impactstory' }],
    },
  ],
  biblio: { volume: '6', issue: null, first_page: 'e4375', last_page: 'e4375' },
  cited_by_count: 962,
  keywords: [{ display_name: 'Open access' }],
  grants: [{ funder_display_name: 'NSFC', award_id: '61876003' }],
  is_retracted: true,
  referenced_works: ['https://openalex.org/W1560783210'],
  abstract_inverted_index: { Abstract: [0], Open: [1], access: [2], matters: [3] },
}

test('a work of OpenAlex is read field by field, its abstract put together again', async () => {
  const [work] = successfulWorks(await read(openAlex))
  expect(work).toMatchObject({
    resource_type: 1,
    title: 'The state of <i>OA</i>',
    abstract: 'Open access matters',
    keywords: ['Open access'],
    basic_sourcename: 'PeerJ',
    basic_source_vo: '6',
    basic_page: 'e4375',
    publish_date: '2018-02-13',
    publish_venue: [],
    issn: '2167-8359',
    doi: '10.7717/peerj.4375',
    pdf_url: 'https://peerj.com/articles/4375.pdf',
    is_oa: true,
    citation_count: 962,
    publisher: 'PeerJ, Inc.',
    funds: ['NSFC 61876003'],
    status: 'retracted',
    external_ids: { openalex: 'W2741809807', pmid: '29456894', pmcid: 'PMC5815332' },
    reference_ids: ['openalex:W1560783210'],
  })
  expect(work?.creators).toEqual([
    {
      name: 'Zhang San',
      name_zh: '张三',
      family: 'San',
      given: 'Zhang',
      role: 'corresponding',
      affiliations: ['Impactstory'],
      orcid: '0000-0002-1694-233X',
    },
  ])
})

test('an answer of OpenAlex is read through its wrapper, its other members are no records', async () => {
  const answer = {
    meta: { count: 2, filters: [{ title: 'no' }] },
    results: [openAlex, { ...openAlex, title: 'Second' }],
    group_by: [{ title: 'no' }],
  }
  const titles = successfulWorks(await read(answer)).map((work) => work.title)
  expect(titles).toEqual(['The state of <i>OA</i>', 'Second'])
})

test('positions of an inverted abstract cannot make it large', () => {
  expect(restoreAbstract({ a: [4_000_000_000], b: [1], c: ['x'] })).toBe('b a')
  expect(restoreAbstract(null)).toBeNull()
})

const crossref = {
  DOI: '10.1000/ABC',
  type: 'journal-article',
  title: ['RETRACTED: A &lt;sub&gt;2&lt;/sub&gt; story'],
  subtitle: ['Told twice'],
  abstract: '<jats:title>Abstract</jats:title><jats:p>Body.</jats:p>',
  'container-title': ['Journal of X'],
  'short-container-title': ['J. X'],
  author: [
    {
      given: 'Ann',
      family: 'Lee',
      ORCID: 'http://orcid.org/0000-0002-1694-233X',
      affiliation: [{ name: 'MIT' }],
    },
    { name: 'The Team' },
  ],
  editor: [{ given: 'Ed', family: 'Itor' }],
  published: { 'date-parts': [[2020, 5, null]] },
  ISSN: ['2167-8359'],
  page: '1-9',
  volume: '3',
  issue: '2',
  language: 'en',
  publisher: 'X Press',
  'is-referenced-by-count': 7,
  license: [{ URL: 'http://creativecommons.org/licenses/by/4.0/' }],
  link: [{ URL: 'https://x.org/a.pdf', 'content-type': 'application/pdf' }],
  funder: [{ name: 'NSF', award: ['1', '2'] }],
  'updated-by': [{ type: 'correction' }, { type: 'retraction' }],
  reference: [{ DOI: '10.1/short' }, { DOI: 'https://doi.org/10.1000/Ref' }, { key: 'x' }],
}

test.each([
  ['an answer for one work', { status: 'ok', 'message-type': 'work', message: crossref }],
  [
    'a list of works',
    {
      status: 'ok',
      'message-type': 'work-list',
      message: { facets: { type: { values: { a: {} } } }, items: [crossref], query: {} },
    },
  ],
  ['a file of the public data set', { items: [crossref] }],
  ['a bare work', crossref],
])('Crossref: %s gives the work with its abstract as text', async (_, value) => {
  const reads = await read(value)
  expect(failureReasons(reads)).toEqual([])
  expect(successfulWorks(reads)).toMatchObject([
    {
      title: 'RETRACTED: A <sub>2</sub> story: Told twice',
      abstract: 'Body.',
      publish_date: '2020-05',
      doi: '10.1000/abc',
      is_oa: true,
      pdf_url: 'https://x.org/a.pdf',
      citation_count: 7,
      status: 'retracted',
      funds: ['NSF 1', 'NSF 2'],
      reference_ids: ['doi:10.1000/ref'],
      creators: [
        { name: 'Ann Lee', orcid: '0000-0002-1694-233X', affiliations: ['MIT'] },
        { name: 'The Team' },
        { name: 'Ed Itor', role: 'editor' },
      ],
      csl: { 'container-title-short': 'J. X' },
    },
  ])
})

test('CSL-JSON keeps what has no place of its own under its own name', async () => {
  const item = {
    id: 'x',
    type: 'chapter',
    title: 'Kapitel',
    author: [{ family: 'Berg', given: 'Eva', 'non-dropping-particle': 'van den' }, { literal: '中国科学院' }],
    issued: { 'date-parts': [['2019', '4']] },
    accessed: { 'date-parts': [[2020, 1, 2]] },
    'container-title': 'Das Buch',
    publisher: 'Verlag',
    'publisher-place': 'Bonn',
    edition: '2',
    ISBN: '978-3-86490-311-3',
    page: '3-4',
    PMID: '123',
  }
  const [work] = successfulWorks(await read([item]))
  expect(work).toMatchObject({
    resource_type: 2,
    basic_sourcename: 'Das Buch',
    publish_date: '2019-04',
    publish_venue: ['Verlag'],
    place: 'Bonn',
    isbn: '9783864903113',
    creators: [{ name: 'Eva van den Berg', family: 'van den Berg' }, { name: '中国科学院' }],
    external_ids: { pmid: '123' },
    csl: { type: 'chapter', edition: '2', accessed: { 'date-parts': [[2020, 1, 2]] } },
  })
})
