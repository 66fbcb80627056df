import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defences } from './all.ts'
import { DEFAULT_TEST } from './defence.ts'

test('who asks for a defence there is not is told which there are, in one sentence', () => {
  const { status, stderr } = spawnSync(process.execPath, ['tools/defences/check-defences.ts', 'nothing'], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr.trim()).toMatch(/^No defence keeps off nothing\. There are: 9, .*\.$/)
})

test('every defence names what stands in its file, and the title of a test', () => {
  const misses = ({ file, on }: { file: string; on: string }) => !readFileSync(file, 'utf8').includes(on)
  const named = defences.flatMap(({ test: file = DEFAULT_TEST, title, also = [], ...first }) => [
    first,
    ...also,
    { file, on: title },
  ])
  expect(named.filter(misses)).toEqual([])
})
