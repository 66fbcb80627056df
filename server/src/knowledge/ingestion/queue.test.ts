import { readFileSync } from 'node:fs'
import { api } from '@scinav/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { releaseParses } from '../../documents/parse-results/index.ts'
import { leaseOfDeadProcess } from '../../testing/dead-process.ts'
import { addTexts, ingestionScene } from '../../testing/ingestion-scene.ts'
import { buildDocumentRow } from '../datasets/index.ts'
import { createParseRunner } from './parse-runner.ts'

const numbered = (count: number, prefix: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.txt`, `${prefix}${at}`]))

test('owners take turns: one file does not wait behind another person’s many, and each sees its place', async () => {
  const { app, ada, bob, dataset_id, begun, add } = await ingestionScene()
  await add(numbered(6, 'a'))
  const { id: other } = await bob.call(api.datasets.create, { name: '另一个' })
  const [first] = await addTexts(bob, other, { 'b.txt': 'b0' })
  expect(first?.document?.parsing?.place).toBe(1)
  const { list } = await ada.call(api.datasets.documents, { dataset_id, current_page: 1, page_size: 10 })
  const places = list.map(({ parsing }) => parsing?.place ?? -1).sort()
  expect(places).toEqual([0, 2, 3, 4, 5, 6])

  await app.runner.drain()
  expect(begun).toHaveLength(7)
  expect(begun.indexOf('b0')).toBeLessThan(2)
})

test('attack 36: of many uploads at once those beyond the limit are refused, and the error names it', async () => {
  const { app, ada, dataset_id, add, addOne, list, operate } = await ingestionScene()
  const given = { dataset_id, creator_id: ada.id, type: 'file', name: 'a.txt' } as const
  const waiting = Array.from({ length: 190 }, () =>
    buildDocumentRow(app.base, { ...given, next_parse_id: 'none' }),
  )
  await app.base.db.insertInto('documents').values(waiting).execute()
  const tries = await Promise.allSettled(
    Array.from({ length: 14 }, (_, at) => add({ 'x.txt': `late ${at}` })),
  )
  const refused = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(refused).toHaveLength(4)
  for (const each of refused)
    expect(each).toMatchObject({ status: 429, problem: 'document.too_many_queued', data: { limit: 200 } })
  const { readingDataset } = await ada.call(api.datasets.all, {})
  expect(readingDataset.find(({ is_private }) => !is_private)?.document_count).toBe(200)
  const [one] = await list({ keyword: 'x.txt' })
  await operate(one?.id ?? '', 'cancel')
  expect(await addOne('room again')).not.toBe('')
})

test('bytes beyond what a person may store are refused with the limit', async () => {
  const { add } = await ingestionScene({ env: { FILES_TOTAL_MB: '0.00002' } })
  expect(await add({ 'a.txt': '0123456789' })).toMatchObject([{ outcome: 'added' }])
  await expect(add({ 'b.txt': '0123456789ab' })).rejects.toMatchObject({
    status: 413,
    problem: 'file.too_much',
  })
})

type Ingestion = Awaited<ReturnType<typeof ingestionScene>>

/** A file whose process goes on while another, which believes it dead, reads it too; both come to their ends. */
async function readTwice(dies: (made: Ingestion) => unknown) {
  const made = await ingestionScene()
  const { app, addOne, held, document } = made
  const id = await addOne('等一等\n\n第二段')
  const dying = createParseRunner({ ctx: app.base, kind: app.kind }).drain()
  await expect.poll(() => held.length).toBe(1)
  await dies(made)
  const second = app.runner.drain()
  await expect.poll(() => held.length).toBe(2)
  held[1]?.release()
  await second
  held[0]?.release()
  await dying
  expect(await document(id)).toMatchObject({ state: 'ready' })
  expect(await app.base.db.selectFrom('passages').select('ordinal').execute()).toHaveLength(2)
  return made
}

test('a parse whose process has died is taken up again, with nothing double; the dead one writes no more', async () => {
  const { app } = await readTwice(({ app }) => app.pass(31_000))
  expect(await app.base.db.selectFrom('passage_places').select('gone').execute()).toEqual([{ gone: 0 }])
})

test('a parse whose end cannot be saved is taken up at once', async () => {
  const { app, addOne, held, document } = await ingestionScene()
  const id = await addOne('等一等')
  const first = createParseRunner({ ctx: app.base, kind: app.kind }).drain()
  await expect.poll(() => held.length).toBe(1)
  await sql`alter table parses rename to parses_gone`.execute(app.base.db)
  held[0]?.release()
  await first.catch(() => {})
  await expect.poll(() => app.log.join()).toContain('the end of a parse could not be saved')
  await sql`alter table parses_gone rename to parses`.execute(app.base.db)
  const second = app.runner.drain()
  await expect.poll(() => held.length).toBe(2)
  held[1]?.release()
  await second
  expect(await document(id)).toMatchObject({ state: 'ready' })
})

test('beside a long scan that has its turns another file is begun', async () => {
  const { app, add, held, scans } = await ingestionScene()
  await add({ 'a.txt': '等一', 'b.txt': '等二', 'c.txt': '等三' })
  const runner = createParseRunner({ ctx: app.base, kind: app.kind, poll_ms: 5 })
  runner.start()
  await expect.poll(() => held.length).toBe(2)
  scans.unfinished = 1
  await expect.poll(() => held.length).toBe(3)
  for (const each of held) each.release()
  await runner.stop()
})

test('of PDFs an engine outside is asked how they are built, of nothing else', async () => {
  const { app, add, begun } = await ingestionScene()
  const asked: string[] = []
  const structureOf = async (path: string) => {
    asked.push(readFileSync(path, 'utf8').slice(0, 8))
    return null
  }
  Object.assign(app.base.providers, { structure: { structureOf, fault: async () => null } })
  await add({ 'a.pdf': '%PDF-1.4\n1 0 obj', 'b.txt': '正文' })
  await app.runner.drain()
  expect(begun).toHaveLength(2)
  expect(asked).toEqual(['%PDF-1.4'])
})

test('a parse of a process of this machine that is gone is taken up at once', async () => {
  await readTwice(({ app }) =>
    app.base.db.updateTable('parses').set({ leased_by: leaseOfDeadProcess() }).execute(),
  )
})

test('a file that ends its process every time is given up with a reason', async () => {
  const { app, addOne, held, document } = await ingestionScene()
  const id = await addOne('等一等')
  const died: Promise<void>[] = []
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    died.push(createParseRunner({ ctx: app.base, kind: app.kind }).drain())
    await expect.poll(() => held.length).toBe(attempt)
    app.pass(31_000)
  }
  await app.runner.drain()
  expect(await document(id)).toMatchObject({ state: 'failed', error: '处理时意外中断，请重试' })
  for (const each of held) each.release()
  await Promise.all(died)
  expect(await document(id)).toMatchObject({ state: 'failed' })
})

test('a file that two processes died with lets the others pass before it is begun again', async () => {
  const { app, addOne, held, document } = await ingestionScene()
  const id = await addOne('等一等')
  const died: Promise<void>[] = []
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    died.push(createParseRunner({ ctx: app.base, kind: app.kind }).drain())
    await expect.poll(() => held.length).toBe(attempt)
    await releaseParses(app.base)
  }
  const other = await addOne('内容')
  await app.runner.drain()
  expect(await document(other)).toMatchObject({ state: 'ready' })
  expect(held).toHaveLength(2)

  app.pass(2_000)
  const again = app.runner.drain()
  await expect.poll(() => held.length).toBe(3)
  for (const each of held) each.release()
  await Promise.all([...died, again])
  expect(await document(id)).toMatchObject({ state: 'ready' })
})

test('a parse without progress for 60 seconds is begun anew when its owner asks, and not before', async () => {
  const { app, ada, addOne, held, document, operate } = await ingestionScene()
  const id = await addOne('等一等')
  const stuck = createParseRunner({ ctx: app.base, kind: app.kind }).drain()
  await expect.poll(() => held.length).toBe(1)
  app.pass(59_000)
  expect(await ada.refusal(api.ingestion.operate, { document_id: id, operation: 'retry' })).toMatchObject({
    problem: 'document.not_retryable',
  })
  app.pass(1_000)
  expect(await operate(id, 'retry')).toMatchObject({ state: 'queued', parsing: { place: 0 } })
  const again = app.runner.drain()
  await expect.poll(() => held.length).toBe(2)
  for (const each of held) each.release()
  await Promise.all([stuck, again])
  expect(await document(id)).toMatchObject({ state: 'ready' })
})

test('a server that stops hands back what it parses, and the attempt does not count', async () => {
  const { app, addOne, held, document } = await ingestionScene()
  const id = await addOne('等一等')
  const runner = createParseRunner({ ctx: app.base, kind: app.kind })
  const working = runner.drain()
  await expect.poll(() => held.length).toBe(1)
  await runner.stop()
  await working
  expect(await document(id)).toMatchObject({ state: 'queued', parsing: { place: 0 } })
  const { attempts } = await app.base.db.selectFrom('parses').select('attempts').executeTakeFirstOrThrow()
  expect(attempts).toBe(0)
})

test('what is parsed again by a newer parser answers from the old version until then', async () => {
  const { app, addOne, document, feed } = await ingestionScene()
  const id = await addOne('一\n\n二')
  await app.runner.drain()
  await app.base.db.updateTable('parses').set({ parser: 'text/0.9' }).execute()
  const before = await document(id)
  app.pass(61 * 60_000)
  await app.runner.drain()
  const after = await document(id)
  expect(after?.parse_id).not.toBe(before?.parse_id)
  expect(after).toMatchObject({ state: 'ready', parsing: null })
  expect((await feed()).map(({ gone, first_seq }) => [first_seq, gone])).toEqual([
    [1, 1],
    [3, 0],
  ])
})

test('on a full disk nothing begins and nothing is lost', async () => {
  const { app, addOne, document } = await ingestionScene()
  const id = await addOne('内容')
  const { uploads } = app.base.providers
  const { free } = uploads
  uploads.free = async () => 1
  await app.runner.drain()
  expect(await document(id)).toMatchObject({ state: 'queued' })
  await expect(addOne('更多')).rejects.toMatchObject({ status: 507, problem: 'disk.full' })
  uploads.free = free
  await app.runner.drain()
  expect(await document(id)).toMatchObject({ state: 'ready' })
})
