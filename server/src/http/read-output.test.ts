import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { outputReader } from './read-output.ts'

const schema = z.object({
  id: z.string().min(1).max(4),
  made: z.iso.datetime(),
  count: z.number().int().min(0),
  share: z.number().optional(),
  kind: z.enum(['a', 'b']).nullable(),
  list: z.array(z.union([z.string(), z.object({ name: z.literal('x'), flag: z.boolean() })])),
  open: z.record(z.string(), z.json()),
  folded: z.string().transform((text) => text.toLowerCase()),
  left: z.string().default('out'),
})
const value = {
  id: 'abcd',
  made: '2026-03-02T08:00:00.000Z',
  count: 0,
  kind: null,
  list: ['text', { name: 'x', flag: true }],
  open: { any: [1] },
  folded: 'TEXT',
}

test('an answer is read as its schema reads it: what the schema does not have is left out', () => {
  const more = {
    ...value,
    password_hash: 'secret',
    list: [...value.list, { name: 'x', flag: false, more: 1 }],
  }
  const read = outputReader(schema)(more)
  expect(read).toEqual(schema.parse(more))
  expect(JSON.stringify(read)).toBe(JSON.stringify(schema.parse(more)))
  expect(JSON.stringify(read)).not.toContain('secret')
})

test('what does not fit is refused with the words of the schema', () => {
  const read = outputReader(schema)
  const wrong: object[] = [
    { ...value, id: '' },
    { ...value, id: 'abcde' },
    { ...value, id: undefined },
    { ...value, made: 'yesterday' },
    { ...value, count: -1 },
    { ...value, count: 1.5 },
    { ...value, share: Number.NaN },
    { ...value, share: null },
    { ...value, kind: 'c' },
    { ...value, kind: undefined },
    { ...value, list: {} },
    { ...value, list: [{ name: 'y', flag: true }] },
    { ...value, folded: 1 },
    [],
  ]
  for (const each of [...wrong, null, 'text']) {
    const refusal = schema.safeParse(each).error
    expect(refusal).toBeDefined()
    expect(() => read(each)).toThrow(refusal?.message)
  }
})

test('the schema of an answer is never taken for another one: an object that must have nothing else', () => {
  const strict = z.object({ a: z.strictObject({ b: z.string() }), c: z.looseObject({}) })
  const read = outputReader(strict)
  expect(read({ a: { b: '1' }, c: { d: 2 } })).toEqual({ a: { b: '1' }, c: { d: 2 } })
  expect(() => read({ a: { b: '1', more: 1 }, c: {} })).toThrow()
})

test('an empty page of a search is read as the contract says', () => {
  const { output } = api.papers.search
  const facet = { list: [{ value: 'zh', label: '中文', count: 3 }], more: false }
  const names = [
    'year',
    'resource_type',
    'source',
    'subject',
    'language',
    'author',
    'keyword',
    'rank',
    'is_oa',
  ]
  const page = {
    list: [],
    total: 0,
    page_num: 1,
    page_size: 20,
    facets: Object.fromEntries(names.map((name) => [name, facet])),
    facets_of: 'all',
    parsed_query: { text: '', warnings: [], expansions: [], identifier: null },
    did_you_mean: null,
    total_partial: 0,
    relax: [],
    took_ms: 0.1,
  }
  expect(outputReader(output)(page)).toEqual(output.parse(page))
})
