import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/new-folder.ts'
import { FolderInUse, lockFolder } from './lock.ts'

test('a folder that is taken is refused, and free again when it is given back', () => {
  const path = newFolder()
  const unlock = lockFolder(path)
  expect(() => lockFolder(path)).toThrow(FolderInUse)
  expect(() => lockFolder(path)).toThrow(`数据目录 ${path} 正被另一个科学导航进程使用`)
  unlock()
  lockFolder(path)()
  expect(existsSync(path)).toBe(true)
})

test('a folder that cannot be locked for another reason is not called taken', () => {
  const path = newFolder()
  mkdirSync(join(path, 'server.lock.db'))
  expect(() => lockFolder(path)).toThrow(/unable to open database file/)
})
