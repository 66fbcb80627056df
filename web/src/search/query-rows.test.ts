import { expect, test } from 'vitest'
import { type AdvancedRow, emptyRow, fromQuery, toQuery } from './query-rows.ts'

const row = (value: string, rest: Partial<AdvancedRow> = {}): AdvancedRow => ({
  ...emptyRow(),
  value,
  ...rest,
})

test.each([
  [[row('deep learning')], '(deep learning)'],
  [[row('注意力'), row('Vaswani', { field: 'AU' })], '注意力 AND AU:Vaswani'],
  [[row('graph neural network', { field: 'TI', how: 'phrase' })], 'TI:"graph neural network"'],
  [[row('超导'), row('综述', { join: 'NOT', field: 'TI' })], '超导 NOT TI:综述'],
  [[row('超导'), row('超流', { join: 'OR' })], '超导 OR 超流'],
  [[row('crystallo', { how: 'prefix' })], 'crystallo*'],
  [[row('2020-2024', { field: 'PY', how: 'range' })], 'PY:2020..2024'],
  [[row('2020-', { field: 'PY', how: 'range' })], 'PY>=2020'],
  [[row('>=10', { field: 'CITED', how: 'range' })], 'CITED>=10'],
  [[row(''), row('说"什么"(吗)')], '(说 什么 吗)'],
])('rows become the query that is searched: %j', (rows, query) => {
  expect(toQuery(rows)).toBe(query)
})

test.each([
  '注意力 AND AU:Vaswani',
  'TI:"graph neural network" OR KY:超导',
  '超导 NOT TI:综述 AND PY:2020..2024',
  'crystallo* AND CITED>=10',
  '(deep learning) AND JN:Nature',
  'NOT 综述',
])('a query that rows can show is read back as it was written: %s', (query) => {
  const rows = fromQuery(query)
  expect(rows && toQuery(rows)).toBe(query)
})

test('plain words side by side are one row', () => {
  expect(fromQuery('高温 超导')).toEqual([row('高温 超导')])
})

test.each(['(a OR b) AND c', 'a NEAR/3 b)', 'XX:y', 'a AND', '((a))'])(
  'a query that rows cannot show is left to its text: %s',
  (query) => {
    expect(fromQuery(query)).toBeNull()
  },
)
