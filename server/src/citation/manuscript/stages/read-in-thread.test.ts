import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readInThread } from './read-in-thread.ts'

const goesOn = () => new AbortController().signal

test('reading ends with its check, and after the time limit with a reason', async () => {
  const blocks = [{ text: '已有工作[3]表明。', kind: 'paragraph' as const, page: null }]
  expect((await readInThread({ blocks }, goesOn())).faults).toEqual(['no-list'])
  await expect(readInThread({ blocks }, AbortSignal.timeout(1))).rejects.toThrow('aborted')
  await expect(readInThread({ blocks }, goesOn(), 1)).rejects.toThrow('秒内没有处理完')
})

test('a LaTeX file beyond the size limit is not read', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'latex-')), 'main.tex')
  writeFileSync(path, Buffer.alloc(20 * 1024 * 1024 + 1, 'a'))
  await expect(readInThread({ latex: { path, name: 'main.tex' } }, goesOn())).rejects.toThrow('最多 20 MB')
})
