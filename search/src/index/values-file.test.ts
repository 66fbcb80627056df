import { statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../../server/src/testing/new-folder.ts'
import { createValueMemory, ensureValue, openValues } from './values.ts'
import { appendValues, newValuesFile, readValues } from './values-file.ts'

/** More bytes than are read at a time, appended twice. */
function written() {
  const folder = newFolder()
  const memory = createValueMemory()
  const add = (from: number, to: number) => {
    for (let at = from; at < to; at += 1)
      ensureValue(
        memory,
        'keyword',
        `key ${at} ${'x'.repeat(at % 900)}`,
        at % 2 ? `key ${at}` : `Label ${at}`,
      )
    ensureValue(memory, 'author', `author ${from}`, `author ${from}`)
  }
  add(0, 3_000)
  const first = appendValues(folder, newValuesFile(), memory)
  add(3_000, 6_000)
  return { folder, memory, file: appendValues(folder, first, memory) }
}

test('values are read as they were written, whatever pieces the file is read in', () => {
  const { folder, memory, file } = written()
  const read = createValueMemory()
  readValues(folder, file, read)
  const [before, after] = [openValues(memory), openValues(read)]
  expect(file.bytes).toBeGreaterThan(2 * 2 ** 20)
  expect(after.author.count).toBe(2)
  expect(after.keyword.count).toBe(6_000)
  for (let number = 1; number <= 6_000; number += 1) {
    const key = before.keyword.keyOf(number)
    expect(after.keyword.keyOf(number)).toBe(key)
    expect(after.keyword.labelOf(number)).toBe(before.keyword.labelOf(number))
    expect(after.keyword.numberOf(key)).toBe(number)
  }
})

test('a file that is too short is refused', () => {
  const { folder, file } = written()
  const path = join(folder, file.file)
  truncateSync(path, statSync(path).size - 1)
  expect(() => readValues(folder, file, createValueMemory())).toThrow('too short')
})
