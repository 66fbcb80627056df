import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/new-folder.ts'
import { removeStaleFolders } from './process-folders.ts'

test('what killed processes of this machine left goes, what others have stays', () => {
  const all = newFolder()
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  const own = `${hostname()}-${process.pid}`
  for (const name of [own, `${hostname()}-${pid}`, `elsewhere-${pid}`, 'notes']) mkdirSync(join(all, name))
  removeStaleFolders(join(all, own))
  expect(readdirSync(all).sort()).toEqual([own, `elsewhere-${pid}`, 'notes'].sort())
})
