import { expect, test } from 'vitest'
import { pageBytes } from './serialized-page.ts'

const asItIs = (output: unknown) => output
const sent = (serializedElements: string[][], page: object = { total: 2 }) =>
  JSON.parse(pageBytes({ serializedElements, page }, asItIs).toString())

test('a page is sent with its elements in their order, each made of its parts', () => {
  const parts = [
    ['{"title":"\\"list\\":[] é 深度学习 😀"}', '{"id":"1","tags":[]}', '{"score":0.5}'],
    ['{"id":"2"}'],
  ]
  expect(sent(parts)).toEqual({
    code: 200,
    data: {
      list: [{ title: '"list":[] é 深度学习 😀', id: '1', tags: [], score: 0.5 }, { id: '2' }],
      total: 2,
    },
    message: '',
  })
  expect(sent([])).toEqual({ code: 200, data: { list: [], total: 2 }, message: '' })
})

test('a page may be of any length, and the next one has nothing of it', () => {
  const text = '长'.repeat(700_000)
  expect(sent([[JSON.stringify({ text }), '{"id":"1"}']]).data.list).toEqual([{ text, id: '1' }])
  expect(sent([['{"id":"2"}']]).data).toEqual({ list: [{ id: '2' }], total: 2 })
})

test('what is no object, or has no fields, is not sent as one', () => {
  for (const part of ['[1,2,3]', '{}', '"text"', '']) expect(() => sent([['{"id":"1"}', part]])).toThrow()
})

test('a page whose list does not come first is refused rather than torn', () => {
  const turned = (output: unknown) => ({ total: 1, ...(output as object), list: undefined })
  expect(() => pageBytes({ serializedElements: [['{"id":"1"}']], page: {} }, turned)).toThrow('list')
})
