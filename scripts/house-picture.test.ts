import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repoRoot } from './node24.mjs'

const { workspaces } = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8')) as {
  workspaces: string[]
}

/** Source files of a workspace, without tests and what only they use. */
const sourcesOf = (workspace: string): string[] =>
  readdirSync(join(repoRoot, workspace, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|testing\//.test(file))
    .map((file) => readFileSync(join(repoRoot, workspace, 'src', file), 'utf8'))

const importsOf = (workspace: string): string[] => {
  const found = sourcesOf(workspace).flatMap((text) =>
    [...text.matchAll(/from '@scinav\/(\w+)(?:\/\w+)?'/g)].map(([, other = '']) => other),
  )
  return [...new Set(found)].map((other) => `${workspace} --> ${other}`)
}

test('the picture of the house in CONTRIBUTING shows who imports whom, no more and no less', () => {
  const text = readFileSync(join(repoRoot, 'CONTRIBUTING.md'), 'utf8')
  const drawn = [...text.matchAll(/^ {2}(\w+ --> \w+)$/gm)].map(([, arrow]) => arrow)
  expect(drawn.toSorted()).toEqual(workspaces.flatMap(importsOf).toSorted())
})

test('the files that CONTRIBUTING names exist', () => {
  const text = readFileSync(join(repoRoot, 'CONTRIBUTING.md'), 'utf8')
  const roots = [...workspaces, 'scripts', 'e2e', 'deploy', 'bench', 'docs'].join('|')
  const named = [...text.matchAll(new RegExp(`\`((?:${roots})/[\\w./-]*)\``, 'g'))].map(
    ([, path = '']) => path,
  )
  expect(named.filter((path) => path.endsWith('/')).length).toBeGreaterThan(25)
  expect(named.length).toBeGreaterThan(60)
  const missing = named.filter((path) => !path.includes('FEATURE') && !existsSync(join(repoRoot, path)))
  expect(missing).toEqual([])
})

test('a file that CONTRIBUTING names without its folder is there as well', () => {
  const text = readFileSync(join(repoRoot, 'CONTRIBUTING.md'), 'utf8')
  const files = globSync(`{${workspaces.join(',')},scripts,e2e,config,docs}/**/*.{ts,tsx,md,json}`, {
    cwd: repoRoot,
    exclude: (path) => path.endsWith('node_modules'),
  })
  const named = [...text.matchAll(/`([\w-][\w./-]*\.(?:tsx?|md|json))`/g)].map(([, name = '']) => name)
  // What a newcomer's own screen is called.
  const missing = named.filter(
    (name) => name !== 'x-screen.tsx' && !files.some((file) => `/${file}`.endsWith(`/${name}`)),
  )
  expect(named.length).toBeGreaterThan(60)
  expect(missing).toEqual([])
})

test('the commands that newcomers and operators are told are there', () => {
  const { scripts } = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8'))
  const pages = ['README.md', 'CONTRIBUTING.md', 'docs/operating.md', 'bench/README.md']
  const told = pages.flatMap((page) =>
    [...readFileSync(join(repoRoot, page), 'utf8').matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(
      ([, name = '']) => name,
    ),
  )
  expect(told.length).toBeGreaterThan(20)
  expect([...new Set(told)].filter((name) => !(name in scripts))).toEqual([])
})

test('the door of every folder of the server says in its first line what the folder is for', () => {
  const doors = globSync('server/src/{*,*/*}/index.ts', { cwd: repoRoot })
  const silent = doors.filter((door) => !/^\/\/ .{10}/.test(readFileSync(join(repoRoot, door), 'utf8')))
  expect(doors.length).toBeGreaterThan(30)
  expect(silent).toEqual([])
})
