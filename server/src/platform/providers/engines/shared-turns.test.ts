import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../../testing/fresh-database.ts'
import { newFolder } from '../../../testing/new-folder.ts'
import { createSharedTurns, createTurns } from './turns.ts'

const never = new AbortController().signal
const log = pino({ level: 'silent' })

/** Processes that ask one service; `slept` says how long each request was told to wait. */
async function processes(count: number, every_ms: number) {
  const { db, close } = await freshDatabase(newFolder())
  onTestFinished(close)
  const slept: number[] = []
  const sleep = async (ms: number) => void slept.push(ms)
  const pace = { every_ms, at_once: 4 }
  // Each keeps its own turns, too, on a clock that has long passed every one of them.
  const all = Array.from({ length: count }, () => {
    let time = 0
    const now = () => (time += 1_000_000)
    return createSharedTurns({ db, log, clock: { now, sleep } })(
      'arxiv',
      createTurns({ now, sleep }, pace),
      pace,
    )
  })
  return { db, all, slept }
}

test('whichever process asks, one request begins after the other', async () => {
  const { all, slept } = await processes(3, 100_000)
  const done = await Promise.all([...all, ...all].map((each) => each.run(async () => 'done', never)))
  expect(done).toEqual(Array(6).fill('done'))
  // The first goes at once; from the database's clock a second may have passed, on a busy machine some.
  const waits = slept.toSorted((a, b) => a - b).map((ms) => Math.ceil(ms / 100_000))
  expect(waits).toEqual([1, 2, 3, 4, 5])
})

test('a pace that one process was told is the one it asks with', async () => {
  const { all, slept } = await processes(2, 100_000)
  const [first, second] = all
  first?.setPace({ every_ms: 500_000 })
  await first?.run(async () => {}, never)
  await second?.run(async () => {}, never)
  expect(slept.map((ms) => Math.ceil(ms / 100_000))).toEqual([5])
})

test('a service that wants to be left alone is left alone by all, and nobody’s turn is lost meanwhile', async () => {
  const { db, all, slept } = await processes(2, 100_000)
  const [first, second] = all
  first?.hold(3_600_000)
  await expect.poll(() => db.selectFrom('engine_turns').selectAll().execute()).toHaveLength(1)
  const refused = { kind: 'rate_limited', retry_after: expect.any(Number) }
  await expect(second?.run(async () => {}, never)).rejects.toMatchObject(refused)
  await expect(first?.run(async () => {}, never)).rejects.toMatchObject(refused)

  await db.updateTable('engine_turns').set({ held_until: 0 }).execute()
  const [third] = (await processesOn(db)).all
  await third?.run(async () => {}, never)
  expect(slept).toEqual([])
})

/** Another process on a database. */
async function processesOn(db: Parameters<typeof createSharedTurns>[0]['db']) {
  const clock = { now: () => 0, sleep: async () => {} }
  const pace = { every_ms: 0, at_once: 1 }
  return { all: [createSharedTurns({ db, log, clock })('arxiv', createTurns(clock, pace), pace)] }
}

test('a database that refuses takes nobody’s turn away', async () => {
  const { db, all } = await processes(1, 100_000)
  await db.schema.dropTable('engine_turns').execute()
  expect(await all[0]?.run(async () => 'done', never)).toBe('done')
})

test('whoever gives up while it waits for a turn does not ask', async () => {
  const { all } = await processes(1, 100_000)
  const leaver = new AbortController()
  leaver.abort(new Error('gone'))
  const work = () => Promise.reject(new Error('must not run'))
  await expect(all[0]?.run(work, leaver.signal)).rejects.toThrow('gone')
})
