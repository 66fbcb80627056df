import { describe, expect, test } from 'vitest'
import { briefParse } from '../testing/brief-query.ts'
import { parseQuery } from './parse.ts'

describe('words with signs of their own', () => {
  test.each([
    ['C++ C# .NET', '(and C++ C# .NET)'],
    ['β-catenin TNF-α', '(and β-catenin TNF-α)'],
    ['$O(n^2)$ sorting', '(and O(n^2) sorting)'],
    ['2-(4-chlorophenyl)ethanol', '2-(4-chlorophenyl)ethanol'],
    ['H<sub>2</sub>O', 'H<sub>2</sub>O'],
    ['3,4-dihydroxy', '3,4-dihydroxy'],
    ['A* search', '(and A search)'],
  ])('%s', (text, expected) => {
    expect(briefParse(text)).toBe(expected)
  })
})

describe('wildcards', () => {
  test.each([
    ['neuro*', 'neuro*'],
    ['神经*', '神经*'],
    ['TI:neuro*', 'title:neuro*'],
    ['behavi?r', '/behavi?r/'],
    ['colo??r model', '(and /colo??r/ model)'],
    ['What is a transformer?', '(and What is a transformer)'],
    ['model?', 'model'],
    ['TI:model?', 'title:/model?/'],
    ['model? OR network?', '(or /model?/ /network?/)'],
    ['(model? OR network?) AND bert', '(and (or /model?/ /network?/) bert)'],
    ['(model? OR network?) bert', '(and (or model network) bert)'],
    ['TI:(model? network)', '(and title:/model?/ title:network)'],
    ['什么是BERT？', '什么是BERT'],
    ['什么是BERT？它好吗', '(and 什么是BERT 它好吗)'],
    ['wh?t', '(and wh t)'],
  ])('%s', (text, expected) => {
    expect(briefParse(text)).toBe(expected)
  })

  test('a wildcard in the wrong place is named', () => {
    expect(parseQuery('a wh?t').warnings).toMatchObject([{ start: 2, end: 6 }])
    expect(parseQuery('neu*al net').warnings).toMatchObject([{ start: 0, end: 6 }])
    expect(parseQuery('x*').warnings).toHaveLength(1)
  })
})

describe('fields', () => {
  test.each([
    ['TI:bert', 'title:bert'],
    ['ti=bert', 'title:bert'],
    ['title:bert', 'title:bert'],
    ['题名：深度学习 图像', '(and title:深度学习 图像)'],
    ['题名 = 深度学习', 'title:深度学习'],
    ['作者：张三', 'author:张三'],
    ['AU:"Yann LeCun"', 'author:"Yann LeCun"'],
    ['第一作者:张三 机构:清华', '(and first_author:张三 affiliation:清华)'],
    ['TI:(a OR AB:b)', '(or title:a abstract:b)'],
    ['SU:AND', 'AND'],
    ['JN=计算机学报', 'source:计算机学报'],
    ['PY:2020..2024', 'year:2020..2024'],
    ['PY:2020-2024', 'year:2020..2024'],
    ['PY:2024..2020', 'year:2020..2024'],
    ['年:2020', 'year:2020..2020'],
    ['年份：2020至2024年', 'year:2020..2024'],
    ['PY:2020..', 'year:2020..'],
    ['PY:..2020', 'year:..2020'],
    ['PY>=2020', 'year:2020..'],
    ['PY>2020', 'year:2021..'],
    ['PY < 2020', 'year:..2019'],
    ['PY<=2020 bert', '(and year:..2020 bert)'],
    ['CITED>=10', 'cited:10..'],
    ['PY:(2020 OR 2022..2023)', '(or year:2020..2020 year:2022..2023)'],
    ['DOI:10.1000/ABC(1)2 x', '(and doi:10.1000/abc(1)2 x)'],
    [
      'DOI:10.1002/(SICI)1097-4571(199806)49:8&lt;693::AID-ASI4&gt;3.0.CO;2-O x',
      '(and doi:10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o x)',
    ],
    ['(DOI:10.1000/abc) x', '(and doi:10.1000/abc x)'],
    ['ISSN:1000-1239', 'issn:1000-1239'],
    ['RANK:CSSCI', 'rank:CSSCI'],
    ['中图分类号:TP391.1', 'clc:TP391.1'],
    ['OA:true LANG:zh', '(and oa:true language:zh)'],
  ])('%s', (text, expected) => {
    expect(briefParse(text)).toBe(expected)
    expect(parseQuery(text).warnings).toEqual([])
    expect(parseQuery(text).explicit).toBe(true)
  })

  test('a colon in a title is no field', () => {
    expect(briefParse('Language: a survey')).toBe('(and Language a survey)')
    expect(briefParse('BERT:model')).toBe('BERT:model')
    expect(parseQuery('Language: a survey').explicit).toBe(false)
  })
})

describe('identifiers', () => {
  test.each([
    ['10.1000/ABC.1', 'doi', '10.1000/abc.1'],
    [' doi:10.1000/abc. ', 'doi', '10.1000/abc'],
    ['DOI：10.3969/j.issn.1000', 'doi', '10.3969/j.issn.1000'],
    ['https://doi.org/10.1000/abc', 'doi', '10.1000/abc'],
    ['http://dx.doi.org/10.1000%2Fabc', 'doi', '10.1000/abc'],
    ['https://link.springer.com/article/10.1007/s1-2?x=1', 'doi', '10.1007/s1-2'],
    [
      '10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O',
      'doi',
      '10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o',
    ],
    [
      'doi:10.1002/(SICI)1097-4571(199806)49:8&lt;693::AID-ASI4&gt;3.0.CO;2-O.',
      'doi',
      '10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o',
    ],
    [
      'https://doi.org/10.1002/(SICI)1097-4571(199806)49:8%3C693::AID-ASI4%3E3.0.CO;2-O',
      'doi',
      '10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o',
    ],
    ['1706.03762', 'arxiv', '1706.03762'],
    ['arXiv:1706.03762v5', 'arxiv', '1706.03762'],
    ['https://arxiv.org/pdf/1706.03762v2.pdf', 'arxiv', '1706.03762'],
    ['hep-th/9901001', 'arxiv', 'hep-th/9901001'],
    ['PMID: 31452104', 'pmid', '31452104'],
    ['https://pubmed.ncbi.nlm.nih.gov/31452104/', 'pmid', '31452104'],
  ])('%s is the %s %s', (text, kind, value) => {
    expect(parseQuery(text).identifier).toEqual({ kind, value })
    expect(parseQuery(text).words).toEqual([value])
  })

  test.each(['10.1000/abc transformers', '1713.03762', '31452104', 'arxiv', 'doi', '3.14'])(
    '%s is a search',
    (text) => {
      expect(parseQuery(text).identifier).toBeNull()
    },
  )
})
