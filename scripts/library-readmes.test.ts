import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repoRoot } from './node24.mjs'

const libraries = ['contract', 'citation', 'formats', 'documents', 'threads', 'search']
/** Below the repository, so that the libraries are found by their names. */
const folder = join(repoRoot, '.scinav', 'examples')

const block = (text: string, language: string): string =>
  text.split(`\n\`\`\`${language}\n`, 2)[1]?.split('\n```', 1)[0] ?? ''

test.each(libraries)('the example in the README of %s prints what stands below it', (library) => {
  const readme = readFileSync(join(repoRoot, library, 'README.md'), 'utf8')
  const file = join(folder, `${library}.ts`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, block(readme, 'ts'))
  const printed = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '0' },
  })
  expect(printed.trim()).toBe(block(readme, 'text').trim())
  expect(printed.trim()).not.toBe('')
})
