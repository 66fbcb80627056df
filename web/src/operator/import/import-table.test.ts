import { expect, test } from 'vitest'
import { decodeTable, isTable, readColumns } from './import-table.ts'

const file = (content: string | Uint8Array<ArrayBuffer>, name = 'a.csv') => new File([content], name)

test.each([
  ['commas', 'a.csv', '题目,年\n锂枝晶,2020\n'],
  ['tabs', 'a.tsv', '题目\t年\n锂枝晶\t2020\n'],
  ['semicolons', 'a.csv', '题目;年\r\n锂枝晶;2020\r\n'],
])('columns are told apart by %s, with a sample each', async (_, name, content) => {
  expect(await readColumns(file(content, name))).toEqual([
    { heading: '题目', sample: '锂枝晶' },
    { heading: '年', sample: '2020' },
  ])
})

test('quotes hide signs, lines and quotes', async () => {
  const content = '"题,目","说 ""明"""\n"第一行\n第二行",x\n'
  expect(await readColumns(file(content))).toEqual([
    { heading: '题,目', sample: '第一行\n第二行' },
    { heading: '说 "明"', sample: 'x' },
  ])
})

test('a table without rows still has its columns, and an empty file has none', async () => {
  expect(await readColumns(file('题目,年'))).toEqual([
    { heading: '题目', sample: '' },
    { heading: '年', sample: '' },
  ])
  expect(await readColumns(file(''))).toEqual([])
})

test('a part of a file that ends inside a character is still UTF-8', () => {
  const bytes = new TextEncoder().encode('题目')
  expect(decodeTable(bytes.slice(0, 5).buffer)).toBe('题')
})

test.each([
  ['a.CSV', true],
  ['a.tsv', true],
  ['a.csv.gz', false],
  ['a.ris', false],
])('%s is a table: %s', (name, answer) => {
  expect(isTable(file('x', name))).toBe(answer)
})
