import { expect, test } from 'vitest'
import { createListReader } from './list-reader.ts'

/** What comes of a file that is cut into pieces of a length. */
function read(json: string, length = json.length, longest = 1_000_000) {
  const reader = createListReader('items', longest)
  const items: (string | null)[] = []
  for (let from = 0; from < json.length; from += length)
    items.push(...reader.feed(json.slice(from, from + length)))
  return { items, state: reader.state() }
}

test('the elements of a list come one by one, whatever stands in and around them, wherever the file is cut', () => {
  const values = [{ a: 'x ] } , " \\' }, [1, [2, { b: ']' }]], 'text, "quoted" \\', 7, null, {}]
  const objects = [
    { items: values },
    { head: { items: [1] }, more: 'items', text: '{"items":[0]}', items: values, after: [1] },
  ]

  for (const value of [values, ...objects])
    for (const indent of [0, 2])
      for (const length of [1, 2, 7, 10_000]) {
        const { items, state } = read(JSON.stringify(value, null, indent), length)
        expect(items.map((item) => JSON.parse(item ?? ''))).toEqual(values)
        expect(state).toBe('whole')
      }
  expect(read('\ufeff {"items":[]}')).toEqual({ items: [], state: 'whole' })
})

test('what holds no such list is told', () => {
  for (const json of ['', 'x', '"items"', '{}', '{"items":7}', '{"items"', '{"a":1}', '{"a"', '7', '{"a":}'])
    expect(read(json), json).toEqual({ items: [], state: 'none' })
})

test('what is cut off, or no JSON, ends, and is told', () => {
  for (const json of [
    '[',
    '[1',
    '[1,',
    '[{"a":[1,',
    '["a',
    '["a\\',
    '{"items":[{"a":"b',
    '[}{',
    '[1}',
    '[1 2',
  ])
    for (const length of [1, 100]) {
      const { items, state } = read(json, length)
      expect([items.length < 2, state], json).toEqual([true, 'broken'])
    }
  expect(read('[1,2')).toEqual({ items: ['1'], state: 'broken' })
})

test('an element that is longer than any of sense is passed over, however deep or long it is', () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000)
  const long = `"${'\\"'.repeat(50_000)}"`
  for (const length of [1_000, 1_000_000]) {
    const { items, state } = read(`[1,${deep},${long},2]`, length, 1_000)
    expect([items, state]).toEqual([['1', null, null, '2'], 'whole'])
  }
  expect(read(`{"${'x'.repeat(5_000)}":${deep},"items":[3]}`, 100, 1_000).items).toEqual(['3'])
})

test('an element with names without end, or deeper than any of sense, is passed over', () => {
  const names = `{${Array.from({ length: 12_001 }, (_, at) => `"k${at}":1`).join()}}`
  const deep = `${'['.repeat(65)}${']'.repeat(65)}`
  const said = JSON.stringify({ comment: ':'.repeat(20_000) })
  expect(read(`[${names},${deep},${said}]`, 1_000)).toEqual({ items: [null, null, said], state: 'whole' })
})
