import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { api, type Endpoint } from '@scinav/contract'
import { expect, test } from 'vitest'
import { repoRoot } from './node24.mjs'

const PAGE = 'docs/spec-trace.md'
const text = readFileSync(join(repoRoot, PAGE), 'utf8')

/** Rows of the page's tables, without their heads. */
const rows = text
  .split('\n')
  .filter((line, at, lines) => line.startsWith('| ') && !lines[at + 1]?.startsWith('|---'))

/** Test files that a row links. */
const testsIn = (row: string): string[] =>
  [...row.matchAll(/\]\(([^)]+\.(?:test|spec)\.tsx?)\)/g)].map(([, target = '']) =>
    join(dirname(PAGE), target),
  )

test('every statement of the specification names a test file that exists', () => {
  const unproven = rows.filter((row) => testsIn(row).length === 0)
  expect(unproven).toEqual([])
  expect(rows.flatMap(testsIn).filter((file) => !existsSync(join(repoRoot, file)))).toEqual([])
})

test('the page lists the calls of the specification, each once', () => {
  const listed = rows.flatMap((row) =>
    [...row.matchAll(/`((?:GET|POST|PUT|DELETE) \/api\/[^`]*)`/g)].map(([, call = '']) => call),
  )
  const specified = Object.values(api).flatMap((group) =>
    Object.values(group as Record<string, Endpoint>).flatMap(({ extra, method, path }) =>
      extra ? [] : `${method} ${path}`,
    ),
  )
  expect(listed.toSorted()).toEqual(specified.toSorted())
})
