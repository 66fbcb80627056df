// Extracts the failures from the reports of Vitest and Playwright, as text for the end of a run.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { repoRoot } from './node24.mjs'

/** The parts of Vitest's JSON report used here. */
export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    /** Why the file itself failed, if it did. */
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

/** Returns every test that did not pass, and every file that did not load. */
export function failuresOfVitest({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(repoRoot, name)
    const tests = assertionResults.filter((test) => test.status !== 'passed')
    const failures = tests.map((test) =>
      formatFailure(`${file} › ${test.fullName} (${test.status})`, (test.failureMessages ?? []).join('\n')),
    )
    return status === 'failed' && failures.length === 0 ? [formatFailure(file, message)] : failures
  })
}

interface PlaywrightSuite {
  specs?: {
    file: string
    title: string
    tests: { status: string; results: { errors?: { message?: string }[] }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}

/** The parts of Playwright's JSON report used here. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

/** Returns every test that did not pass as expected. */
export function failuresOfPlaywright(suites: readonly PlaywrightSuite[]): string[] {
  return suites.flatMap(({ specs = [], suites = [] }) => [
    ...specs.flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status !== 'expected')
        .map(({ status, results }) => {
          const messages = results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => message))
          return formatFailure(`${file} › ${title} (${status})`, messages.join('\n'))
        }),
    ),
    ...failuresOfPlaywright(suites),
  ])
}

/** Maximum number of lines of a message that are repeated at the end. */
const MAX_MESSAGE_LINES = 30

function formatFailure(title: string, message: string): string {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, MAX_MESSAGE_LINES)
  return [`✗ ${title}`, ...lines.filter((line) => line.trim() !== '').map((line) => `    ${line}`)].join('\n')
}
