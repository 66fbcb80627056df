import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repoRoot } from './node24.mjs'

/** A file holds one concept. 150 to 400 lines are normal; longer than this it is two things. */
const MAX_LINES = 500

/** Where code stands; what is built, and what others wrote, stands elsewhere. */
const CODE = '{contract,citation,formats,documents,search,threads,server,web,e2e,bench,scripts,tools,deploy}'
const MADE = /(?:^|\/)(?:node_modules|dist|build)\//

const linesOf = (text: string) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

const tooLong = (files: { file: string; text: string }[]): string[] =>
  files.flatMap(({ file, text }) => (linesOf(text) > MAX_LINES ? [`${file}: ${linesOf(text)} lines`] : []))

test('a file of one line more is named with its lines', () => {
  const planted = [MAX_LINES, MAX_LINES + 1].map((lines) => ({
    file: `of-${lines}.ts`,
    text: 'x\n'.repeat(lines),
  }))

  expect(tooLong(planted)).toEqual([`of-${MAX_LINES + 1}.ts: ${MAX_LINES + 1} lines`])
  expect(tooLong([{ file: 'no-end.ts', text: `${'x\n'.repeat(MAX_LINES)}x` }])).toHaveLength(1)
})

test('no file of code, tests among them, is longer than one reads in one go', () => {
  const files = globSync([`${CODE}/**/*.{ts,tsx,mjs}`, '*.ts'], {
    cwd: repoRoot,
    exclude: (path) => MADE.test(`${path}/`),
  })

  expect(files.length).toBeGreaterThan(1_000)
  expect(tooLong(files.map((file) => ({ file, text: readFileSync(join(repoRoot, file), 'utf8') })))).toEqual(
    [],
  )
})
