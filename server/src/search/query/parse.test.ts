import { describe, expect, test } from 'vitest'
import { parseQuery } from './parse.ts'
import type { Query } from './query.ts'

/** A query in short: `title:"a b"`, `any:a*`, (and …), for tables. */
function brief(query: Query): string {
  if (query.kind === 'all') return 'all'
  if (query.kind === 'not') return `(not ${brief(query.part)})`
  if (query.kind === 'near') return `(near${query.distance} ${brief(query.left)} ${brief(query.right)})`
  if ('parts' in query) return `(${query.kind} ${query.parts.map(brief).join(' ')})`
  const prefix = query.field === 'any' ? '' : `${query.field}:`
  if (query.kind === 'range') return `${prefix}${query.from ?? ''}..${query.to ?? ''}`
  if (query.kind === 'wildcard') return `${prefix}/${query.pattern}/`
  if (query.kind === 'phrase') return `${prefix}"${query.text}"`
  return `${prefix}${query.text}${query.kind === 'prefix' ? '*' : ''}`
}

const read = (text: string) => brief(parseQuery(text).query)

describe('words and operators', () => {
  test.each([
    ['', 'all'],
    ['  　 ', 'all'],
    ['deep learning', '(and deep learning)'],
    ['深度学习 图像', '(and 深度学习 图像)'],
    ['a AND b OR c', '(or (and a b) c)'],
    ['a OR b AND c', '(or a (and b c))'],
    ['a OR NOT b c', '(or a (and (not b) c))'],
    ['a NOT b', '(and a (not b))'],
    ['a NOT (b OR c)', '(and a (not (or b c)))'],
    ['NOT NOT a', '(not (not a))'],
    ['(a OR b) c', '(and (or a b) c)'],
    ['(a b) c', '(and a b c)'],
    ['(a)OR(b)', '(or a b)'],
    ['a and b or not', '(and a and b or not)'],
    ['a + b | c - d', '(or (and a b) (and c (not d)))'],
    ['深度学习 与 图像 或 文本 非 综述', '(or (and 深度学习 图像) (and 文本 (not 综述)))'],
    ['与图像', '与图像'],
    ['state-of-the-art', 'state-of-the-art'],
    ['a+b', 'a+b'],
    ['"deep learning"', '"deep learning"'],
    ['“深度 学习” 图像', '(and "深度 学习" 图像)'],
    ['deep NEAR/5 learning', '(near5 deep learning)'],
    ['deep NEAR learning', '(near15 deep learning)'],
    ['a NEAR/2 b NEAR/3 c', '(near3 (near2 a b) c)'],
    ['NOT a NEAR/3 b', '(not (near3 a b))'],
    ['ＢＥＲＴ　ＡＮＤ　ｍｏｄｅｌ', '(and BERT model)'],
    ['（深度学习　OR　机器学习）', '(or 深度学习 机器学习)'],
    ['"ＢＥＲＴ"', '"ＢＥＲＴ"'],
    ['深度学习，图像。', '(and 深度学习 图像)'],
    ['BERT: Pre-training of Transformers.', '(and BERT Pre-training of Transformers)'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected)
    expect(parseQuery(text).warnings).toEqual([])
  })

  test('in a query in capitals AND, OR and NOT are words, and people are told', () => {
    expect(read('TO BE OR NOT TO BE')).toBe('(and TO BE OR NOT TO BE)')
    expect(parseQuery('BERT OR GPT').warnings).toMatchObject([{ start: 5, end: 7 }])
    expect(parseQuery('BERT OR GPT').explicit).toBe(false)
    expect(read('BERT | GPT')).toBe('(or BERT GPT)')
  })

  test('operators count beside Chinese, quotes and fields even if the Latin words are in capitals', () => {
    expect(read('BERT OR 词向量')).toBe('(or BERT 词向量)')
    expect(read('TI:BERT OR TI:GPT')).toBe('(or title:BERT title:GPT)')
    expect(read('"BERT" OR "GPT"')).toBe('(or "BERT" "GPT")')
    expect(read('2020 OR 2021')).toBe('(or 2020 2021)')
  })
})

