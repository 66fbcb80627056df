import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestModule } from 'vitest/node'
import { insertMarks, type Mutant } from './mutants.ts'

/** A mutant and its file, relative to the tree. */
export interface LocatedMutant extends Mutant {
  file: string
  code: string
}

/** The function called at a mark. Worker threads inherit the environment of the test that started them. */
const MARK_FUNCTION = '__reached'
const MARK_FUNCTION_SOURCE = `
function ${MARK_FUNCTION}(number) {
  const env = globalThis.process.env
  const logged = (globalThis.${MARK_FUNCTION} ??= new Set())
  const line = number + '\\t' + env.MUTATE_AT + '\\n'
  if (!env.MUTATE_HITS || logged.has(line)) return
  logged.add(line)
  globalThis.process.getBuiltinModule('node:fs').appendFileSync(env.MUTATE_HITS, line)
}`

/**
 * The usual configuration, with each test reporting where it is. Set-up files are in the copy too, because pages load
 * nothing from outside it. Modules are loaded by Vite, which loads them again when they have changed.
 */
const CONFIG = `
import config from './vitest.config.ts'
const setup = import.meta.dirname + '/tools/mutation/test-setup.ts'
for (const { test } of config.test.projects) {
  test.setupFiles = [test.setupFiles ?? [], setup].flat()
  delete test.experimental
}
export default config`

/** Marks the copy of the tree, so that it logs which test reaches which mutant. */
export function markTree(folder: string, mutants: readonly LocatedMutant[]): void {
  const hits = join(folder, 'hits.tsv')
  appendFileSync(hits, '')
  process.env.MUTATE_HITS = hits
  writeFileSync(join(folder, 'mutate.config.ts'), CONFIG)
  const numbered = mutants.map((mutant, number) => [number, mutant] as const)
  for (const [file, own] of Map.groupBy(numbered, ([, { file }]) => file)) {
    const code = own[0]?.[1].code ?? ''
    writeFileSync(join(folder, file), insertMarks(code, new Map(own), MARK_FUNCTION) + MARK_FUNCTION_SOURCE)
  }
}

/** Removes the marks and returns their log: the tests, by file, that reach each mutant. */
export function readMarks(
  folder: string,
  mutants: readonly LocatedMutant[],
): Map<number, Map<string, Set<string>>> {
  for (const { file, code } of mutants) writeFileSync(join(folder, file), code)
  const reach = new Map<number, Map<string, Set<string>>>()
  for (const line of readFileSync(join(folder, 'hits.tsv'), 'utf8').split('\n').slice(0, -1)) {
    const [number = '', file = '', name = ''] = line.split('\t')
    const files = reach.get(Number(number)) ?? new Map<string, Set<string>>()
    reach.set(Number(number), files.set(file, (files.get(file) ?? new Set()).add(name)))
  }
  delete process.env.MUTATE_HITS
  return reach
}

/** Some tests of one file; all of them without `names`. */
export interface TestSelection {
  file: string
  names?: RegExp
}

/** Time limit for the tests of a mutant, unless its nearest test alone takes longer. */
const MAX_TESTS_MS = 60_000

/** Selects the tests that reach a mutant, the nearest first, within the time limit. */
export function selectTests(
  mutant: LocatedMutant,
  { reach, modules, folder }: { reach: Map<string, Set<string>>; modules: TestModule[]; folder: string },
): TestSelection[] {
  const home = join(folder, dirname(mutant.file))
  const known = modules.map((module) => ({ module, names: reach.get(module.moduleId) }))
  const near = ({ module }: { module: TestModule }) => dirname(module.moduleId) === home
  // A module shared by all tests of a project is loaded by the first of them, whichever test uses it.
  const atStart = [...reach.values()].every((names) => names.size === 1 && names.has(''))
  const timed = known
    .filter(({ module, names }) => names !== undefined || (atStart && reach.size > 0 && near({ module })))
    .map(({ module, names }) => ({ module, names, ms: testsDuration(module, names) }))
    .sort((a, b) => Number(near(b)) - Number(near(a)) || a.ms - b.ms)
  let left = MAX_TESTS_MS
  return timed.flatMap(({ module, names, ms }, at): TestSelection[] => {
    if (at > 0 && ms > left) return []
    left -= ms
    const named = names !== undefined && !names.has('') ? { names: namePattern(names) } : {}
    return [{ file: module.moduleId, ...named }]
  })
}

function testsDuration(module: TestModule, names: Set<string> | undefined): number {
  const all = [...module.children.allTests()]
  const own = all.filter(
    ({ fullName }) => !names || names.has('') || names.has(fullName.replaceAll(' > ', ' ')),
  )
  return own.reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 500)
}

const namePattern = (names: Set<string>) =>
  new RegExp(`^\\s*(?:${[...names].map((name) => escapeRegExp(name)).join('|')})$`)

const escapeRegExp = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
