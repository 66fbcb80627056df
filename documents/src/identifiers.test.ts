import { expect, test } from 'vitest'
import { extractIdentifiers } from './identifiers.ts'

test('DOI and arXiv id of a first page are found as the library writes them', () => {
  expect(extractIdentifiers('DOI: 10.21105/jose.00090 Software')).toEqual({ doi: '10.21105/jose.00090' })
  expect(extractIdentifiers('arXiv:1412.6206v1 [hep-lat] 19 Dec 2014')).toEqual({ arxiv: '1412.6206' })
  expect(extractIdentifiers('see https://arxiv.org/abs/hep-lat/9905003')).toEqual({
    arxiv: 'hep-lat/9905003',
  })
  expect(extractIdentifiers('https://doi.org/10.1000/ABC. Next')).toEqual({ doi: '10.1000/abc' })
})

test('Chinese text that follows a DOI without a space is no part of it', () => {
  const doi = '10.3778/j.issn.1002-8331.2001-0001'
  for (const rest of [
    '中图分类号：TP391',
    '。本文提出一种方法',
    '，本文',
    '；收稿日期：2020-01-02',
    '（网络首发）',
  ])
    expect(extractIdentifiers(`DOI：${doi}${rest}`)).toEqual({ doi })
})

test('identifiers in a list of references are those of other works', () => {
  for (const heading of ['References', '6. REFERENCES', '参考文献：', '[参考文献]', '参 考 文 献'])
    expect(extractIdentifiers(`Notes\n${heading}\n[1] doi:10.1000/cited, arXiv:1412.6206`)).toEqual({})
  expect(extractIdentifiers('doi:10.1000/own\nReferences\narXiv:1412.6206')).toEqual({ doi: '10.1000/own' })
  expect(extractIdentifiers('The references are in doi:10.1000/own')).toEqual({ doi: '10.1000/own' })
})

test('a page without them has none', () => {
  expect(extractIdentifiers('section 10.21 of arXiv')).toEqual({})
})
