// npm run defences: disables each defence in a copy of the tree and expects its test to fail.
// npm run defences -- 46 clock: only the defences against these attacks.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoRoot } from '../../scripts/node24.mjs'
import { copyTree } from '../copy-tree.ts'
import { defences } from './all.ts'
import { DEFAULT_TEST, type Defence } from './defence.ts'

const projectName = (test: string) => test.split('/', 1)[0] ?? 'server'

/**
 * Timeout of a test, in milliseconds: a test that waits for the effect of its disabled defence waits in vain, which
 * counts as failed.
 */
const TEST_TIMEOUT_MS = 60_000

function passesTest(folder: string, { test = DEFAULT_TEST, title }: Defence, ...flags: string[]): boolean {
  const args = ['run', '--project', projectName(test), test, '-t', title, ...flags]
  const { status, stdout } = spawnSync(join(repoRoot, 'node_modules', '.bin', 'vitest'), args, {
    cwd: folder,
    encoding: 'utf8',
  })
  const ran = /(\d+) (?:passed|failed)/.test(stdout)
  if (!ran) throw new Error(`no test is called «${title}»`)
  return status === 0
}

/** Disables a defence; returns a function that enables it again. */
function disableDefence(folder: string, { file, on, off }: Pick<Defence, 'file' | 'on' | 'off'>): () => void {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(on)) throw new Error(`${file} no longer says: ${on}`)
  writeFileSync(path, text.replace(on, off))
  return () => writeFileSync(path, text)
}

const requestedAttacks = new Set(process.argv.slice(2))
const chosenDefences = defences.filter(
  ({ attack }) => requestedAttacks.size === 0 || requestedAttacks.has(String(attack)),
)
const unknownAttacks = [...requestedAttacks].filter(
  (name) => !defences.some(({ attack }) => String(attack) === name),
)
if (unknownAttacks.length > 0) {
  const named = [...new Set(defences.map(({ attack }) => String(attack)))]
  const listed = named.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })).join(', ')
  console.error(`No defence keeps off ${unknownAttacks.join(', ')}. There are: ${listed}.`)
  process.exit(1)
}
const folder = copyTree('defences')
let faultCount = 0
for (const defence of chosenDefences) {
  const before = passesTest(folder, defence)
  const places = [defence, ...(defence.also ?? [])]
  const restore = places.map((place) => disableDefence(folder, place)).toReversed()
  const without = passesTest(folder, defence, `--testTimeout=${TEST_TIMEOUT_MS}`)
  for (const back of restore) back()
  const holds = before && !without
  if (!holds) faultCount += 1
  const outcome = holds ? 'turned red' : before ? 'STAYED GREEN' : 'WAS RED BEFORE'
  console.log(`${holds ? '✓' : '✗'} attack ${defence.attack}: ${defence.what} — off: its test ${outcome}`)
}
rmSync(folder, { recursive: true, force: true })
console.log(`\n${chosenDefences.length - faultCount} passed, ${faultCount} failed`)
process.exit(faultCount === 0 ? 0 : 1)
