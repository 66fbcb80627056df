import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repoRoot } from './node24.mjs'

/** What begins a statement, by Kysely's builder or written out. */
const STATEMENT =
  /\.\s*(?:selectFrom|selectNoFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto|executeQuery)\s*\(|\bsql(?:<[^>]*>)?`/

/** Where queries may stand: in a store, in what knows the database, and in tests. */
const ALLOWED = /\.store\.ts$|\.test\.ts$|^server\/src\/(?:platform\/db|testing)\//

/** Files of the server that ask the database past a store, which dependency-cruiser cannot see: ctx carries it. */
function askingPastStores(files: { file: string; text: string }[]): string[] {
  return files.flatMap(({ file, text }) => (!ALLOWED.test(file) && STATEMENT.test(text) ? [file] : []))
}

const planted = [
  {
    file: 'server/src/library/papers/peek.service.ts',
    text: "await ctx.db\n    .selectFrom('papers').execute()",
  },
  { file: 'server/src/account/user/clean.job.ts', text: "ctx.db.deleteFrom('users')" },
  { file: 'server/src/chat/chats/raw.ts', text: 'await sql<number>`select 1`.execute(ctx.db)' },
]

test('a query outside of a store is found, wherever its database comes from', () => {
  const innocent = [
    { file: 'server/src/library/papers/paper.store.ts', text: "db.selectFrom('papers')" },
    { file: 'server/src/library/papers/paper.service.ts', text: 'await papers.selectFromShelf(ctx.db)' },
  ]

  expect(askingPastStores([...planted, ...innocent])).toEqual(planted.map(({ file }) => file))
})

test('the server asks its database in stores alone', () => {
  const files = globSync('server/src/**/*.ts', { cwd: repoRoot }).map((file) => ({
    file,
    text: readFileSync(join(repoRoot, file), 'utf8'),
  }))

  expect(files.length).toBeGreaterThan(300)
  expect(askingPastStores(files)).toEqual([])
})
