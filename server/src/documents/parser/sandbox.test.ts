import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSandbox } from './sandbox.ts'

vi.mock('node:fs', async (importActual) => ({
  ...(await importActual<typeof import('node:fs')>()),
  linkSync: () => {
    throw Object.assign(new Error('no hard links on this disk'), { code: 'EPERM' })
  },
}))

test('a scanned book goes on from its last page on a disk without hard links', async () => {
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
