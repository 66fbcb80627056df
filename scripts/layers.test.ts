import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CruisedModule, cruise, findFolderCycles, type Violation } from './layers.ts'
import { repoRoot } from './node24.mjs'
import { workspaces } from './workspaces.ts'

const config = join(repoRoot, '.dependency-cruiser.cjs')
const rules: string[] = createRequire(import.meta.url)(config).forbidden.map(
  (rule: { name: string }) => rule.name,
)

interface Plant {
  file: string
  imports: string
}

/** Each domain but the last imports the one that follows it. */
const domains = rules.flatMap((name) => /^(\w+)-knows-no-later-domain$/.exec(name)?.[1] ?? [])
const wrongOrder = domains.map((domain, at): [string, Plant] => [
  `${domain}-knows-no-later-domain`,
  {
    file: `server/src/${domain}/above/early.ts`,
    imports: `../../${domains[at + 1] ?? 'pages'}/below/late.ts`,
  },
])

/** One planted fault per rule. A rule without one fails the first test below. */
const plants: Record<string, Plant> = {
  ...Object.fromEntries(wrongOrder),
  'no-circles': { file: 'contract/src/circle-a.ts', imports: './circle-b.ts' },
  'everything-resolves': { file: 'contract/src/lost.ts', imports: './nowhere.ts' },
  'tests-are-leaves': { file: 'server/src/platform/http/leaf.ts', imports: '../../testing/builder.ts' },
  'contract-knows-only-zod': { file: 'contract/src/clever.ts', imports: 'react' },
  'citation-knows-only-the-contract': { file: 'citation/src/clever.ts', imports: 'react' },
  'formats-know-only-contract-and-citation': { file: 'formats/src/clever.ts', imports: 'node:fs' },
  'documents-know-only-contract-citation-and-formats': {
    file: 'documents/src/knowing.ts',
    imports: '../../server/src/platform/config/config.ts',
  },
  'search-knows-contract-and-threads': {
    file: 'search/src/knowing.ts',
    imports: '../../server/src/platform/config/config.ts',
  },
  'search-over-opensearch-speaks-http': {
    file: 'search/src/opensearch/knowing.ts',
    imports: '../../../server/src/platform/config/config.ts',
  },
  'one-machine-reads-no-opensearch': {
    file: 'search/src/plain.ts',
    imports: './opensearch/client.ts',
  },
  'threads-know-nothing': { file: 'threads/src/clever.ts', imports: 'node:fs' },
  'libraries-have-one-door': {
    file: 'server/src/library/papers/peeping.ts',
    imports: '../../../../formats/src/tagged/ris.ts',
  },
  'server-stays-on-the-server': {
    file: 'server/src/platform/http/screen.ts',
    imports: '../../../../web/src/ui/button.ts',
  },
  'web-stays-in-the-browser': {
    file: 'web/src/app/tables.ts',
    imports: '../../../server/src/platform/db/schema.ts',
  },
  'routes-are-tables': {
    file: 'server/src/library/papers/papers.routes.ts',
    imports: '../../platform/context/context.ts',
  },
  'routes-belong-to-main': { file: 'server/src/library/papers/mount.ts', imports: './papers.routes.ts' },
  'features-have-one-door': {
    file: 'server/src/reading/reader/peek.ts',
    imports: '../../knowledge/projects/project.service.ts',
  },
  'the-root-mounts-features': {
    file: 'server/src/mount.ts',
    imports: './knowledge/projects/project.service.ts',
  },
  'nothing-knows-the-root': { file: 'server/src/knowledge/projects/rise.ts', imports: '../../main.ts' },
  'services-have-few-neighbours': {
    file: 'server/src/library/papers/paper.service.ts',
    imports: '../../platform/config/config.ts',
  },
  'services-know-no-http': {
    file: 'server/src/library/papers/reply.service.ts',
    imports: '../../platform/http/event-stream.ts',
  },
  'services-know-no-tables': {
    file: 'server/src/library/papers/row.service.ts',
    imports: '../../platform/db/schema.ts',
  },
  'sql-lives-in-stores': { file: 'server/src/platform/jobs/query.ts', imports: 'kysely' },
  'stores-know-only-the-database': {
    file: 'server/src/library/papers/paper.store.ts',
    imports: '../../platform/http/event-stream.ts',
  },
  'stores-take-context-as-a-type': {
    file: 'server/src/library/papers/context.store.ts',
    imports: '../../platform/context/context.ts',
  },
  'only-db-has-drivers': { file: 'server/src/platform/http/driver.ts', imports: 'pg' },
  'only-providers-reach-out': { file: 'server/src/library/papers/mail.ts', imports: 'nodemailer' },
  'only-providers-open-sockets': { file: 'server/src/library/papers/socket.ts', imports: 'node:https' },
  'pages-show-services': {
    file: 'server/src/pages/page.ts',
    imports: '../knowledge/projects/project.store.ts',
  },
  'one-machine-reads-no-s3': {
    file: 'server/src/open.ts',
    imports: './platform/providers/files/s3/open-s3.ts',
  },
  'web-features-meet-in-app': { file: 'web/src/home/neighbour.ts', imports: '../reading/paper.ts' },
  'domains-know-no-feature': { file: 'web/src/paper/knowing.ts', imports: '../reading/paper.ts' },
  'ui-and-api-know-no-feature': { file: 'web/src/ui/knowing.ts', imports: '../reading/paper.ts' },
}

