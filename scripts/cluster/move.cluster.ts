import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Client } from '../../server/src/testing/drill-client.ts'
import { emptyPostgres } from '../../server/src/testing/fresh-database.ts'
import { newFolder } from '../../server/src/testing/new-folder.ts'
import { DRILL_MS } from '../../server/src/testing/patience.ts'
import { type RealServer, registerReal, startReal } from '../../server/src/testing/real-server.ts'
import { s3Server } from '../../server/src/testing/s3-server.ts'
import { startOpenSearch } from '../opensearch.mjs'
import { whileMoving } from '../while-moving.mjs'
import { chat, type Filled, fill, seen, writePapers } from './filled-folder.ts'
import { ALONE, command, countOf, differing, filesBelow, rowsOf } from './moved-data.ts'

/** How much moves; `FILES_URL` and what belongs to it name an S3 store that runs, else it is the one of the tests. */
const { MOVE_PAPERS = '2000', MOVE_DOCUMENTS = '6', FILES_URL } = process.env

const WHOLE = '登记的文件全部在目标处'
/** What serving leaves as it came; the rest are visits, chats and what is learned of them. */
const KEPT = [
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
const READ = [
  'parse_blocks',
  'passages',
  'passage_places',
  'research_runs',
  'research_events',
  'research_reports',
]

async function storeSettings(): Promise<Record<string, string>> {
  if (!FILES_URL) return (await s3Server('搬家/科学 导航')).env
  const given = Object.entries(process.env).filter(([name]) => name.startsWith('FILES_'))
  return Object.fromEntries(given.map(([name, value]) => [name, value ?? '']))
}

/** Starts a process that ends with the test at the latest. */
async function start(env: Record<string, string>): Promise<RealServer> {
  const server = await startReal({ ...ALONE, ...env })
  onTestFinished(async () => {
    server.process.kill('SIGTERM')
    await server.ended
  })
  return server
}

async function stop(...servers: RealServer[]): Promise<void> {
  for (const { process } of servers) process.kill('SIGTERM')
  for (const { ended } of servers) expect(await ended).toBe(0)
}

/** Waits until an index that is made anew finds what was found before. */
async function seenAgain(client: Client, filled: Filled, before: Awaited<ReturnType<typeof seen>>) {
  const reached = JSON.stringify(before.totals)
  return whileMoving(
    'the index',
    () => seen(client, filled),
    ({ totals }) => JSON.stringify(totals) === reached,
  )
}

test('a data folder moves to PostgreSQL, S3 and OpenSearch by the documented commands, and back: every row, every byte', {
  timeout: DRILL_MS,
}, async () => {
  const one = { DATA_DIR: newFolder() }
  const backups = newFolder()
  writePapers(join(backups, 'papers.jsonl'), Number(MOVE_PAPERS))
  await command('import', [join(backups, 'papers.jsonl')], one)
  const alone = await start(one)
  const cookie = await registerReal(alone, one.DATA_DIR)
  const filled = await fill({ server: alone, cookie }, Number(MOVE_DOCUMENTS))
  const before = await seen({ server: alone, cookie }, filled)
  expect(before.totals.every(([, total]) => total !== null)).toBe(true)
  expect(before.totals.some(([, total]) => (total ?? 0) > 0)).toBe(true)
  await stop(alone)

  const SECRET_KEY = (await command('secret-key', ['show'], one)).trim().slice('SECRET_KEY='.length)
  await command('backup', [join(backups, 'one.gz')], one)
  const many = { DATA_DIR: newFolder(), DATABASE_URL: await emptyPostgres() }
  await command('restore', [join(backups, 'one.gz')], many)
  const store = await storeSettings()
  expect(await command('files', ['to-s3'], { ...many, ...store })).toContain(WHOLE)
  expect(await command('files', ['to-s3', '--check'], { ...many, ...store })).toContain('复制了 0 个文件')
  const there = { folder: many.DATA_DIR, url: many.DATABASE_URL }
  const source = await rowsOf({ folder: one.DATA_DIR })
  expect(differing(source, await rowsOf(there))).toEqual([])
  const files = await filesBelow(join(one.DATA_DIR, 'files'))
  console.info(
    `there: ${countOf(source)} rows, ${before.papers} papers, ${Object.keys(files).length} files, ${before.documents.length} documents, ${before.chats.length} chats: none other`,
  )

  const search = await startOpenSearch()
  onTestFinished(() => search.stop())
  const served = { ...many, ...store, SECRET_KEY, SEARCH_URL: search.urls.join(), DATA_DIR: newFolder() }
  const roles = ['web', 'web', 'worker'].map((ROLE) => start({ ...served, ROLE }))
  const [web, other, worker] = (await Promise.all(roles)) as [RealServer, RealServer, RealServer]
  const began = performance.now()
  for (const server of [web, other])
    expect(await seenAgain({ server, cookie }, filled, before)).toEqual(before)
  console.info(`all seen through both after ${((performance.now() - began) / 1_000).toFixed(1)} s`)
  await command('doctor', [], { ...served, ROLE: 'web' })
  const added = await chat({ server: web, cookie }, 'How are sentences aligned?')
  const after = await seenAgain({ server: other, cookie }, filled, before)
  expect(after).toEqual({ ...before, chats: [...before.chats, added].sort() })
  await stop(web, other, worker)

  await command('backup', [join(backups, 'many.gz')], { ...many, ...store })
  const home = { DATA_DIR: newFolder() }
  await command('restore', [join(backups, 'many.gz')], home)
  expect(await command('files', ['to-folder'], { ...home, ...store })).toContain(WHOLE)
  const [back, left] = [await rowsOf({ folder: home.DATA_DIR }), await rowsOf(there)]
  expect(differing(left, back)).toEqual([])
  expect(await filesBelow(join(home.DATA_DIR, 'files'))).toEqual(files)
  const changed = differing(source, back).map((table) => table.split(':')[0] ?? '')
  console.info(`back: ${countOf(back)} rows: none other; changed by serving: ${changed.join(', ')}`)
  expect(changed.filter((table) => [...KEPT, ...READ].includes(table))).toEqual([])
  const again = await start({ ...home, SECRET_KEY })
  expect(await seenAgain({ server: again, cookie }, filled, before)).toEqual(after)
  await stop(again)
})
