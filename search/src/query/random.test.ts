import { expect, test } from 'vitest'
import { conditionsToQuery, queryToConditions } from './conditions.ts'
import { parseQuery } from './parse.ts'
import { printQuery } from './print.ts'
import { joinQueries, type LeafQuery, type Query, type SearchField } from './query.ts'

/** Numbers from 0 to below `limit` that are the same in every run. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const place = { start: 0, end: 0 }

/** The query without the places of its words, and without what says that they stood in quotes. */
function withoutPlaces(query: Query): Query {
  if (query.kind === 'all' || query.kind === 'range') return query
  if ('parts' in query) return { ...query, parts: query.parts.map(withoutPlaces) }
  if (query.kind === 'not') return { ...query, part: withoutPlaces(query.part) }
  if (query.kind === 'word') {
    const { quoted: _, ...word } = query
    return { ...word, ...place }
  }
  if (query.kind !== 'near') return { ...query, ...place }
  return { ...query, left: withoutPlaces(query.left), right: withoutPlaces(query.right) }
}

const pieces = [
  ...[
    '(',
    ')',
    '"',
    '“',
    '”',
    ' ',
    ' ',
    '\u3000',
    'AND',
    'OR',
    'NOT',
    'NEAR/3',
    'NEAR',
    '与',
    '或',
    '非',
    '+',
    '|',
    '-',
  ],
  ...[
    '*',
    '?',
    ':',
    '：',
    '=',
    '>=',
    '<',
    '..',
    ',',
    '，',
    '。',
    "'",
    '\\',
    '$',
    '<b>',
    '&amp;',
    '\u0000',
    '\ud83d',
    '😀',
  ],
  ...[
    'TI',
    'PY',
    '题名',
    'title',
    'DOI',
    'CITED',
    'AU:',
    'TI:',
    'PY:2020',
    '年>=',
    '10.1000/x',
    '2020',
    '1706.03762',
  ],
  ...[
    'deep',
    'DEEP',
    'behavi?r',
    '深度学习',
    '機器',
    'C++',
    '.NET',
    'β',
    'ｆｕｌｌ',
    '한국',
    'é',
    'a',
    '𠮷',
    '(x',
    ')',
  ],
]

function randomText(random: (limit: number) => number, length: number): string {
  return Array.from({ length }, () => pieces[random(pieces.length)]).join('')
}

test('whatever is typed parses, with warnings inside the text, and prints as text that means the same', () => {
  const random = createRandom(1)
  for (let i = 0; i < 30_000; i++) {
    const text = randomText(random, random(24))
    const { warnings, query } = parseQuery(text)
    const outside = warnings.filter(({ start, end }) => start < 0 || start >= end || end > text.length)
    if (outside.length > 0 || !isPrintable(query)) expect.fail(`${JSON.stringify(text)}`)
  }
})

/** Whether a parsed query prints as text that means the same. */
function isPrintable(query: Query): boolean {
  const again = parseQuery(printQuery(query)).query
  return JSON.stringify(withoutPlaces(again)) === JSON.stringify(withoutPlaces(query))
}

test.each(['(', '"', 'a(', 'TI:', 'TI:(', '?', '.,', 'a ', 'a OR ', '- ', 'a(b', 'https://', '<b ', '😀'])(
  '100,000 characters of %j parse with a warning that they were too many',
  (part) => {
    const text = part.repeat(100_000 / part.length)
    const { warnings } = parseQuery(text)
    expect(warnings.at(-1)).toMatchObject({ start: 2000, end: text.length })
  },
)

const fields: SearchField[] = ['any', 'title', 'abstract', 'keyword', 'author', 'source', 'clc', 'issn']
const words = [
  'deep',
  'BERT',
  '深度学习',
  'C++',
  'state-of-the-art',
  'O(n^2)',
  'AND',
  'NOT',
  '与',
  'TI:x',
  'β-catenin',
  '3.14',
]
const phrases = ['deep learning', '深度 学习', 'AND', 'what is (this)?', 'a', 'Yann LeCun']

function randomLeaf(random: (limit: number) => number): LeafQuery {
  const field = fields[random(fields.length)] ?? 'any'
  const text = words[random(words.length)] ?? ''
  const kind = random(10)
  if (kind === 0)
    return { kind: 'range', field: 'year', from: 2000 + random(20), to: random(2) ? 2020 + random(5) : null }
  if (kind === 1) return { kind: 'range', field: 'cited', from: null, to: random(100) }
  if (kind === 2) return { kind: 'phrase', field, text: phrases[random(phrases.length)] ?? '', ...place }
  if (kind === 3) return { kind: 'prefix', field, text: ['neur', '神经', 'ab'][random(3)] ?? '', ...place }
  if (kind === 4)
    return { kind: 'wildcard', field, pattern: ['behavi?r', 'model?', 'colo?r?'][random(3)] ?? '', ...place }
  return { kind: 'word', field, text, ...place }
}

function randomQuery(random: (limit: number) => number, depth: number): Query {
  const kind = depth === 0 ? 0 : random(6)
  const part = () => randomQuery(random, depth - 1)
  if (kind === 1) return { kind: 'not', part: part() }
  if (kind === 2) return { kind: 'near', distance: 1 + random(30), left: part(), right: part() }
  if (kind === 3 || kind === 4)
    return joinQueries(kind === 3 ? 'and' : 'or', Array.from({ length: 2 + random(2) }, part))
  return randomLeaf(random)
}

test('a printed query means the same when it is read again', () => {
  const random = createRandom(2)
  for (let i = 0; i < 20_000; i++) {
    const query = randomQuery(random, 3)
    const text = printQuery(query)
    expect({ text, query: withoutPlaces(parseQuery(text).query) }).toEqual({ text, query })
  }
})

test('rows of the advanced search and queries turn into each other', () => {
  const random = createRandom(3)
  let shown = 0
  for (let i = 0; i < 20_000; i++) {
    const query = randomQuery(random, 2)
    const rows = queryToConditions(query)
    if (!rows) continue
    shown++
    expect(withoutPlaces(conditionsToQuery(rows))).toEqual(query)
  }
  expect(shown).toBeGreaterThan(5000)
})