/** What the planted files import, each without a fault of its own. */
const innocent = [
  ...[...domains.slice(1), 'pages'].map((domain) => `server/src/${domain}/below/late.ts`),
  'formats/src/tagged/ris.ts',
  'server/src/testing/builder.ts',
  'server/src/platform/context/context.ts',
  'server/src/platform/config/config.ts',
  'server/src/platform/http/event-stream.ts',
  'server/src/platform/providers/files/s3/open-s3.ts',
  'search/src/opensearch/client.ts',
  'server/src/main.ts',
  'server/src/platform/config/twin.ts',
  'server/src/platform/db/schema.ts',
  'server/src/knowledge/projects/project.store.ts',
  'server/src/knowledge/projects/project.service.ts',
  'web/src/ui/button.ts',
  'web/src/reading/paper.ts',
  'web/src/reading/list/names.ts',
  'web/src/reading/page/sizes.ts',
]

/** Two folders that know each other, by files that do not. */
const circle: Plant[] = [
  { file: 'server/src/platform/http/pair.ts', imports: '../config/twin.ts' },
  { file: 'server/src/platform/config/frame.ts', imports: '../http/event-stream.ts' },
  { file: 'web/src/reading/page/text.ts', imports: '../list/names.ts' },
  { file: 'web/src/reading/list/rows.ts', imports: '../page/sizes.ts' },
]

let folder = ''
let found: Violation[] = []
let planted: CruisedModule[] = []

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'layers-'))
  symlinkSync(join(repoRoot, 'node_modules'), join(folder, 'node_modules'))
  for (const file of innocent) write(file, 'export const value = 1\n')
  for (const { file, imports } of [...Object.values(plants), ...circle])
    write(file, `import * as other from '${imports}'\nexport const mine = other\n`)
  write('contract/src/circle-b.ts', "import * as other from './circle-a.ts'\nexport const mine = other\n")
  const seen = cruise(folder, workspaces)
  found = seen.violations
  planted = seen.modules
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('every layer rule has a planted fault', () => {
  expect(Object.keys(plants).sort()).toEqual([...rules].sort())
})

test.each(Object.entries(plants))('the rule %s reports its planted fault', (name, { file }) => {
  const reported = found
    .filter((violation) => violation.from === file)
    .map((violation) => violation.rule.name)

  expect(reported).toContain(name)
})

test('no file without a planted fault is reported', () => {
  const faulty = new Set([...Object.values(plants).map((plant) => plant.file), 'contract/src/circle-b.ts'])

  expect(found.filter((violation) => !faulty.has(violation.from))).toEqual([])
})

test('folders that know each other are reported though their files do not', () => {
  expect(findFolderCycles(planted, 'server/src')).toContain(
    'server/src/platform/http → server/src/platform/config → server/src/platform/http',
  )
  expect(findFolderCycles(planted, 'web/src')).toEqual([
    'web/src/reading/list → web/src/reading/page → web/src/reading/list',
    'web/src/reading/page → web/src/reading/list → web/src/reading/page',
  ])
})
