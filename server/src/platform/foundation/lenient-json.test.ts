import { expect, test } from 'vitest'
import { parseLenientJson } from './lenient-json.ts'

const read = (text: string) => parseLenientJson(text)?.value

test.each([
  ['{"a": 1, "b": [true, null, -2.5e3]}', { a: 1, b: [true, null, -2500] }],
  ["{'a': 'it\\'s', b: None, c: True,}", { a: "it's", b: null, c: true }],
  ['{a: 1 // first\n b: 2 /* second */ # third\n}', { a: 1, b: 2 }],
  ['{“问题”：“如何”，“式”：[“甲”，“乙”]}', { 问题: '如何', 式: ['甲', '乙'] }],
  ['["two\nlines", "\\u4e2d\\n"]', ['two\nlines', '中\n']],
  ['{"a": ["b", "c', { a: ['b'] }],
  ['{"a": 1, "b": "half a sen', { a: 1 }],
  ['{"a": 1, "b":', { a: 1 }],
  ['{"a": 1, "b', { a: 1 }],
  ['{type: comparison, enough: false}', { type: 'comparison', enough: false }],
  ['[constructor, toString, valueOf]', ['constructor', 'toString', 'valueOf']],
])('%s', (text, value) => {
  expect(read(text)).toEqual(value)
})

test.each(['', 'none', '{1}', '{"a" 1}', `${'['.repeat(30)}1${']'.repeat(30)}`])('%j is no JSON', (text) => {
  expect(parseLenientJson(text)).toBeNull()
})

test('a member cannot change the object that holds it', () => {
  const value = read('{"__proto__": {"admin": true}, "a": 1}') as Record<string, unknown>
  expect(value).toEqual({ a: 1 })
  expect(value.admin).toBeUndefined()
})

test('what JSON writes is read back, whatever it is', () => {
  let state = 7
  const below = (most: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % most
  }
  const make = (depth: number): unknown =>
    [
      () => below(1_000) / 8 - 20,
      () => ['', '“引”', 'a\\b"c', 'x\n\ty', "it's", '// no comment', '😀'][below(7)],
      () => below(2) === 0,
      () => null,
      () => Array.from({ length: below(4) }, () => make(depth + 1)),
      () => Object.fromEntries(Array.from({ length: below(4) }, (_, at) => [`k${at} "`, make(depth + 1)])),
    ][below(depth > 4 ? 4 : 6)]?.()
  for (let turn = 0; turn < 500; turn += 1) {
    const value = [make(0)]
    expect(read(JSON.stringify(value, null, below(3)))).toEqual(value)
  }
})
