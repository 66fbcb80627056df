import { expect, test } from 'vitest'
import { failureReasons, readAll, successfulWorks } from '../testing/read-all.ts'

const read = (bytes: string, name = 'a.json') => readAll({ name, bytes }, { pieceSize: 100 })

const csl = (id: number): string =>
  `{"id":"${id}","type":"book","title":"Book ${id}","author":[{"family":"A","given":"B"}]}`

test.each([
  ['a missing brace', csl(2).slice(0, -1)],
  ['a surplus brace', `${csl(2)}}`],
  ['a missing quotation mark', csl(2).replace('"Book', 'Book')],
  ['a missing colon', csl(2).replace('"title":', '"title"')],
  ['text that is no JSON', '{"id": nothing at all}'],
])('in a list, a record with %s is named with its line and costs no other', async (_, broken) => {
  const text = `[\n${csl(1)},\n${broken},\n${csl(3)},\n${csl(4)}\n]\n`
  const reads = await read(text)
  expect(
    successfulWorks(reads)
      .map((work) => work.title)
      .filter((title) => title !== 'Book 2'),
  ).toEqual(['Book 1', 'Book 3', 'Book 4'])
  for (const [line] of failureReasons(reads)) expect(line).toBe(3)
  expect(reads.length).toBe(4)
})

test('in lines, a broken one is named and skipped, and an empty one is nothing', async () => {
  const reads = await read(
    `${csl(1)}\n\n{"id":"2","type":"book"\n[]\n${csl(3)}\n{"id":"4","type":"book"}`,
    'a.jsonl',
  )
  expect(successfulWorks(reads).map((work) => work.title)).toEqual(['Book 1', 'Book 3'])
  expect(failureReasons(reads)).toEqual([
    [3, '不是完整的 JSON'],
    [4, '不是 JSON 对象'],
    [6, '缺少题名'],
  ])
  expect(reads.find((each) => !each.ok)).toMatchObject({ excerpt: '{"id":"2","type":"book"' })
})

test('a list that is broken everywhere is given up in the end, not read for ever', async () => {
  const reads = await read(`[${'{"id":"1","type":"book","title":"x","a":['.repeat(60_000)}`)
  expect(failureReasons(reads).at(-1)?.[1]).toBe('损坏之处太多，其后的内容未能读取')
})
