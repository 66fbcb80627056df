import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { testApp } from '../../testing/test-app.ts'
import { AppError } from '../foundation/errors.ts'
import { createLimits } from '../http/limits.ts'
import { type Counters, createMemoryCounters, createSharedCounters } from './counters.ts'

/** Two servers on one database, whose clocks of the day stand until moved. `log` is that of the first one. */
async function twoServers() {
  const { base, pass } = await testApp()
  const ahead = { one: 0, other: 0 }
  // Not the log of the test's application, which shares its own counts from time to time.
  const log = base.log.child({})
  const at = (server: keyof typeof ahead) => ({
    ...base,
    log,
    now: () => new Date(base.now().getTime() + ahead[server]),
  })
  return {
    base,
    log,
    pass,
    ahead,
    one: createSharedCounters(at('one')),
    other: createSharedCounters(at('other')),
  }
}

const stores: [string, () => Promise<Counters>][] = [
  ['memory', async () => createMemoryCounters()],
  ['the database', async () => (await twoServers()).one.counters],
]

describe.each(stores)('counts in %s', (_, open) => {
  test('a window counts what is done until it ends, the next one begins anew, and keys and names are apart', async () => {
    const counters = await open()
    const count = counters('account', 1_000)
    const many = Array.from({ length: 3 }, () => count('ada', 10).count)

    expect(many).toEqual([1, 2, 3])
    expect(count('ada', 1_009)).toEqual({ count: 4, ends_at: 1_010 })
    expect(count('ada', 1_010)).toEqual({ count: 1, ends_at: 2_010 })
    expect(count('bob', 1_010).count).toBe(1)
    expect(counters('address', 1_000)('ada', 1_010).count).toBe(1)
  })
})

test('a limit counts what every server of a database was asked, and ends for all of them at once', async () => {
  const { one, other, pass, base } = await twoServers()
  const here = one.counters('account', 60_000)
  const there = other.counters('account', 60_000)
  for (let asked = 0; asked < 3; asked += 1) here('ada', 500)
  await one.exchange()
  pass(10_000)
  there('ada', 77_000)
  there('bob', 77_000)
  await other.exchange()
  // The other one's clock began elsewhere: fifty seconds are left there too.
  expect(there('ada', 77_100)).toEqual({ count: 5, ends_at: 127_000 })
  expect(there('bob', 77_100).count).toBe(2)
  await other.exchange()
  here('ada', 10_500)
  await one.exchange()
  expect(here('ada', 10_700)).toEqual({ count: 7, ends_at: 60_500 })

  pass(50_001)
  there('ada', 127_001)
  await other.exchange()
  expect(there('ada', 127_002).count).toBe(2)
  const rows = await base.db.selectFrom('request_counts').select(['key', 'count']).orderBy('key').execute()
  expect(rows).toEqual([
    { key: 'account:ada', count: 1 },
    { key: 'account:bob', count: 2 },
  ])
})

test('what is asked while the database is being told is counted once', async () => {
  const { one, other } = await twoServers()
  const here = one.counters('account', 60_000)
  here('ada', 0)
  const told = one.exchange()
  here('ada', 0)
  await told
  expect(here('ada', 0).count).toBe(3)
  await one.exchange()
  other.counters('account', 60_000)('ada', 0)
  await other.exchange()
  expect(other.counters('account', 60_000)('ada', 0).count).toBe(1)
  expect(here('ada', 0).count).toBe(4)
})

test('servers that count the same people at the same time lose none of it', async () => {
  const { one, other, base } = await twoServers()
  const people = Array.from({ length: 1_500 }, (_, number) => `person ${number}`)
  for (let round = 0; round < 3; round += 1) {
    for (const { counters } of [one, other])
      for (const person of round % 2 === 0 ? people : people.toReversed())
        counters('account', 60_000)(person, 0)
    await Promise.all([one.exchange(), other.exchange()])
  }
  const { total } = await base.db
    .selectFrom('request_counts')
    .select(({ fn }) => fn.sum<number>('count').as('total'))
    .executeTakeFirstOrThrow()
  expect(Number(total)).toBe(9_000)
})

test('a database that refuses is told later, and limits hold meanwhile', async () => {
  const { one, other, base, log } = await twoServers()
  const warned = vi.spyOn(log, 'warn')
  const here = one.counters('account', 60_000)
  await sql`alter table request_counts rename to request_counts_away`.execute(base.db)
  here('ada', 0)
  await one.exchange()
  expect(here('ada', 0).count).toBe(2)
  await one.exchange()
  expect(warned).toHaveBeenCalledTimes(1)
  await sql`alter table request_counts_away rename to request_counts`.execute(base.db)
  await one.exchange()
  const there = other.counters('account', 60_000)
  there('ada', 0)
  await other.exchange()
  expect(there('ada', 0).count).toBe(4)
})

test('a server whose clock is minutes ahead keeps nobody waiting for minutes at another', async () => {
  const { one, other, ahead } = await twoServers()
  ahead.one = 10 * 60_000
  const here = one.counters('account', 60_000)
  for (let asked = 0; asked < 700; asked += 1) here('ada', 0)
  await one.exchange()
  const there = other.counters('account', 60_000)
  there('ada', 0)
  await other.exchange()
  expect(there('ada', 0)).toEqual({ count: 2, ends_at: 60_000 })
})

test('windows that have ended are forgotten, in the database too', async () => {
  const { one, pass, base } = await twoServers()
  const here = one.counters('address', 60_000)
  for (let minute = 0; minute < 60; minute += 1) {
    here(`10.0.0.${minute}`, minute * 60_000)
    await one.exchange()
    pass(60_000)
  }
  const { total } = await base.db
    .selectFrom('request_counts')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  expect(total).toBe(1)
})

test('a person who is refused at one server is refused at the other a second later', async () => {
  const { one, other } = await twoServers()
  const here = createLimits(1, one.counters)
  const there = createLimits(1, other.counters)
  const from = (ip: string) => ({ ip }) as Parameters<typeof here.check>[0]
  for (let asked = 0; asked < 600; asked += 1) here.check(from('10.0.0.1'), 'ada')
  await one.exchange()
  expect(() => there.check(from('10.0.0.2'), 'ada')).not.toThrow()
  await other.exchange()
  expect(() => there.check(from('10.0.0.2'), 'ada')).toThrow(AppError)
  expect(() => there.check(from('10.0.0.2'), 'bob')).not.toThrow()
})
