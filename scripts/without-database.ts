// Finds the server tests that open no database; their outcome is the same with SQLite and PostgreSQL.
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** The module from which tests get their databases, of the kind under test. */
const DATABASE_MODULE = 'server/src/testing/fresh-database.ts'

/** Tests, and modules that only tests may import (`tests-are-leaves`); every path to the databases is within these. */
const FILES = ['server/src/**/*.test.ts', 'server/src/testing/**/*.ts']

/** Matches a run-time import of a file of this repository; type imports do not count. */
const IMPORT = /^(?:import|export) (?!type )[^'"]*'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm

/**
 * Returns the tests among these files, given with their texts, that do not import the database module, directly or
 * indirectly.
 */
export function withoutDatabase(files: ReadonlyMap<string, string>): string[] {
  const imports = [...files].map(([file, text]) => ({ file, paths: resolveImports(file, text) }))
  const leads = new Set([DATABASE_MODULE])
  // Iterating over a set also visits the entries added meanwhile.
  for (const to of leads) for (const { file, paths } of imports) if (paths.has(to)) leads.add(file)
  return [...files.keys()].filter((file) => file.endsWith('.test.ts') && !leads.has(file))
}

const resolveImports = (file: string, text: string): Set<string> =>
  new Set(
    [...text.matchAll(IMPORT)].map(([, path, late = '']) => posix.join(posix.dirname(file), path ?? late)),
  )

/** Returns the tests below a folder that open no database, with paths relative to it. */
export function testsWithoutDatabase(root: string): string[] {
  const paths = globSync(FILES, { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  return withoutDatabase(new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])))
}
