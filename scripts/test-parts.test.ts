import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { repoRoot } from './node24.mjs'
import { SELECTED_FILES } from './test-parts.ts'

test('every file that the gate or the full run names exists', () => {
  expect(SELECTED_FILES.filter((pattern) => globSync(pattern, { cwd: repoRoot }).length === 0)).toEqual([])
})
