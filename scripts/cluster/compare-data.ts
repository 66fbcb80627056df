import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { type DatabaseLocation, openDatabase } from '../../server/src/platform/db/open.ts'
import { TABLES } from '../../server/src/platform/db/tables.ts'
import { repoRoot } from '../node24.mjs'

/** Environment of a single-machine installation; it overrides every setting of the environment the tests run in. */
export const STANDALONE_ENV = {
  ...{ CONFIG_FILE: '', DATABASE_URL: '', FILES_URL: '', SEARCH_URL: '', SECRET_KEY: '', INDEX_DIR: '' },
  ...{ FILES_ENDPOINT: '', FILES_ACCESS_KEY: '', FILES_SECRET_KEY: '', ENGINES: 'off' },
}

/**
 * Runs a command of docs/operating.md as an operator would, and resolves to its output.
 *
 * @throws with the output when the command fails
 */
export async function runOperatorCommand(
  name: string,
  args: string[],
  env: Record<string, string>,
): Promise<string> {
  const began = performance.now()
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', name, '--', ...args], {
    ...{ cwd: repoRoot, env: { ...process.env, ...STANDALONE_ENV, ...env }, maxBuffer: 64 * 1024 * 1024 },
  })
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  console.info(`npm run ${name} ${args.filter((arg) => !arg.includes('/')).join(' ')}: ${seconds} s`)
  return stdout
}

/** Normalizes a value that the two databases return as different types. */
function portableValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
}

function rowDigest(row: object): string {
  const cells = Object.entries(row).map(([name, value]) => [name, portableValue(value)])
  cells.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(cells)).digest('base64')
}

/** Returns a digest of each row, by table, of a database that no server uses. */
export async function readRowDigests(place: DatabaseLocation): Promise<Map<string, string[]>> {
  const { db, close } = await openDatabase(place)
  try {
    const found = new Map<string, string[]>()
    for (const table of TABLES) {
      const rows: object[] = await db.selectFrom(table).selectAll().execute()
      found.set(table, rows.map(rowDigest).sort())
    }
    return found
  } finally {
    await close()
  }
}

/** Returns the tables whose rows differ, with the number of rows on each side. */
export function differingTables(one: Map<string, string[]>, other: Map<string, string[]>): string[] {
  return TABLES.flatMap((table) => {
    const [left, right] = [one.get(table) ?? [], other.get(table) ?? []]
    return left.join() === right.join() ? [] : [`${table}: ${left.length}, ${right.length}`]
  })
}

/** Returns the number of rows of all tables. */
export const countRows = (rows: Map<string, string[]>) =>
  [...rows.values()].reduce((sum, { length }) => sum + length, 0)

/** Returns the SHA-256 of every file below a folder, by name. */
export async function hashFiles(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    found[relative(folder, path)] = hash.digest('hex')
  }
  return found
}
