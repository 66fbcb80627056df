import { expect, onTestFinished, test } from 'vitest'
import { openEngine } from '../open-engine.ts'
import { paper } from '../testing/index-queries.ts'

async function found(query: string): Promise<number[]> {
  const engine = await openEngine({ folder: null, threads: 0 })
  onTestFinished(() => engine.close())
  await engine.apply(
    [
      paper(1, 'A paper in a journal', { resource_type: 1, clc_codes: ['TP391.1'] }),
      paper(2, 'A paper of a meeting', { resource_type: 5, clc_codes: ['TP18'] }),
      paper(3, 'A book', { resource_type: 2, clc_codes: ['O211'] }),
    ],
    false,
  )
  return (await engine.search({ query, size: 10 })).hits.map(({ seq }) => seq).sort()
}

test.each([
  ['TYPE:5', [2]],
  ['TYPE:会议', [2]],
  ['TYPE:C', [2]],
  ['TYPE:专著', [3]],
  ['TYPE:55', []],
  ['TYPE:无此类型', []],
])('a kind of literature is asked for by its number, its letter and its name: %s', async (query, wanted) => {
  expect(await found(query)).toEqual(wanted)
})

test.each([
  ['CLC:TP391.1', [1]],
  ['CLC:TP391', [1]],
  ['CLC:tp', [1, 2]],
  ['CLC:TP39*', [1]],
  ['CLC:P391', []],
])('a class number finds all below it, in small letters too: %s', async (query, wanted) => {
  expect(await found(query)).toEqual(wanted)
})
