// Which tests of the server open no database: what they find is the same beside SQLite and beside PostgreSQL.
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Here tests get their databases, of the kind under test. */
const DATABASE_MODULE = 'server/src/testing/fresh-database.ts'

/** Tests, and what only tests may import (`tests-are-leaves`): no way to the databases leads through anything else. */
const FILES = ['server/src/**/*.test.ts', 'server/src/testing/**/*.ts']

/** An import of a file of ours that is there when it runs; types are not. */
const IMPORT = /^(?:import|export) (?!type )[^'"]*'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm

/** The tests among these files, given with their texts, that come by no database. */
export function withoutDatabase(files: ReadonlyMap<string, string>): string[] {
  const imports = [...files].map(([file, text]) => ({ file, paths: resolveImports(file, text) }))
  const leads = new Set([DATABASE_MODULE])
  // A set hands out what is added while it is walked through.
  for (const to of leads) for (const { file, paths } of imports) if (paths.has(to)) leads.add(file)
  return [...files.keys()].filter((file) => file.endsWith('.test.ts') && !leads.has(file))
}

const resolveImports = (file: string, text: string): Set<string> =>
  new Set(
    [...text.matchAll(IMPORT)].map(([, path, late = '']) => posix.join(posix.dirname(file), path ?? late)),
  )

/** The same of the files below a folder, with paths that begin there. */
export function testsWithoutDatabase(root: string): string[] {
  const paths = globSync(FILES, { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  return withoutDatabase(new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])))
}
