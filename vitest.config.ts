import { defineConfig } from 'vitest/config'

const server = { include: ['server/src/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      { test: { name: 'citation', include: ['citation/src/**/*.test.ts'] } },
      { test: { name: 'server', ...server, env: { TEST_DATABASE: 'sqlite' } } },
      {
        test: {
          name: 'server-postgres',
          ...server,
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: ['server/src/testing/postgres-cluster.ts'],
        },
      },
      {
        extends: 'web/vite.config.ts',
        test: { name: 'web', root: 'web', include: ['src/**/*.test.{ts,tsx}'], environment: 'happy-dom' },
      },
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts'], testTimeout: 120_000 } },
    ],
  },
})
