import { defineConfig } from 'vitest/config'
import { STEP_TIMEOUT_MS, TEST_TIMEOUT_MS } from './server/src/testing/timeouts.ts'

/** No test judges elapsed time: a test that runs into these bounds hangs, however busy the machine is. */
const timeouts = {
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: TEST_TIMEOUT_MS,
  expect: { poll: { timeout: STEP_TIMEOUT_MS } },
}

/**
 * Configures `npm run test:cluster`: the tests that need a real OpenSearch, which is fetched with Maven. `npm test`
 * runs without one.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...timeouts,
          name: 'opensearch',
          include: ['search/src/testing/*.cluster.ts'],
          globalSetup: ['search/src/testing/opensearch-setup.ts'],
        },
      },
      {
        test: {
          ...timeouts,
          name: 'cluster',
          include: ['scripts/cluster/*.cluster.ts'],
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: ['server/src/testing/postgres-cluster.ts'],
        },
      },
      {
        test: {
          ...timeouts,
          name: 'every-call',
          include: ['server/src/testing/every-call.test.ts'],
          isolate: false,
          // Every other request is answered by a second server, and both share an index.
          env: { TEST_DATABASE: 'postgres', TEST_TWIN: 'yes' },
          globalSetup: ['server/src/testing/postgres-cluster.ts', 'search/src/testing/opensearch-setup.ts'],
        },
      },
    ],
  },
})