describe('signs in a sentence that somebody pastes are punctuation', () => {
  test.each([
    ['Pyridostatin destabilizes the G - quadruplex in the telomeric region.', '-'],
    ['a gene raises the risk in homozygous alpha + thalassemia trait subjects', '+'],
    ['why do users find that ,. - (a) pitot tubes differ, (b) they vary wildly', '-'],
  ])('%s', (text, sign) => {
    const { query, explicit, warnings } = parseQuery(text)

    expect(brief(query)).toBe(read(text.replace(sign, '')))
    expect(warnings).toMatchObject([{ start: text.indexOf(sign), end: text.indexOf(sign) + 1 }])
    expect(explicit).toBe(false)
  })

  test.each([
    ['few words', 'word vectors for translation of novels - poems', /\(not poems\)/],
    ['many signs', 'a + b | c - d | e + f | g - h | i + j', /\(not h\)/],
    ['a field', 'TI:a paper on how to parse long words in sentences - poems', /\(not poems\)/],
    ['quotes', '"a paper" on how to parse all long words in sentences - poems', /\(not poems\)/],
    ['an operator in letters', 'a paper on how to parse long words in OR sentences - poems', /\(not poems\)/],
    ['capitals', 'A PAPER ON HOW TO PARSE LONG WORDS IN SENTENCES - POEMS', /\(not POEMS\)/],
  ])('but not beside or among %s', (_, text, expected) => {
    expect(read(text)).toMatch(expected)
    expect(parseQuery(text).explicit).toBe(true)
  })
})

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
    expect(read(text)).toBe(expected)
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
    expect(read(text)).toBe(expected)
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
    ['(DOI:10.1000/abc) x', '(and doi:10.1000/abc x)'],
    ['ISSN:1000-1239', 'issn:1000-1239'],
    ['RANK:CSSCI', 'rank:CSSCI'],
    ['中图分类号:TP391.1', 'clc:TP391.1'],
    ['OA:true LANG:zh', '(and oa:true language:zh)'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected)
    expect(parseQuery(text).warnings).toEqual([])
    expect(parseQuery(text).explicit).toBe(true)
  })

  test('a colon in a title is no field', () => {
    expect(read('Language: a survey')).toBe('(and Language a survey)')
    expect(read('BERT:model')).toBe('BERT:model')
    expect(parseQuery('Language: a survey').explicit).toBe(false)
  })
})

describe('malformed queries are searched all the same', () => {
  test.each([
    ['"deep learning', '(and deep learning)', 0, 1],
    ['deep AND', 'deep', 5, 8],
    ['OR deep', 'deep', 0, 2],
    ['deep AND OR net', '(or deep net)', 5, 8],
    ['deep OR AND net', '(or deep net)', 8, 11],
    ['deep NOT', 'deep', 5, 8],
    ['deep NEAR/3', 'deep', 5, 11],
    ['(deep net', '(and deep net)', 0, 1],
    ['deep) net', '(and deep net)', 4, 5],
    ['deep () net', '(and deep net)', 5, 7],
    ['deep "" net', '(and deep net)', 5, 7],
    ['deep TI:', '(and deep TI)', 5, 8],
    ['PY:abc', 'abc', 0, 3],
    ['TI>5', '5', 0, 3],
    ['PY:(abc)', 'abc', 4, 7],
  ])('%s', (text, expected, start, end) => {
    expect(read(text)).toBe(expected)
    expect(parseQuery(text).warnings).toMatchObject([{ start, end }])
    expect(parseQuery(text).warnings[0]?.message).toMatch(/\p{Script=Han}/u)
  })

  test('what is beyond 2,000 characters is left out', () => {
    const parsed = parseQuery(`${'a'.repeat(1999)} b c`)
    expect(parsed.words).toEqual(['a'.repeat(1999)])
    expect(parsed.warnings).toMatchObject([{ start: 2000, end: 2003 }])
  })

  test('50 operators are followed, with one more all words are plain', () => {
    const chain = (operators: number) => Array.from({ length: operators + 1 }, (_, i) => `w${i}`).join(' OR ')
    expect(parseQuery(chain(50)).query.kind).toBe('or')
    expect(parseQuery(chain(51))).toMatchObject({ query: { kind: 'and' }, explicit: false, warnings: [{}] })
  })

  test('brackets deeper than 50 are searched as plain words', () => {
    const parsed = parseQuery(`${'('.repeat(900)}a OR b${')'.repeat(900)}`)
    expect(brief(parsed.query)).toBe('(and a b)')
    expect(parsed.warnings).toHaveLength(1)
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

test('places are those in the text as written', () => {
  const text = 'TI：“深度 学习” ＡＮＤ　bert，'
  const { query } = parseQuery(text)
  const places =
    'parts' in query
      ? query.parts.map((part) => ('start' in part ? text.slice(part.start, part.end) : ''))
      : []
  expect(places).toEqual(['“深度 学习”', 'bert'])
})

test('only words that are looked for are words to mark and spell', () => {
  expect(parseQuery('deep NOT shallow PY:2020 TI:"neural net" net* AU:张三').words).toEqual([
    'deep',
    'neural net',
    'net',
    '张三',
  ])
})
