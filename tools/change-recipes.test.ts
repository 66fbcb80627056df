import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repoRoot } from '../scripts/node24.mjs'
import {
  type ChangeRecipe,
  callRecipe,
  type FileEdit,
  fieldRecipe,
  NEW_CALL,
  screenRecipe,
} from './change-recipes.ts'
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

const recipes = [fieldRecipe, callRecipe, screenRecipe]
const filesOf = ({ edits }: ChangeRecipe) => [...new Set(edits.map(({ file }) => file))]
const isTest = (file: string) => /\.(?:test|spec)\.tsx?$|\/testing\//.test(file)

beforeAll(() => {
  folder = copyTree('ripple')
  for (const { edits } of recipes) for (const edit of edits) apply(edit)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Of one tree with all three: nothing but these files was changed in it for any of them.
test('whoever adds a field, a call or a screen finds types and layers green', () => {
  expect(faultsOf('tsc', '--checkers', '1')).toBe('')
  // The imports of what was changed, and everything that they lead to.
  const own = recipes.flatMap(filesOf).filter((file) => !isTest(file) && /\.tsx?$/.test(file))
  expect(faultsOf('depcruise', '--config', '.dependency-cruiser.cjs', ...own)).toBe('')
})

test.each(recipes)('whoever adds $title finds the formatting of the files green', (recipe) => {
  const files = filesOf(recipe)
  console.log(`${recipe.title}:\n  ${files.join('\n  ')}`)
  expect(faultsOf('biome', 'check', '--error-on-warnings', '--vcs-enabled=false', ...files)).toBe('')
})

const EVERY_CALL = 'server/src/testing/every-call.test.ts'
/** Of the test of every call the cases of the new one, and all other tests: their names begin with no call. */
const NAMES = `^(?!(?:GET|POST|PUT|PATCH|DELETE) )|^${NEW_CALL} `

// The rest of the tests runs in the real tree.
test('whoever adds a field, a call or a screen finds its own tests green', () => {
  const tests = recipes.flatMap(filesOf).filter((file) => /\.test\.tsx?$/.test(file))
  const projects = ['formats', 'web', 'server'].flatMap((name) => ['--project', name])
  const files = [...tests.map((file) => file.replace(/^web\//, '')), EVERY_CALL]
  expect(faultsOf('vitest', 'run', '--maxWorkers=1', ...projects, ...files, '-t', NAMES)).toBe('')
})
