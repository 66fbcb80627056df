import { expect, test } from 'vitest'
import { findKind, kindOrOther, parseDegree } from './fields/work-kinds.ts'
import { formats, recognizeFormat } from './formats.ts'

const id = (head: string, name = 'file.txt'): string | null => recognizeFormat(head, name)?.id ?? null

test.each([
  ['{"id":"https://openalex.org/W1","title":"x"}\n{"id"', 'openalex'],
  ['{"meta":{"count":1},"results":[{"id":"https://openalex.org/W1","title":"x","auth', 'openalex'],
  [
    '{"status":"ok","message-type":"work-list","message":{"items":[{"DOI":"10.1/x","title":["a"],"indexed":{}',
    'crossref',
  ],
  ['{"DOI":"10.1/x","title":["a"]}\n', 'crossref'],
  ['{"id":"P1","title":"a","authors":["A B"],"venue":"acl","year":2000}\n', 'acl'],
  ['[{"id":"x","type":"article-journal","title":"a"}]', 'csl'],
  [
    '<?xml version="1.0"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom"><entry>',
    'arxiv-atom',
  ],
  ['<?xml version="1.0"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>', 'oai'],
  ['<?xml version="1.0"?><PubmedArticleSet><PubmedArticle>', 'pubmed'],
  ['<?xml version="1.0"?><!DOCTYPE dblp SYSTEM "dblp.dtd">\n<dblp>', 'dblp'],
  ['<?xml version="1.0"?>\n<xml>\n <records>\n <record>', 'endnote-xml'],
  ['% Encoding: UTF-8\n\n@article{,\n title={x}}', 'bibtex'],
  [' @inbook{1, url={x}}', 'bibtex'],
  ['\n\nTY - JOUR\nA1 - 张三', 'ris'],
  ['%0 Journal Article\n%A x', 'endnote'],
  ['RT Journal Article\nSR 1\n', 'refworks'],
  ['{Reference Type}: Journal Article\n{Title}: x', 'noteexpress'],
  ['SrcDatabase-来源库: 期刊\nTitle-题名: x', 'cnki'],
  ['DataType: 1\nTitle-题名: x', 'cnki-study'],
  ['FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\n', 'web-of-science'],
  ['PMID- 123\nOWN - NLM\nTI  - x\n', 'nbib'],
  ['<1>\nUnique Identifier\n  1\nTitle\n  x\n', 'ovid'],
  ['Scopus\nEXPORT DATE: 1 January 2020\n\nElv, S.\n', 'scopus-text'],
  [
    '<rdf:RDF xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:bib="http://purl.org/net/biblio#">',
    'zotero-rdf',
  ],
  ['参考文献\n[1] 张三. 题名[J]. 刊名, 2020, 1(2): 3-4.\n[2] LEE A. T[M]. P, 2019.\n', 'gb-list'],
  ['10.1000/a\nhttps://doi.org/10.1000/b\n', 'doi-list'],
  ['题名,作者,刊名\nx,y,z\n', 'csv'],
  ['Title;Authors;Year\nx;y;z\n', 'csv'],
])('the text %j is recognized as %s', (head, expected) => {
  expect(id(head)).toBe(expected)
})

test.each([
  '',
  'plain text about nothing',
  'A page that cites [1] something [J] in passing.\nAnd goes on.\n',
  'See 10.1000/a for more.\n10.1000/b\n',
  '{"hello": "world"}',
  '<html><body>404</body></html>',
  '[1,2,3]',
  '%PDF-1.7\n%âãÏÓ',
  'PK\u0003\u0004',
])('the text %j is nothing that can be imported', (head) => {
  expect(id(head)).toBeNull()
})

test('the name decides only where the text leaves it open', () => {
  expect(id('JF  - Empirical Software\nT1  - Editorial\n', 'broken.ris')).toBe('ris')
  expect(id('@article{a, title={x}}', 'wrong.ris')).toBe('bibtex')
})

test('every format has a name of its own and reads an empty file as nothing', async () => {
  expect(new Set(formats.map((format) => format.id)).size).toBe(formats.length)
  async function* nothing(): AsyncGenerator<Uint8Array> {}
  for (const format of formats) {
    const reads = []
    for await (const batch of format.read(nothing())) reads.push(...batch)
    expect([format.id, reads]).toEqual([format.id, []])
  }
})

test.each([
  ['openalex', 'dissertation', 4],
  ['openalex', 'preprint', 9],
  ['crossref', 'proceedings-article', 5],
  ['crossref', 'posted-content', 9],
  ['crossref', 'standard', 6],
  ['ris', 'CPAPER', 5],
  ['ris', 'PAT ', 7],
  ['bibtex', 'techreport', 8],
  ['csl', 'legal_case', 10],
  ['named', 'Book Section', 2],
  ['named', 'Dissertation/Thesis', 4],
  ['named', '博士', 4],
  ['named', '中国会议', 5],
  ['named', '国家标准', 6],
  ['named', 'never heard of', 10],
] as const)('%s calls %j what is kind %i here', (source, name, type) => {
  expect(kindOrOther(source, name).type).toBe(type)
})

test('what a source does not know is not guessed, degrees are read in both languages', () => {
  expect(findKind('ris', 'Journal Article')).toBeNull()
  expect(findKind('csl', 'constructor')).toBeNull()
  expect([parseDegree('硕士'), parseDegree('Ph.D.'), parseDegree("Bachelor's"), parseDegree('x')]).toEqual([
    'master',
    'doctor',
    'bachelor',
    null,
  ])
})

test('a format is told by its first tag, not by a line of an abstract that looks like one of another', () => {
  const nbib = 'PMID- 1\nTI  - T\nAB  - We used\n      RT Real-time PCR and\n      TY  - as well\n'
  expect(recognizeFormat(nbib, 'a.txt')?.id).toBe('nbib')
  const endnote = '%0 Journal Article\n%T T\n%X We used\nRT Real-time PCR\n'
  expect(recognizeFormat(endnote, 'a.txt')?.id).toBe('endnote')
  const refworks = 'RT Journal Article\nT1 T\nAB We used\nTY - as well\n'
  expect(recognizeFormat(refworks, 'a.txt')?.id).toBe('refworks')
})
