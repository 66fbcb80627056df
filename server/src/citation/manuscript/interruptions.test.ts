import { api } from '@scinav/contract'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { makeChecker, startBatch, waitForBatch } from '../../testing/batch-scene.ts'
import {
  addCitedWorks,
  completeCheck,
  SAMPLE_MANUSCRIPT,
  startCheck,
  waitForCheck,
} from '../../testing/manuscript-scene.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { manuscriptRunsOf, startManuscriptChecks } from './manuscript-runs.ts'

async function setScene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await addCitedWorks(app.base)
  return { app, ada }
}

/** Makes the disk too full for the text of a manuscript; returns a function that makes room again. */
async function fillDisk({ base: { db }, kind }: TestApp): Promise<() => Promise<unknown>> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  if (kind === 'sqlite') {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await run(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 200}`)
    await run(`create trigger no_room before insert on manuscript_check_texts
      begin insert into installation values ('no room', hex(zeroblob(2000000))); end`)
    return async () => {
      await run('pragma max_page_count = 1073741823')
      await run('drop trigger no_room')
    }
  }
  await run(`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'No space left on device' using errcode = '53100'; end $$`)
  await run(
    'create trigger no_room before insert on manuscript_check_texts for each row execute function no_room()',
  )
  return () => run('drop function no_room() cascade')
}

test('a check that the disk has no room for says so, and can be made again', async () => {
  const { app, ada } = await setScene()
  const makeRoom = await fillDisk(app)
  const { check_id, state, snapshot } = await completeCheck(ada)
  expect(state).toBe('failed')
  expect(snapshot.error).toMatchObject({ message: expect.stringContaining('磁盘已满'), retryable: true })
  await makeRoom()
  const again = await ada.call(api.manuscriptChecks.repeat, { check_id })
  expect((await waitForCheck(ada, again.check_id)).state).toBe('completed')
})

test('a batch that a stop of the server interrupts goes on afterwards, with one notice at its end', async () => {
  const { app, ada } = await setScene()
  await makeChecker(ada)
  const theses = Array.from({ length: 5 }, (_, at) => [`院系/学生${at}-论文.md`, SAMPLE_MANUSCRIPT] as const)
  const batch_id = await startBatch(ada, Object.fromEntries(theses))
  await app.runner.drain()
  await manuscriptRunsOf(app.base).stop(0)
  const noticed = async () => (await ada.call(api.notices.list, {})).list.map(({ text }) => text)
  expect([(await ada.call(api.manuscriptBatches.batch, { batch_id })).state, await noticed()]).toEqual([
    'running',
    [],
  ])

  await startManuscriptChecks(app.base, app.kind)
  const { theses: ended } = await waitForBatch(app, ada, batch_id)
  expect(ended).toEqual({ queued: 0, running: 0, completed: 5, cancelled: 0, failed: 0 })
  expect(await noticed()).toEqual(['批量核对「2026届」完了：核对完 5 份'])
})

test('one manuscript is checked in two tabs at once with the same result, and deleted in one of them', async () => {
  const { ada } = await setScene()
  const first = await startCheck(ada)
  const second = (await ada.call(api.manuscriptChecks.repeat, { check_id: first })).check_id
  expect((await ada.refusal(api.manuscriptChecks.repeat, { check_id: first })).problem).toBe(
    'manuscript_check.too_many_runs',
  )
  const [one, other] = await Promise.all([waitForCheck(ada, first), waitForCheck(ada, second)])
  expect(other.counts).toEqual(one.counts)
  expect(other.snapshot.findings.map(({ id }) => id)).toEqual(one.snapshot.findings.map(({ id }) => id))

  const third = (await ada.call(api.manuscriptChecks.repeat, { check_id: first })).check_id
  for (const check_id of [first, second]) await ada.call(api.manuscriptChecks.remove, { check_id })
  expect((await waitForCheck(ada, third)).state).toBe('completed')
})

test('while the index is built, a check says that it may have missed works', async () => {
  const { app, ada } = await setScene()
  const building = vi.spyOn(app.base.library, 'buildProgress').mockReturnValue(0.4)
  const { snapshot } = await completeCheck(ada)
  expect(snapshot.warnings.filter((text) => text.includes('索引正在建立'))).toHaveLength(1)
  building.mockRestore()
  const { snapshot: later } = await completeCheck(ada)
  expect(later.warnings.filter((text) => text.includes('索引'))).toEqual([])
})
