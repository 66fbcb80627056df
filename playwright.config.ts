import { defineConfig } from '@playwright/test'
import { selectedJourneys } from './scripts/test-parts.ts'
import { STEP_TIMEOUT_MS, TEST_TIMEOUT_MS } from './server/src/testing/timeouts.ts'

/**
 * Flags of Chromium for containers: no sandbox, no GPU, no connections of its own, and one process for all pages, which
 * saves starting one for each.
 */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--renderer-process-limit=1',
]

const { CHROMIUM_PATH } = process.env

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './scripts/setup/built-server.mjs',
  ...selectedJourneys,
  workers: 2,
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: STEP_TIMEOUT_MS },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '.scinav/playwright.json' }]],
  use: {
    actionTimeout: STEP_TIMEOUT_MS,
    navigationTimeout: STEP_TIMEOUT_MS,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      args: flags,
      // Where no locale is set, Chromium saves files with Chinese names as "download".
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
    },
  },
})
