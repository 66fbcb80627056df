import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repoRoot } from './node24.mjs'
import { workspaces } from './workspaces.ts'

const MAX_WORDS = 300
const folder = join(repoRoot, 'docs', 'adr')
const records = readdirSync(folder).filter((name) => /^\d{4}-[a-z0-9-]+\.md$/.test(name))
const numbers = records.map((name) => name.slice(0, 4))

test('records of decisions are numbered from 0001 without gaps', () => {
  expect(numbers).toEqual(records.map((_, at) => String(at + 1).padStart(4, '0')))
})

test.each(records)('%s has its number, four headings and a status, and is short', (name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  expect(text.startsWith(`# ${name.slice(0, 4)} `)).toBe(true)
  const headings = Array.from(text.matchAll(/^## (.+)$/gm), ([, heading]) => heading)
  expect(headings).toEqual(['Status', 'Context', 'Decision', 'Consequences'])
  const [, status = '', successor] = /^## Status\n((?:Accepted|Superseded by (\d{4})))$/m.exec(text) ?? []
  expect(status).not.toBe('')
  if (successor) expect(numbers).toContain(successor)
  expect(text.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(MAX_WORDS)
})

test('the README lists every record', () => {
  const text = readFileSync(join(folder, 'README.md'), 'utf8')
  expect(records.filter((name) => !text.includes(`](${name})`))).toEqual([])
})

test('links between records lead to records', () => {
  const linked = [...records, 'README.md', 'archive.md'].flatMap((name) =>
    Array.from(
      readFileSync(join(folder, name), 'utf8').matchAll(/\]\((\d{4}-[^)]+)\)/g),
      ([, to = '']) => to,
    ),
  )
  expect(linked.filter((to) => !records.includes(to))).toEqual([])
})

test('files and folders that records name exist', () => {
  const roots = [...workspaces, 'scripts', 'tools', 'config', 'bench', 'docs'].join('|')
  const named = records.flatMap((name) =>
    Array.from(
      readFileSync(join(folder, name), 'utf8').matchAll(new RegExp(`\`((?:${roots})/[\\w./-]+)\``, 'g')),
      ([, path = '']) => path,
    ),
  )
  expect(named).not.toEqual([])
  expect(named.filter((path) => !existsSync(join(repoRoot, path)))).toEqual([])
})

test('comments and documents that refer to a record name one that exists', () => {
  const pages = globSync(`{${workspaces.join(',')},scripts,tools,bench,docs}/**/*.{ts,tsx,mjs,md,wat}`, {
    cwd: repoRoot,
    exclude: (path) => path.endsWith('node_modules') || path.endsWith('dist'),
  })
  const named = ['README.md', 'CONTRIBUTING.md', ...pages].flatMap((page) =>
    Array.from(
      readFileSync(join(repoRoot, page), 'utf8').matchAll(/\badr\/(\d{4})/g),
      ([, number = '']) => number,
    ),
  )
  expect(named.filter((number) => !numbers.includes(number))).toEqual([])
})
