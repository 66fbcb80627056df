import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { repoRoot } from './node24.mjs'

/** More files in one folder are not seen at a glance. */
const MOST = 40

test('no folder of the web holds more files than one sees at a glance', () => {
  const root = join(repoRoot, 'web', 'src')
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const folders = Map.groupBy(files, ({ parentPath }) => relative(repoRoot, parentPath))
  const full = [...folders].filter(([, held]) => held.length > MOST)

  expect(full.map(([folder, held]) => `${folder}: ${held.length} files`)).toEqual([])
  expect(folders.size).toBeGreaterThan(30)
})
