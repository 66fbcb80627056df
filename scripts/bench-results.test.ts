import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readResults, resultsPage } from '../bench/results.ts'
import { repoRoot } from './node24.mjs'

const results = readResults()
const benches = globSync('bench/*.bench.ts', { cwd: repoRoot }).map((file) =>
  file.slice(6, -'.bench.ts'.length),
)

test('the page of results is the one that the published figures make', () => {
  expect(readFileSync(join(repoRoot, 'bench/results/README.md'), 'utf8')).toBe(resultsPage(results))
})

test('bench/README.md has a row for every bench, and results belong to one', () => {
  const page = readFileSync(join(repoRoot, 'bench/README.md'), 'utf8')
  const listed = [...page.matchAll(/^\| `([\w-]+)[^`]*` \|/gm)].map(([, name = '']) => name)
  expect([...new Set(listed)].toSorted()).toEqual(benches.toSorted())
  expect(results.map(({ bench }) => bench).filter((bench) => !benches.includes(bench))).toEqual([])
})
