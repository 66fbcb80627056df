import { defineConfig } from 'vitest/config'
import { STEP_TIMEOUT_MS, TEST_TIMEOUT_MS } from './server/src/testing/timeouts.ts'

const patient = {
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: TEST_TIMEOUT_MS,
  expect: { poll: { timeout: STEP_TIMEOUT_MS } },
}

/** `npm run test:cluster`: what needs a real OpenSearch, which Maven brings; `npm test` does without. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...patient,
          name: 'opensearch',
          include: ['search/src/testing/*.cluster.ts'],
          globalSetup: ['search/src/testing/opensearch-setup.ts'],
        },
      },
      {
        test: {
          ...patient,
          name: 'cluster',
          include: ['scripts/cluster/*.cluster.ts'],
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: ['server/src/testing/postgres-cluster.ts'],
        },
      },
      {
        test: {
          ...patient,
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
