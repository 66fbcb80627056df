import fs, { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSandbox } from './sandbox.ts'

/** Takes hard links away until the end of the test, as on a disk that has none. */
function withoutHardLinks(): void {
  const link = vi.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error('no hard links on this disk'), { code: 'EPERM' })
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    link.mockRestore()
    syncBuiltinESMExports()
  })
}

test('a scanned book goes on from its last page on a disk without hard links', async () => {
  withoutHardLinks()
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'book.pdf')
  writeFileSync(path, 'a book')
  mkdirSync(join(folder, 'out'))
  const command = {
    path,
    name: 'book.pdf',
    out: join(folder, 'out.jsonl'),
    pages: join(folder, 'pages'),
    step_ms: 0,
  }
  const sandbox = openSandbox(join(folder, 'out'))

  const first = await sandbox.enter(command)
  writeFileSync(first.pages, 'page 1\n', { flag: 'a' })
  sandbox.savePages(command)
  const second = await sandbox.enter(command)

  expect(readFileSync(second.pages, 'utf8')).toBe('page 1\n')
})
