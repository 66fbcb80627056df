import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { DRILLS_GATE, POSTGRES_GATE, select } from './scripts/test-parts.ts'
import { testsWithoutDatabase } from './scripts/without-database.ts'
import { STEP_TIMEOUT_MS, TEST_TIMEOUT_MS } from './server/src/testing/timeouts.ts'

/** Tests that kill and restart servers for minutes; `npm run check` leaves them out. */
const drills = ['server/src/drills/**/*.test.ts']

/** Drills of several processes that share a database, which only PostgreSQL allows. */
const onlyPostgres = ['cluster', 'cut-line', 'notices', 'rolling-restart'].map(
  (name) => `server/src/drills/${name}.test.ts`,
)

/** No test judges elapsed time: a test that runs into these bounds hangs, however busy the machine is. */
const timeouts = {
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: TEST_TIMEOUT_MS,
  expect: { poll: { timeout: STEP_TIMEOUT_MS } },
}

/**
 * Node loads the modules itself, as it does in the product, which is cheaper than Vite's module runner. `vi.mock`,
 * `vi.resetModules` and spies on the exports of a module have no effect then.
 */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } }

const libraries = ['contract', 'citation', 'formats', 'documents', 'threads', 'search']

const serverTests = ['server/src/**/*.test.ts']

const server = {
  ...timeouts,
  ...native,
  // No test changes the state of the server's modules, so they are loaded once per worker, not once per file.
  isolate: false,
}
const sqlite = { env: { TEST_DATABASE: 'sqlite' } }
/** Tests that open no database have the same result with either one: they run once, with SQLite. */
const notOnPostgres = [...drills, ...testsWithoutDatabase(import.meta.dirname)]
const postgres = {
  env: { TEST_DATABASE: 'postgres' },
  globalSetup: ['server/src/testing/postgres-cluster.ts'],
}
const builtServer = 'scripts/setup/built-server.mjs'

export default defineConfig({
  test: {
    fsModuleCache: true,
    projects: [
      ...libraries.map((name) => ({
        // As with the server, no test changes the state of a library's modules.
        test: {
          ...timeouts,
          // Tests of search load its dictionary anew with `vi.resetModules`.
          ...(name === 'search' ? {} : native),
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
          globalSetup: builtServer,
          ...select('drills', { include: drills, exclude: onlyPostgres }, DRILLS_GATE),
        },
      },
      {
        test: {
          name: 'drills-postgres',
          ...server,
          ...postgres,
          globalSetup: [...postgres.globalSetup, builtServer],
          ...select('drills-postgres', { include: drills }, DRILLS_GATE),
        },
      },
      {
        extends: 'web/vite.config.ts',
        test: {
          ...timeouts,
          // Starting a page and loading packages takes longer than most files; the set-up resets the state they share.
          isolate: false,
          name: 'web',
          root: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // No test needs a process of its own, and a thread starts in half the time.
          pool: 'threads',
          env: { STEP_MS: String(STEP_TIMEOUT_MS) },
          setupFiles: [join(import.meta.dirname, 'web/src/testing/patience.ts')],
        },
      },
      {
        test: {
          ...timeouts,
          ...native,
          isolate: false,
          name: 'scripts',
          ...select('scripts', { include: ['{scripts,tools}/**/*.test.ts'] }),
        },
      },
    ],
  },
})
