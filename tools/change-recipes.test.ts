import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repoRoot } from '../scripts/node24.mjs'
import { shippedSources } from '../scripts/workspaces.ts'
import { type ChangeRecipe, callRecipe, type FileEdit, fieldRecipe, screenRecipe } from './change-recipes.ts'
import { copyTree } from './copy-tree.ts'

let folder = ''

/** Runs a checking tool in the copy; answers what it finds fault with, nothing where it finds none. */
function faultsOf(program: string, ...args: string[]): string {
  // Not as a part of these tests, which say so in the environment.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV|TEST)/.test(name)),
  )
  const tool = join(repoRoot, 'node_modules', '.bin', program)
  const { status, stdout, stderr } = spawnSync(tool, args, { cwd: folder, encoding: 'utf8', env })
  return status === 0 ? '' : `${program}: ${stdout}${stderr}`
}

function changed(text: string, edit: FileEdit): string {
  if ('text' in edit) return edit.text
  expect(text.split(edit.of), `${edit.file} has this once: ${edit.of}`).toHaveLength(2)
  return text.replace(edit.of, () => edit.instead)
}

function apply(edit: FileEdit): void {
  const path = join(folder, edit.file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, changed(existsSync(path) ? readFileSync(path, 'utf8') : '', edit))
}

const filesOf = ({ edits }: ChangeRecipe) => [...new Set(edits.map(({ file }) => file))]
const isTest = (file: string) => /\.(?:test|spec)\.tsx?$|\/testing\//.test(file)

beforeAll(() => {
  folder = copyTree('ripple')
  for (const { edits } of [fieldRecipe, callRecipe, screenRecipe]) for (const edit of edits) apply(edit)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Of one tree with all three: nothing but these files was changed in it for any of them.
test('whoever adds a field, a call or a screen finds types and layers green', () => {
  const [own, database] = [shippedSources, 'server/migrations']
  expect(faultsOf('tsc')).toBe('')
  expect(faultsOf('depcruise', '--config', '.dependency-cruiser.cjs', ...own, database, 'e2e')).toBe('')
})

test.each([
  [fieldRecipe, 4],
  [callRecipe, 4],
  [screenRecipe, 3],
])('whoever adds $title changes few files', (ripple, count) => {
  const files = filesOf(ripple)
  const [own, tests] = [files.filter((file) => !isTest(file)), files.filter(isTest)]
  const list = [...own, ...tests].join('\n  ')
  console.log(`${ripple.title}: ${own.length} files and ${tests.length} of tests\n  ${list}`)

  expect(own).toHaveLength(count)
  expect(faultsOf('biome', 'check', '--error-on-warnings', '--vcs-enabled=false', ...files)).toBe('')
})

// Together, and the one call apart: each start of vitest costs as much as the tests of a change.
test('whoever adds a field, a call or a screen finds the tests that are concerned green', () => {
  const all = [fieldRecipe, callRecipe, screenRecipe]
  const projects = new Set(all.flatMap(({ tests }) => Object.keys(tests)))
  const concerned = new Set(all.flatMap(({ tests }) => Object.values(tests).flat()))
  const named = [...projects].flatMap((name) => ['--project', name])
  expect(faultsOf('vitest', 'run', '--maxWorkers=1', ...named, ...concerned)).toBe('')
  for (const { everyCall } of all)
    if (everyCall !== undefined) expect(faultsOf('vitest', ...tried(everyCall))).toBe('')
})

const EVERY_CALL = 'server/src/testing/every-call.test.ts'
const tried = (call: string) => ['run', '--project', 'server', EVERY_CALL, '-t', call]
