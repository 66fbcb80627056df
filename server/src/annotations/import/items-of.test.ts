import { expect, test } from 'vitest'
import { itemsOf } from './items-of.ts'

function read(json: string, key = 'items'): { items: string[]; isList: boolean } {
  const items: string[] = []
  const reading = itemsOf(json, key)
  let step = reading.next()
  while (!step.done) {
    items.push(step.value)
    step = reading.next()
  }
  return { items, isList: step.value }
}

test('the elements of a list come one by one, whatever stands in and around them', () => {
  const values = [{ a: 'x ] } , " \\' }, [1, [2, { b: ']' }]], 'text, "quoted" \\', 7, null, {}]
  const objects = [
    { items: values },
    { head: { items: [1] }, more: 'items', text: '{"items":[0]}', items: values, after: [1] },
  ]

  for (const value of [values, ...objects])
    for (const indent of [0, 2])
      expect(read(JSON.stringify(value, null, indent)).items.map((item) => JSON.parse(item))).toEqual(values)
  expect(read('{"items":[]}')).toEqual({ items: [], isList: true })
})

test('what holds no such list is told', () => {
  for (const json of ['', 'x', '"items"', '{}', '{"items":7}', '{"items"', '{"a":1}', '{"a"', '7'])
    expect(read(json)).toEqual({ items: [], isList: false })
})

test('what is cut off, or no JSON, ends', () => {
  for (const json of ['[', '[1', '[1,', '[{"a":[1,', '["a', '["a\\', '{"items":[{"a":"b'])
    expect(read(json).items.length).toBeLessThan(2)
  expect(read('[}{').items.length).toBeLessThan(3)
  expect(read(`[${'['.repeat(100_000)}`).items).toHaveLength(1)
})
