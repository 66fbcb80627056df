import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { DrillClient } from '../../server/src/testing/drill-client.ts'
import { emptyPostgres } from '../../server/src/testing/fresh-database.ts'
import { newFolder } from '../../server/src/testing/new-folder.ts'
import { type RealServer, registerPerson, startRealServer } from '../../server/src/testing/real-server.ts'
import { useS3Server } from '../../server/src/testing/s3-server.ts'
import { DRILL_TIMEOUT_MS } from '../../server/src/testing/timeouts.ts'
import { startOpenSearch } from '../opensearch.mjs'
import { pollUntil } from '../poll-until.mjs'
import {
  countRows,
  differingTables,
  hashFiles,
  readRowDigests,
  runOperatorCommand,
  STANDALONE_ENV,
} from './compare-data.ts'
import {
  completeChat,
  readVisibleState,
  type SeededData,
  seedInstallation,
  writePapers,
} from './seed-installation.ts'

/**
 * The amount of data to move. `FILES_URL` and its related variables name a running S3 store; without them the tests use
 * their own.
 */
const { MOVE_PAPERS = '2000', MOVE_DOCUMENTS = '6', FILES_URL } = process.env

const COMPLETE_MESSAGE = '登记的文件全部在目标处'
/** Tables that serving leaves unchanged; the others hold visits, chats and what is learned from them. */
const UNCHANGED_TABLES = [
  'users',
  'papers',
  'paper_keys',
  'paper_merges',
  'imports',
  'file_bytes',
  'files',
  'datasets',
  'documents',
]
const DERIVED_TABLES = [
  'parse_blocks',
  'passages',
  'passage_places',
  'research_runs',
  'research_events',
  'research_reports',
]

async function storeSettings(): Promise<Record<string, string>> {
  if (!FILES_URL) return (await useS3Server('搬家/科学 导航')).env
  const given = Object.entries(process.env).filter(([name]) => name.startsWith('FILES_'))
  return Object.fromEntries(given.map(([name, value]) => [name, value ?? '']))
}

/** Starts a process that ends with the test at the latest. */
async function startProcess(env: Record<string, string>): Promise<RealServer> {
  const server = await startRealServer({ ...STANDALONE_ENV, ...env })
  onTestFinished(async () => {
    server.process.kill('SIGTERM')
    await server.ended
  })
  return server
}

async function stopProcesses(...servers: RealServer[]): Promise<void> {
  for (const { process } of servers) process.kill('SIGTERM')
  for (const { ended } of servers) expect(await ended).toBe(0)
}

/** Waits until a rebuilt index finds what was found before. */
async function waitUntilSearchable(
  client: DrillClient,
  filled: SeededData,
  before: Awaited<ReturnType<typeof readVisibleState>>,
) {
  const reached = JSON.stringify(before.totals)
  return pollUntil(
    'the index',
    () => readVisibleState(client, filled),
    ({ totals }) => JSON.stringify(totals) === reached,
  )
}

test('a data folder moves to PostgreSQL, S3 and OpenSearch by the documented commands, and back: every row, every byte', {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const one = { DATA_DIR: newFolder() }
  const backups = newFolder()
  writePapers(join(backups, 'papers.jsonl'), Number(MOVE_PAPERS))
  await runOperatorCommand('import', [join(backups, 'papers.jsonl')], one)
  const alone = await startProcess(one)
  const cookie = await registerPerson(alone, one.DATA_DIR)
  const filled = await seedInstallation({ server: alone, cookie }, Number(MOVE_DOCUMENTS))
  const before = await readVisibleState({ server: alone, cookie }, filled)
  expect(before.totals.every(([, total]) => total !== null)).toBe(true)
  expect(before.totals.some(([, total]) => (total ?? 0) > 0)).toBe(true)
  await stopProcesses(alone)

  const SECRET_KEY = (await runOperatorCommand('secret-key', ['show'], one))
    .trim()
    .slice('SECRET_KEY='.length)
  await runOperatorCommand('backup', [join(backups, 'one.gz')], one)
  const many = { DATA_DIR: newFolder(), DATABASE_URL: await emptyPostgres() }
  await runOperatorCommand('restore', [join(backups, 'one.gz')], many)
  const store = await storeSettings()
  expect(await runOperatorCommand('files', ['to-s3'], { ...many, ...store })).toContain(COMPLETE_MESSAGE)
  expect(await runOperatorCommand('files', ['to-s3', '--check'], { ...many, ...store })).toContain(
    '复制了 0 个文件',
  )
  const there = { folder: many.DATA_DIR, url: many.DATABASE_URL }
  const source = await readRowDigests({ folder: one.DATA_DIR })
  expect(differingTables(source, await readRowDigests(there))).toEqual([])
  const files = await hashFiles(join(one.DATA_DIR, 'files'))
  console.info(
    `there: ${countRows(source)} rows, ${before.papers} papers, ${Object.keys(files).length} files, ${before.documents.length} documents, ${before.chats.length} chats: none other`,
  )

  const search = await startOpenSearch()
  onTestFinished(() => search.stop())
  const served = { ...many, ...store, SECRET_KEY, SEARCH_URL: search.urls.join(), DATA_DIR: newFolder() }
  const roles = ['web', 'web', 'worker'].map((ROLE) => startProcess({ ...served, ROLE }))
  const [web, other, worker] = (await Promise.all(roles)) as [RealServer, RealServer, RealServer]
  const began = performance.now()
  for (const server of [web, other])
    expect(await waitUntilSearchable({ server, cookie }, filled, before)).toEqual(before)
  console.info(`all seen through both after ${((performance.now() - began) / 1_000).toFixed(1)} s`)
  await runOperatorCommand('doctor', [], { ...served, ROLE: 'web' })
  const added = await completeChat({ server: web, cookie }, 'How are sentences aligned?')
  const after = await waitUntilSearchable({ server: other, cookie }, filled, before)
  expect(after).toEqual({ ...before, chats: [...before.chats, added].sort() })
  await stopProcesses(web, other, worker)

  await runOperatorCommand('backup', [join(backups, 'many.gz')], { ...many, ...store })
  const home = { DATA_DIR: newFolder() }
  await runOperatorCommand('restore', [join(backups, 'many.gz')], home)
  expect(await runOperatorCommand('files', ['to-folder'], { ...home, ...store })).toContain(COMPLETE_MESSAGE)
  const [back, left] = [await readRowDigests({ folder: home.DATA_DIR }), await readRowDigests(there)]
  expect(differingTables(left, back)).toEqual([])
  expect(await hashFiles(join(home.DATA_DIR, 'files'))).toEqual(files)
  const changed = differingTables(source, back).map((table) => table.split(':')[0] ?? '')
  console.info(`back: ${countRows(back)} rows: none other; changed by serving: ${changed.join(', ')}`)
  expect(changed.filter((table) => [...UNCHANGED_TABLES, ...DERIVED_TABLES].includes(table))).toEqual([])
  const again = await startProcess({ ...home, SECRET_KEY })
  expect(await waitUntilSearchable({ server: again, cookie }, filled, before)).toEqual(after)
  await stopProcesses(again)
})
