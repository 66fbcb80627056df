import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repoRoot } from './node24.mjs'
import { failuresOfPlaywright, failuresOfVitest } from './test-reports.ts'

const counts = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 1, numTodoTests: 0 }

test('a test that failed, one that was skipped and a file that did not load are named, and nothing that passed', () => {
  const told = failuresOfVitest({
    ...counts,
    testResults: [
      {
        name: join(repoRoot, 'server/src/a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'is well', failureMessages: [] },
          {
            status: 'failed',
            fullName: 'breaks',
            failureMessages: ['\u001B[31mexpected 1\u001B[39m\n\n  at a.test.ts:3'],
          },
          { status: 'skipped', fullName: 'is left out', failureMessages: null },
        ],
      },
      {
        name: join(repoRoot, 'web/src/b.test.ts'),
        status: 'failed',
        message: 'no such module',
        assertionResults: [],
      },
    ],
  })
  expect(told).toEqual([
    '✗ server/src/a.test.ts › breaks (failed)\n    expected 1\n      at a.test.ts:3',
    '✗ server/src/a.test.ts › is left out (skipped)',
    '✗ web/src/b.test.ts\n    no such module',
  ])
})

test('a journey that failed is found however deep its group is, and one that passed at the second try is named too', () => {
  const spec = (title: string, status: string, message?: string) => ({
    file: 'a.spec.ts',
    title,
    tests: [{ status, results: [message === undefined ? {} : { errors: [{ message }] }] }],
  })
  const told = failuresOfPlaywright([
    {
      specs: [spec('is well', 'expected')],
      suites: [{ specs: [spec('breaks', 'unexpected', 'no button')] }],
    },
    { specs: [spec('wavers', 'flaky')] },
  ])
  expect(told).toEqual(['✗ a.spec.ts › breaks (unexpected)\n    no button', '✗ a.spec.ts › wavers (flaky)'])
})

test('of a long message the beginning is told', () => {
  const message = Array.from({ length: 500 }, (_, line) => `line ${line}`).join('\n')
  const result = { name: join(repoRoot, 'a.test.ts'), status: 'failed', message, assertionResults: [] }
  const [told = ''] = failuresOfVitest({ ...counts, testResults: [result] })
  expect(told.split('\n')).toHaveLength(31)
})
