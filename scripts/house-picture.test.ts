import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repoRoot } from './node24.mjs'
import { workspaces } from './workspaces.ts'

const read = (file: string) => readFileSync(join(repoRoot, file), 'utf8')
const architecture = read('docs/architecture.md')

/** Sources below a folder, without tests and what only they use. */
const sourcesIn = (folder: string): string[] =>
  readdirSync(join(repoRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|(?:^|\/)testing\//.test(file))
    .map((file) => `${folder}/${file}`)

/** `[from, to]` for every arrow `from --> to` of a picture of the page. */
const arrowsOf = (picture: string | undefined): [string, string][] =>
  [...(picture ?? '').matchAll(/^ {2}(\w+) --> (\w+)$/gm)].map(([, from = '', to = '']) => [from, to])

const pictures = [...architecture.matchAll(/```mermaid\n(.*?)```/gs)].map(([, picture]) => arrowsOf(picture))
const [workspaceArrows = [], domainArrows = []] = pictures

const named = (arrows: Iterable<[string, string]>) =>
  [...new Set([...arrows].map((arrow) => arrow.join(' --> ')))].toSorted()

test('the picture of the workspaces shows every import between them', () => {
  const imports = workspaces.flatMap((workspace) =>
    sourcesIn(`${workspace}/src`).flatMap((file) =>
      [...read(file).matchAll(/from '@scinav\/(\w+)(?:\/[\w-]+)?'/g)].map(
        ([, other = '']): [string, string] => [workspace, other],
      ),
    ),
  )
  expect(named(workspaceArrows)).toEqual(named(imports))
})

const domains = readdirSync(join(repoRoot, 'server/src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['testing', 'drills'].includes(entry.name))
  .map(({ name }) => name)

/** Imports between domains of the server. */
const domainImports = domains.flatMap((domain) =>
  sourcesIn(`server/src/${domain}`).flatMap((file) =>
    [...read(file).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].flatMap(
      ([, path = '']): [string, string][] => {
        const [, , other = ''] = join(file, '..', path).split('/')
        return other !== domain && domains.includes(other) ? [[domain, other]] : []
      },
    ),
  ),
)

/** Everything that arrows lead to from one of their ends. */
function reached(from: string, arrows: ReadonlySet<string>): string[] {
  const found = new Set<string>()
  const open = [from]
  for (const at of open)
    for (const arrow of arrows) {
      const [start, end = ''] = arrow.split(' --> ')
      if (start !== at || found.has(end)) continue
      found.add(end)
      open.push(end)
    }
  return [...found].toSorted()
}

test('the picture of the domains shows imports, and all others follow from them', () => {
  const imports = new Set(named(domainImports))
  const drawn = new Set(named(domainArrows))
  expect([...drawn].filter((arrow) => !imports.has(arrow))).toEqual([])
  for (const domain of domains) expect(reached(domain, drawn), domain).toEqual(reached(domain, imports))
})

test('the table of the domains has each of them, in an order that imports keep', () => {
  const listed = [...architecture.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name)
  expect(listed.toSorted()).toEqual(domains.toSorted())
  const against = domainImports.filter(([from, to]) => listed.indexOf(to) > listed.indexOf(from))
  expect(named(against)).toEqual([])
})

const PAGES = globSync(['*.md', 'docs/*.md', 'bench/README.md'], {
  cwd: repoRoot,
}).toSorted()

/** What a newcomer adds by a recipe. */
const PLACEHOLDER = /FORMAT|SCREEN|NAME|BENCH/

test.each(PAGES)('the files that %s names exist', (page) => {
  const roots = [...workspaces, 'scripts', 'tools', 'e2e', 'deploy', 'bench', 'config', 'docs'].join('|')
  const paths = [...read(page).matchAll(new RegExp(`\`((?:${roots})/[\\w./-]*)\``, 'g'))].map(
    ([, path = '']) => path,
  )
  const missing = paths.filter((path) => !PLACEHOLDER.test(path) && !existsSync(join(repoRoot, path)))
  expect(missing).toEqual([])
})

test.each(PAGES)('the links of %s lead to files', (page) => {
  const targets = [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = '']) => target)
  const missing = targets.filter((target) => !existsSync(join(repoRoot, page, '..', target)))
  expect(missing).toEqual([])
})

test('the commands that newcomers and operators read about exist', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const commands = PAGES.flatMap((page) =>
    [...read(page).matchAll(/\bnpm run ([a-z][\w:-]*)(?![\w:-]| -w)/g)].map(([, name = '']) => name),
  )
  expect([...new Set(commands)].filter((name) => !(name in scripts))).toEqual([])
})

test('the door of every feature of the server says in its first line what the feature is for', () => {
  const doors = globSync('server/src/{*,*/*}/index.ts', { cwd: repoRoot }).filter((door) =>
    statSync(join(repoRoot, door)).isFile(),
  )
  expect(doors.filter((door) => !/^\/\/ .{10}/.test(read(door)))).toEqual([])
})
