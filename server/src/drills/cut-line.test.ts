import { Kysely, PostgresDialect, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { ConnectionTimeouts } from '../platform/db/connection-watch.ts'
import { createPostgresPool } from '../platform/db/postgres-pool.ts'
import { DatabaseUnavailable } from '../platform/foundation/errors.ts'
import { createCuttableLink } from '../testing/cuttable-link.ts'
import { emptyPostgres } from '../testing/fresh-database.ts'

const HOUR_MS = 3_600_000
/** Looked after at once; who gets no answer waits as long as it takes. */
const KEEN: ConnectionTimeouts = {
  ...{ silent_ms: 100, check_timeout_ms: HOUR_MS, check_interval_ms: 10 },
  ...{ trust_ms: HOUR_MS, test_timeout_ms: HOUR_MS, acquire_ms: HOUR_MS, evict_ms: 0 },
}

/** A database behind a line that can be cut, and what asks it something. */
async function behindLine(patience: ConnectionTimeouts) {
  const line = await createCuttableLink(await emptyPostgres())
  const db = new Kysely<object>({
    dialect: new PostgresDialect({ pool: createPostgresPool(line.url, patience) }),
  })
  onTestFinished(async () => {
    await line.end()
    await db.destroy()
  })
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(db)
  /** However busy the machine is: who looks so keenly may take a slow answer for none. */
  const isThere = () =>
    expect
      .poll(() =>
        ask().then(
          ({ rows }) => rows,
          () => 'away',
        ),
      )
      .toEqual([{ one: 1 }])
  return { db, line, ask, isThere }
}

test('a line that is cut without a word is noticed, said, and mended by connecting anew', async () => {
  const { line, ask, isThere } = await behindLine({ ...KEEN, check_timeout_ms: 500 })
  await isThere()
  line.silence()
  await expect(ask()).rejects.toBeInstanceOf(DatabaseUnavailable)
  line.mend()
  await isThere()
})

test('a connection that is forgotten under way is noticed although others get through', async () => {
  // Who looks may be forgotten too, where the machine is so busy that the query before was looked after.
  const { db, line, isThere } = await behindLine({ ...KEEN, check_timeout_ms: 2_000 })
  await isThere()
  const broken = db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    line.forget()
    await sql`select 1`.execute(tx)
  })
  await expect(broken).rejects.toBeInstanceOf(DatabaseUnavailable)
  await isThere()
})

test('a connection that was forgotten while nobody used it is tried before it is used: nobody is told of it', async () => {
  const { line, ask, isThere } = await behindLine({
    ...{ silent_ms: HOUR_MS, check_timeout_ms: HOUR_MS, check_interval_ms: 10 },
    ...{ trust_ms: 0, test_timeout_ms: 500, acquire_ms: HOUR_MS, evict_ms: 0 },
  })
  await isThere()
  line.forget()
  expect((await ask()).rows).toEqual([{ one: 1 }])
})

test('who connects and is not heard, while others are, connects anew', async () => {
  const { line, ask } = await behindLine(KEEN)
  line.swallow()
  expect((await ask()).rows).toEqual([{ one: 1 }])
})

test('while the database is away nobody waits for it', async () => {
  const { line, ask, isThere } = await behindLine({ ...KEEN, check_timeout_ms: 500 })
  line.silence()
  await expect(ask()).rejects.toBeInstanceOf(DatabaseUnavailable)
  await expect(ask()).rejects.toMatchObject({ code: 'AWAY' })
  line.mend()
  await isThere()
})

test('a query that takes long is left to end', async () => {
  const { db } = await behindLine(KEEN)
  const slow = await sql<{ slow: string }>`select 'slow' as slow, pg_sleep(1)`.execute(db)
  expect(slow.rows[0]?.slow).toBe('slow')
})

test('a line that breaks off between two queries of a transaction fails it, and does not end the process', async () => {
  const { db, line, ask, isThere } = await behindLine(KEEN)
  const broken = db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    line.cut()
    await expect.poll(() => line.open()).toBe(0)
    await sql`select 1`.execute(tx)
  })
  await expect(broken).rejects.toBeInstanceOf(DatabaseUnavailable)
  await expect(ask()).rejects.toBeInstanceOf(DatabaseUnavailable)
  line.mend()
  await isThere()
})

test('while all connections stay in use, whoever wants one hears that the server is busy', async () => {
  // Of the line nothing is tested here: on a busy machine a slow connection would be taken for a lost one.
  const { db, ask } = await behindLine({ ...KEEN, silent_ms: HOUR_MS, acquire_ms: 5_000 })
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const begun = Array.from({ length: 10 }, () => Promise.withResolvers<void>())
  const all = begun.map(({ resolve }) =>
    db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      resolve()
      await over
    }),
  )
  await Promise.race([Promise.all(begun.map(({ promise }) => promise)), Promise.all(all)])
  await expect(ask()).rejects.toMatchObject({ id: 'server.busy' })
  end()
  await Promise.all(all)
  expect((await ask()).rows).toEqual([{ one: 1 }])
})

test('a transaction in which nothing is asked for a minute is ended by PostgreSQL', async () => {
  const { db } = await behindLine(KEEN)
  const { rows } = await sql<{ limit: string }>`
    select current_setting('idle_in_transaction_session_timeout') as "limit"`.execute(db)
  expect(rows).toEqual([{ limit: '1min' }])
})

test('sessions that began read-only are closed once a write is refused, and the next writes go through', async () => {
  const { db, line } = await behindLine(KEEN)
  const name = new URL(line.url).pathname.slice(1)
  const alter = async (words: string) => {
    const admin = new Kysely<object>({
      dialect: new PostgresDialect({ pool: createPostgresPool(line.url, KEEN) }),
    })
    await sql.raw(`begin read write; alter database "${name}" ${words}; commit`).execute(admin)
    await admin.destroy()
  }
  const write = () => sql`create table if not exists written (one integer)`.execute(db)
  const fill = () => Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(.05)`.execute(db)))
  await alter('set default_transaction_read_only = on')
  await fill()
  await expect(write()).rejects.toBeInstanceOf(DatabaseUnavailable)
  // While it lasts others read, in sessions that will not be able to write later.
  await fill()
  await alter('reset default_transaction_read_only')

  await write().catch(() => {})
  for (let count = 0; count < 20; count += 1) await write()
  await Promise.all(Array.from({ length: 20 }, write))
})
