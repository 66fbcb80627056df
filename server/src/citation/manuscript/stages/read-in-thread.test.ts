import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readInThread } from './read-in-thread.ts'

const goesOn = () => new AbortController().signal

test('reading ends with its check, and after the time limit with a reason; others are read after it', async () => {
  const blocks = Array.from({ length: 20_000 }, (_, at) => ({
    text: `已有工作[${at}]表明。`,
    kind: 'paragraph' as const,
    page: null,
  }))
  const check = new AbortController()
  const reading = readInThread({ blocks }, check.signal)
  check.abort()
  await expect(reading).rejects.toThrow('aborted')
  await expect(readInThread({ blocks }, goesOn(), 1)).rejects.toThrow('秒内没有处理完')
  for (const some of [blocks.slice(0, 2), blocks.slice(0, 3)])
    expect(await readInThread({ blocks: some }, goesOn())).toMatchObject({
      blocks: some,
      faults: ['no-list'],
    })
})

test('a LaTeX file beyond the size limit is not read', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'latex-')), 'main.tex')
  writeFileSync(path, Buffer.alloc(20 * 1024 * 1024 + 1, 'a'))
  await expect(readInThread({ latex: { path, name: 'main.tex' } }, goesOn())).rejects.toThrow('最多 20 MB')
})
