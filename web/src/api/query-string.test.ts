import { expect, test } from 'vitest'
import { parseQuery } from './query-string.ts'

test('a query becomes decoded pairs', () => {
  expect(parseQuery('?q=%E6%B3%A8%E6%84%8F+%E5%8A%9B&page=2')).toEqual({ q: '注意 力', page: '2' })
})

test('the query of a whole address or of a hash is found', () => {
  expect(parseQuery('http://x/?setup=1#/register')).toEqual({ setup: '1' })
  expect(parseQuery('#/error?err_code=404')).toEqual({ err_code: '404' })
})

test('a key without a value is there and empty; the last of a repeated key counts', () => {
  expect(parseQuery('setup&a=1&a=2&b==')).toEqual({ setup: '', a: '2', b: '=' })
})

test('a broken escape stays as it was written', () => {
  expect(parseQuery('q=100%&r=%E6')).toEqual({ q: '100%', r: '%E6' })
})

test('an empty query has no pairs, and a key cannot reach the prototype', () => {
  expect(parseQuery('')).toEqual({})
  expect(parseQuery('?')).toEqual({})
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  parseQuery('__proto__=1&polluted=2')
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})
