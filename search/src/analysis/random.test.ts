import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sampleInGate } from '../testing/sample-in-gate.ts'
import { analyze, forEachTerm } from './analyze.ts'

/** The faults of a text's tokens, in words. */
function faultsOf(text: string): string[] {
  const tokens = analyze(text)
  const indexed: string[] = []
  const length = forEachTerm(text, (term, position) => indexed.push(`${term}@${position}`))
  const faults: string[] = []
  if (tokens.map(({ term, position }) => `${term}@${position}`).join() !== indexed.join())
    faults.push('other terms')
  if (tokens.some(({ position }, i) => position < (tokens[i - 1]?.position ?? 0))) faults.push('unordered')
  if (tokens.some(({ position }) => position >= length)) faults.push('too short')
  if (tokens.some(({ start, end }) => start < 0 || start >= end || end > text.length))
    faults.push('out of the text')
  if (tokens.some(({ term }) => !/[\p{L}\p{N}\p{M}]/u.test(term))) faults.push('no letter')
  if (new Set(indexed).size !== indexed.length) faults.push('twice')
  return faults
}

const pieces = [
  ...[
    ' ',
    ' ',
    '-',
    '–',
    '.',
    ',',
    '，',
    '。',
    "'",
    '’',
    '_',
    '^',
    '&',
    '+',
    '#',
    '$',
    '\\',
    '{',
    '}',
    '<',
    '>',
    '(',
    '\n',
  ],
  ...[
    '<sub>',
    '</sub>',
    '&amp;',
    '\\alpha',
    '.NET',
    'C++',
    'c#',
    'α',
    'β',
    'μ',
    '2',
    '3.14',
    'IL',
    'networks',
    'H',
  ],
  ...[
    '机',
    '器學',
    '学习',
    '图像',
    '𠮷',
    'カ',
    'ﾞ',
    '한',
    '\u0301',
    '\u00ad',
    '😀',
    '\ud800',
    'é',
    'ﬁ',
    '™',
    'A',
    'state',
  ],
]

const TEXT_COUNT = sampleInGate(30_000)

test('whatever stands in a text, it is indexed as it is highlighted, within the text', () => {
  let state = 7
  const random = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  for (let i = 0; i < TEXT_COUNT; i++) {
    const text = Array.from({ length: random(20) }, () => pieces[random(pieces.length)]).join('')
    const faults = faultsOf(text)
    if (faults.length > 0) expect.fail(`${JSON.stringify(text)}: ${faults.join(', ')}`)
  }
})

test('a long text without a space is indexed', () => {
  for (const part of ['a-', '<', '&', '机', '$', '{', '\\', "x'", 'α', '1.', '+']) {
    expect(faultsOf(part.repeat(20_000)).filter((fault) => fault !== 'twice')).toEqual([])
  }
})

const own = [
  'Attention is all you need',
  '基于深度学习的图像分割方法研究，用C++实现',
  'IL-6 and TNF-α in H<sub>2</sub>O',
]
const abstracts = [own, readChinese(), readEnglish()].flat()

test('real abstracts are indexed as they are highlighted', () => {
  expect(abstracts.filter((text) => faultsOf(text).length > 0)).toEqual([])
})

function readChinese(): string[] {
  const path = '../shared/data/ir/csl-papers/papers.jsonl'
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n', 300)
  return lines.filter(Boolean).map((line) => JSON.parse(line).abstract)
}

function readEnglish(): string[] {
  const path = '../shared/data/acl/acl.jsonl.gz'
  if (!existsSync(path)) return []
  const lines = gunzipSync(readFileSync(path)).toString().split('\n', 80_000).slice(-3000)
  return lines.map((line) => JSON.parse(line).abstract)
}
