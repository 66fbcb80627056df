import { expect, test } from 'vitest'
import {
  arxivMonth,
  normalizeArxiv,
  normalizeCstr,
  normalizeDoi,
  normalizeIsbn,
  normalizeIssn,
  normalizeOpenAlex,
  normalizeOrcid,
  normalizePmcid,
  normalizePmid,
} from './identifiers.ts'

test.each([
  ['10.1038/NATURE12373', '10.1038/nature12373'],
  ['https://doi.org/10.1103/PhysRevLett.77.3865', '10.1103/physrevlett.77.3865'],
  ['http://dx.doi.org/10.1023/A:1017379030770', '10.1023/a:1017379030770'],
  ['doi: 10.1016/S0140-6736(05)67889-0.', '10.1016/s0140-6736(05)67889-0'],
  ['(see 10.1000/abc)', '10.1000/abc'],
  ['DOI：10.13287/j.1001-9332.2000.0212。', '10.13287/j.1001-9332.2000.0212'],
  ['https://doi.org/10.1002/%28SICI%291097-0258', '10.1002/(sici)1097-0258'],
  [
    '10.1002/(sici)1097-0258(19980815)17:15/16<1661::aid-sim968>3.0.co;2-2',
    '10.1002/(sici)1097-0258(19980815)17:15/16<1661::aid-sim968>3.0.co;2-2',
  ],
  [
    'https://doi.org/10.1002/(SICI)1097-4571(199806)49:8%3C693::AID-ASI4%3E3.0.CO;2-O',
    '10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o',
  ],
  [
    'doi:10.1002/(SICI)1097-4571(199806)49:8&lt;693::AID-ASI4&gt;3.0.CO;2-O.',
    '10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o',
  ],
  [
    '10.1002/(SICI)1097-4571(199806)49:8&amp;lt;693::AID-ASI4&amp;gt;3.0.CO;2-O',
    '10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o',
  ],
  ['10.1175/1520-0469(1996)053<0946:ASLCTT>2.0.CO;2', '10.1175/1520-0469(1996)053<0946:aslctt>2.0.co;2'],
  [
    '10.1002/(SICI)1097-0258(19980815)17:15/16<>1.0.TX;2-Q',
    '10.1002/(sici)1097-0258(19980815)17:15/16<>1.0.tx;2-q',
  ],
  ['10.1890/0012-9658(2006)87[1465:ATOPDA]2.0.CO;2', '10.1890/0012-9658(2006)87[1465:atopda]2.0.co;2'],
  ['10.1002/(sici)1097-0258(19980815)17:15/16', null],
  ['10.1002/(sici)1097-0258(19980815)17:15/16<1661::aid', null],
  ['10.1061/(ASCE)0733-9399(2004)130:8(950)', '10.1061/(asce)0733-9399(2004)130:8(950)'],
  ['<a href="https://doi.org/10.1000/abc">10.1000/abc</a>', '10.1000/abc'],
  ['<p>10.1000/abc</p>', '10.1000/abc'],
  ['<jats:p>10.1000/abc<jats:b>1</jats:b>', '10.1000/abc'],
  ['10.1000/a&amp;b', '10.1000/a&b'],
  [
    'https://www.frontiersin.org/articles/10.3389/fpsyg.2020.01234/full?utm_source=x',
    '10.3389/fpsyg.2020.01234',
  ],
  ['https://link.springer.com/article/10.1007/s1-2?x=1#Sec2', '10.1007/s1-2'],
  ['10.12/short-prefix', null],
  ['11.1000/abc', null],
  ['10.1000/', null],
  ['', null],
  [null, null],
])('the DOI in %j is %j', (text, doi) => {
  expect(normalizeDoi(text)).toBe(doi)
})

test.each([
  ['http://arxiv.org/abs/1605.08386v1', '1605.08386'],
  ['arXiv:2104.12255v12', '2104.12255'],
  ['arXiv preprint arXiv:1706.03762', '1706.03762'],
  ['https://arxiv.org/pdf/quant-ph/0201082v1.pdf', 'quant-ph/0201082'],
  ['math.GT/0309136', 'math/0309136'],
  ['https://arxiv.org/api/errors#incorrect_id_format_for_abc', null],
  ['12345.678', null],
])('the arXiv number in %j is %j', (text, id) => {
  expect(normalizeArxiv(text)).toBe(id)
})

test.each([
  ['978-3-86490-311-3', '9783864903113'],
  ['0-306-40615-2', '9780306406157'],
  ['155860510X', '9781558605107'],
  ['ISBN 978 0 00 728059 9 (hbk.)', '9780007280599'],
  ['978-3-86490-311-4', null],
  ['0306406153', null],
  ['12345', null],
])('the ISBN in %j is %j', (text, isbn) => {
  expect(normalizeIsbn(text)).toBe(isbn)
})

test.each([
  ['0378-5955', '0378-5955'],
  ['1050124x', '1050-124X'],
  ['1532-1827 (Electronic) 0007-0920 (Linking)', '1532-1827'],
  ['0378-5954', null],
  ['ISSN 2325-9671 (electronic)', '2325-9671'],
])('the ISSN in %j is %j', (text, issn) => {
  expect(normalizeIssn(text)).toBe(issn)
})

test.each([
  ['1706.03762', '2017-06'],
  ['hep-th/9108001', '1991-08'],
  ['math.GT/0309136', '2003-09'],
  ['1713.03762', null],
  ['', null],
])('the month of the arXiv identifier %j is %j', (id, month) => {
  expect(arxivMonth(id)).toBe(month)
})

test('an ORCID with a wrong check digit is none', () => {
  expect(normalizeOrcid('https://orcid.org/0000-0002-4751-4637')).toBe('0000-0002-4751-4637')
  expect(normalizeOrcid('000000021694233X')).toBe('0000-0002-1694-233X')
  expect(normalizeOrcid('0000-0002-4751-4638')).toBeNull()
})

test('numbers of PubMed, PubMed Central, OpenAlex and CSTR lose what is around them', () => {
  expect(normalizePmid('23690738[pmid]')).toBe('23690738')
  expect(normalizePmid('none')).toBeNull()
  expect(normalizePmcid('PMC6391070')).toBe('PMC6391070')
  expect(normalizeOpenAlex('https://openalex.org/W2099326003')).toBe('W2099326003')
  expect(normalizeCstr('CSTR:31253.11.sciencedb.01234')).toBe('31253.11.sciencedb.01234')
  expect(normalizeCstr('https://cstr.cn/18406.11.HJKX')).toBe('18406.11.hjkx')
  expect(normalizeCstr('10.1000/182')).toBeNull()
})

test('a DOI with brackets without end is read as one with few', () => {
  expect(normalizeDoi(`10.1000/a(b)${').;'.repeat(200_000)}`)).toBe('10.1000/a(b)')
  expect(normalizeDoi(`10.1000/a${'(x)'.repeat(30)})]`)).toBe(`10.1000/a${'(x)'.repeat(30)}`)
})
