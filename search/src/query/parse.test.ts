import { describe, expect, test } from 'vitest'
import { briefParse, briefQuery } from '../testing/brief-query.ts'
import { parseQuery } from './parse.ts'

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
    expect(briefParse(text)).toBe(expected)
    expect(parseQuery(text).warnings).toEqual([])
  })

  test('in a query in capitals AND, OR and NOT are words, and people are told', () => {
    expect(briefParse('TO BE OR NOT TO BE')).toBe('(and TO BE OR NOT TO BE)')
    expect(parseQuery('BERT OR GPT').warnings).toMatchObject([{ start: 5, end: 7 }])
    expect(parseQuery('BERT OR GPT').explicit).toBe(false)
    expect(briefParse('BERT | GPT')).toBe('(or BERT GPT)')
  })

  test('operators count beside Chinese, quotes and fields even if the Latin words are in capitals', () => {
    expect(briefParse('BERT OR 词向量')).toBe('(or BERT 词向量)')
    expect(briefParse('TI:BERT OR TI:GPT')).toBe('(or title:BERT title:GPT)')
    expect(briefParse('"BERT" OR "GPT"')).toBe('(or "BERT" "GPT")')
    expect(briefParse('2020 OR 2021')).toBe('(or 2020 2021)')
  })
})

describe('signs in a sentence that somebody pastes are punctuation', () => {
  test.each([
    ['Pyridostatin destabilizes the G - quadruplex in the telomeric region.', '-'],
    ['a gene raises the risk in homozygous alpha + thalassemia trait subjects', '+'],
    ['Attention is all you need - a survey', '-'],
    ['word vectors for translation of novels - poems', '-'],
    ['BERT - pre-training of deep bidirectional transformers', '-'],
    ['why do users find that ,. - (a) pitot tubes differ, (b) they vary wildly', '-'],
  ])('%s', (text, sign) => {
    const { query, explicit, warnings } = parseQuery(text)

    expect(briefQuery(query)).toBe(briefParse(text.replace(sign, '')))
    expect(warnings).toMatchObject([{ start: text.indexOf(sign), end: text.indexOf(sign) + 1 }])
    expect(explicit).toBe(false)
  })

  test.each([
    ['three words', 'word novels - poems', /\(not poems\)/],
    ['a sign for either of few words', 'word vectors novels | poems', /^\(or/],
    ['many signs', 'a + b | c - d | e + f | g - h | i + j', /\(not h\)/],
    ['a field', 'TI:a paper on how to parse long words in sentences - poems', /\(not poems\)/],
    ['a word that is left out for certain', 'word vectors novels -poems', /\(not poems\)/],
    ['an operator in letters', 'a paper on how to parse long words in OR sentences - poems', /\(not poems\)/],
    ['capitals', 'A PAPER ON HOW TO PARSE LONG WORDS IN SENTENCES - POEMS', /\(not POEMS\)/],
  ])('but not beside or among %s', (_, text, expected) => {
    expect(briefParse(text)).toMatch(expected)
    expect(parseQuery(text).explicit).toBe(true)
  })
})

describe('a sign right before a word belongs to it', () => {
  test.each([
    ['networks -system', '(and networks (not system))'],
    ['deep learning -survey -review', '(and deep learning (not survey) (not review))'],
    ['神经网络 －综述', '(and 神经网络 (not 综述))'],
    ['TI:a -TI:b', '(and title:a (not title:b))'],
    ['-TI:b TI:a', '(and (not title:b) title:a)'],
    ['bert -"language model"', '(and bert (not "language model"))'],
    ['bert -(gpt | elmo)', '(and bert (not (or gpt elmo)))'],
    ['bert -model*', '(and bert (not model*))'],
    ['(bert -gpt) | elmo', '(or (and bert (not gpt)) elmo)'],
    ['bert +gpt', '(and bert gpt)'],
    ['+bert +gpt', '(and bert gpt)'],
    ['bert OR +gpt', '(or bert gpt)'],
    ['+TI:bert +PY:2020', '(and title:bert year:2020..2020)'],
    ['bert |gpt', '(or bert gpt)'],
  ])('%s', (text, expected) => {
    expect(briefParse(text)).toBe(expected)
    expect(parseQuery(text).warnings).toEqual([])
    expect(parseQuery(text).explicit).toBe(true)
  })

  test.each([
    ['-ing forms', '(and ing forms)', 0, 4],
    ['-system', 'system', 0, 7],
    ['storage at -80 degrees', '(and storage at 80 degrees)', 11, 14],
    ['TNF -α', '(and TNF α)', 4, 6],
    ['self -attention', '(and self attention)', 5, 15],
    ['log P(y |x)', '(and log P y x)', 8, 10],
  ])(
    'but a dash that may be part of %s is punctuation, and people are told',
    (text, expected, start, end) => {
      expect(briefParse(text)).toBe(expected)
      expect(parseQuery(text).warnings).toMatchObject([{ start, end }])
      expect(parseQuery(text).explicit).toBe(false)
    },
  )

  test.each(['--verbose mode', 'C- dur', 'mRNA- binding', 'Na+ K+', '"deep"-learning', 'a-b', 'x +/-5'])(
    '%s has no sign before a word',
    (text) => {
      expect(briefParse(text)).not.toContain('not')
      expect(parseQuery(text).warnings).toEqual([])
    },
  )

  test('a dash between spaces is punctuation from four words on, as in a title, and people are told', () => {
    expect(briefParse('graph neural networks - survey')).toBe('(and graph neural networks survey)')
    expect(parseQuery('graph neural networks - survey').warnings).toMatchObject([{ start: 22, end: 23 }])
    expect(parseQuery('networks - system').warnings).toEqual([])
  })
})

describe('quotes and brackets in a sentence', () => {
  test.each([
    'we compare "attention is all" with older models of translation',
    'does “machine translation” help the readers of news',
    'lexical features for "parsing of sentences" in older - mostly written - texts of many kinds',
  ])('what is quoted in %s need not stand there word for word, and people are told', (text) => {
    const { query, warnings, explicit } = parseQuery(text)
    expect(briefQuery(query)).not.toContain('"')
    expect(explicit).toBe(false)
    expect(warnings.some(({ message }) => message.includes('引号'))).toBe(true)
  })

  test.each([
    ['"neural machine translation" survey', '(and "neural machine translation" survey)'],
    [
      '"word sense disambiguation" "semantic role labeling"',
      '(and "word sense disambiguation" "semantic role labeling")',
    ],
    [
      'medical image "segmentation" survey - "deep learning"',
      '(and medical image "segmentation" survey "deep learning")',
    ],
    [
      'TI:"all of it" and what the rest of the paper says of it',
      '(and title:"all of it" and what the rest of the paper says of it)',
    ],
  ])('but quotes in %s are meant', (text, expected) => {
    expect(briefParse(text)).toBe(expected)
    expect(parseQuery(text).explicit).toBe(true)
  })

  test.each([
    ['odds ratio (OR) of smokers', '(and odds ratio OR of smokers)'],
    ['alpha (+) thalassemia', '(and alpha thalassemia)'],
    ['gates (NOT) and switches', '(and gates NOT and switches)'],
  ])('an operator alone in brackets is a word or nothing: %s', (text, expected) => {
    expect(briefParse(text)).toBe(expected)
    expect(parseQuery(text).explicit).toBe(false)
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
    expect(briefParse(text)).toBe(expected)
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
    expect(briefQuery(parsed.query)).toBe('(and a b)')
    expect(parsed.warnings).toHaveLength(1)
  })
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
