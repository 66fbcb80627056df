import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { DRILLS_GATE, POSTGRES_GATE, select } from './scripts/test-parts.ts'
import { testsWithoutDatabase } from './scripts/without-database.ts'
import { STEP_TIMEOUT_MS, TEST_TIMEOUT_MS } from './server/src/testing/timeouts.ts'

/** Minutes of kills: not part of `npm run check`. */
const drills = ['server/src/drills/**/*.test.ts']

/** Of several processes, which share a database only there. */
const onlyPostgres = ['cluster', 'cut-line', 'notices', 'rolling-restart'].map(
  (name) => `server/src/drills/${name}.test.ts`,
)

/** No test judges elapsed time: what is given up here hangs, however busy the machine is. */
const patient = {
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: TEST_TIMEOUT_MS,
  expect: { poll: { timeout: STEP_TIMEOUT_MS } },
}

const libraries = ['contract', 'citation', 'formats', 'documents', 'threads', 'search']

const serverTests = ['server/src/**/*.test.ts']

const server = {
  ...patient,
  // The server's modules keep nothing that a test changes: read once a worker, not once a file.
  isolate: false,
}
const sqlite = { env: { TEST_DATABASE: 'sqlite' } }
/** What opens no database finds the same beside either: it runs once, with SQLite. */
const notOnPostgres = [...drills, ...testsWithoutDatabase(import.meta.dirname)]
const postgres = {
  env: { TEST_DATABASE: 'postgres' },
  globalSetup: ['server/src/testing/postgres-cluster.ts'],
}

export default defineConfig({
  test: {
    fsModuleCache: true,
    projects: [
      ...libraries.map((name) => ({
        // Like the server's, the modules of a library keep nothing that a test changes.
        test: {
          ...patient,
          isolate: false,
          name,
          ...select(name, { include: [`${name}/src/**/*.test.ts`] }),
        },
      })),
      {
        test: {
          name: 'server',
          ...server,
          ...sqlite,
          ...select('server', { include: serverTests, exclude: drills }),
        },
      },
      {
        test: {
          name: 'server-postgres',
          ...server,
          ...postgres,
          ...select('server-postgres', { include: serverTests, exclude: notOnPostgres }, POSTGRES_GATE),
        },
      },
      {
        test: {
          name: 'drills',
          ...server,
          ...sqlite,
          ...select('drills', { include: drills, exclude: onlyPostgres }, DRILLS_GATE),
        },
      },
      {
        test: {
          name: 'drills-postgres',
          ...server,
          ...postgres,
          ...select('drills-postgres', { include: drills }, DRILLS_GATE),
        },
      },
      {
        extends: 'web/vite.config.ts',
        test: {
          ...patient,
          name: 'web',
          root: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // Nothing here is of a process: a thread is there in half the time.
          pool: 'threads',
          env: { STEP_MS: String(STEP_TIMEOUT_MS) },
          setupFiles: [join(import.meta.dirname, 'web/src/testing/patience.ts')],
        },
      },
      {
        test: {
          ...patient,
          name: 'scripts',
          ...select('scripts', { include: ['{scripts,tools}/**/*.test.ts'] }),
        },
      },
    ],
  },
})
