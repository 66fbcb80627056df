import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api, type Endpoint } from '@scinav/contract'
import { expect, test } from 'vitest'
import { repoRoot } from './node24.mjs'
import { shippedSources } from './workspaces.ts'

const folders = [...shippedSources, 'e2e', 'scripts']

function sources(): string {
  const files = folders.flatMap((folder) =>
    readdirSync(join(repoRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(repoRoot, folder, file),
    ),
  )
  return files
    .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
}

/** Titles that `every-call.test.ts` makes from the contract. */
const calls = Object.values(api).flatMap((group) =>
  Object.values(group as Record<string, Endpoint>).map(({ method, path }) => `${method} ${path}`),
)

test('every test that docs/spec-trace.md names exists', () => {
  const text = readFileSync(join(repoRoot, 'docs', 'spec-trace.md'), 'utf8')
  const titles = [...text.matchAll(/«([^»]+)»/g)].map(([, title = '']) => title)
  const code = sources()
  const missing = titles.filter(
    (title) =>
      !calls.includes(title) && !code.includes(title.replaceAll("'", "\\'")) && !code.includes(title),
  )

  expect(titles.length).toBeGreaterThan(60)
  expect(missing).toEqual([])
})
