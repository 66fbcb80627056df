import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repoRoot } from './node24.mjs'
import { testsWithoutDatabase, withoutDatabase } from './without-database.ts'

const planted = new Map([
  ['server/src/testing/fresh-database.ts', "import pg from 'pg'\n"],
  ['server/src/testing/test-app.ts', "import { freshDatabase } from './fresh-database.ts'\n"],
  ['server/src/testing/scene.ts', "import {\n  testApp,\n} from './test-app.ts'\n"],
  ['server/src/testing/words.ts', "import type { TestApp } from './test-app.ts'\n"],
  ['server/src/a/direct.test.ts', "import { emptyPostgres } from '../testing/fresh-database.ts'\n"],
  ['server/src/a/far.test.ts', "import pg from 'pg'\nimport { scene } from '../testing/scene.ts'\n"],
  ['server/src/a/late.test.ts', "const { scene } = await import('../testing/scene.ts')\n"],
  ['server/src/a/again.test.ts', "export { scene } from '../testing/scene.ts'\n"],
  ['server/src/a/types.test.ts', "import { word } from '../testing/words.ts'\n"],
  ['server/src/a/pure.test.ts', "import { pure } from './pure.ts'\n"],
])

test('a test comes by a database however far its imports lead there, and not by way of types', () => {
  expect(withoutDatabase(planted)).toEqual(['server/src/a/types.test.ts', 'server/src/a/pure.test.ts'])
})

test('whoever asks which database is under test, or reaches for PostgreSQL, is tried on both', () => {
  const once = testsWithoutDatabase(repoRoot)
  const all = globSync('server/src/**/*.test.ts', { cwd: repoRoot })
  const text = (file: string) => readFileSync(join(repoRoot, file), 'utf8')
  const asking = once.filter((file) => /TEST_DATABASE|TEST_POSTGRES_URL|openPostgres/.test(text(file)))

  expect(asking).toEqual([])
  expect(once).toContain('server/src/documents/parser/parser-pool.test.ts')
  // Most tests of the server have one: were they not found, they would not be tried on PostgreSQL any more.
  expect(once.length).toBeLessThan(all.length / 2)
  for (const file of ['server/src/platform/db/database.test.ts', 'server/src/testing/every-call.test.ts'])
    expect(once).not.toContain(file)
})
