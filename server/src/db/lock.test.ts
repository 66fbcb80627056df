import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { FolderInUse, lockFolder } from './lock.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'scinav-lock-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('a folder that is taken is refused, and free again when it is given back', () => {
  const path = folder()
  const unlock = lockFolder(path)
  expect(() => lockFolder(path)).toThrow(FolderInUse)
  expect(() => lockFolder(path)).toThrow(`数据目录 ${path} 正被另一个科学导航进程使用`)
  unlock()
  lockFolder(path)()
  expect(existsSync(path)).toBe(true)
})

test('a folder that cannot be locked for another reason is not called taken', () => {
  const path = folder()
  mkdirSync(join(path, 'server.lock.db'))
  expect(() => lockFolder(path)).toThrow(/unable to open database file/)
})
