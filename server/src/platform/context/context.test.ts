import { api } from '@scinav/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../testing/test-app.ts'
import { enqueue, type Job } from '../jobs/queue.ts'
import { type BaseContext, transact } from './context.ts'

const nothing: Job<z.ZodObject> = {
  name: 'test.nothing',
  title: '无',
  payload: z.object({}),
  attempts: 1,
  run: async () => {},
}

const counter = (value: string) => ({ key: 'counter', value })

async function counted({ db }: Pick<BaseContext, 'db'>): Promise<number> {
  const { value } = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', 'counter')
    .executeTakeFirstOrThrow()
  return Number(value)
}

/** Reads the counter and writes it higher, after what comes in between. */
async function count(
  ctx: Pick<BaseContext, 'db'>,
  by: number,
  between = async (): Promise<void> => {},
): Promise<void> {
  const before = await counted(ctx)
  await between()
  await ctx.db
    .updateTable('installation')
    .set({ value: String(before + by) })
    .where('key', '=', 'counter')
    .execute()
}

async function counterApp() {
  const app = await testApp()
  await app.base.db.insertInto('installation').values(counter('0')).execute()
  return { app, read: () => counted(app.base) }
}

test('a failed transaction leaves neither rows nor jobs', async () => {
  const { app, read } = await counterApp()
  const work = transact(app.base, async (ctx) => {
    await ctx.db.updateTable('installation').set({ value: '1' }).where('key', '=', 'counter').execute()
    await transact(ctx, async (ctx) => {
      await enqueue(ctx, nothing, {})
      await enqueue(ctx, nothing, {})
    })
    expect(await ctx.db.selectFrom('jobs').select('id').execute()).toHaveLength(2)
    throw new Error('boom')
  })

  await expect(work).rejects.toThrow('boom')
  expect(await read()).toBe(0)
  expect(await app.base.db.selectFrom('jobs').selectAll().execute()).toEqual([])
})

test('fifty writers at once who read before they write lose nothing', async () => {
  const { app, read } = await counterApp()
  const increment = () => transact(app.base, (ctx) => count(ctx, 1))
  await Promise.all(Array.from({ length: 50 }, increment))

  expect(await read()).toBe(50)
})

test('a conflict between two transactions is tried again, and neither is lost', async () => {
  const { app, read } = await counterApp()
  let runs = 0
  let fast: Promise<void> | undefined
  const slow = transact(app.base, (ctx) => {
    runs += 1
    return count(ctx, 1, async () => {
      fast ??= transact(app.base, (other) => count(other, 10))
      // On SQLite it begins when this one has ended.
      if (app.kind === 'postgres') await fast
    })
  })
  await slow
  await fast

  expect(await read()).toBe(11)
  expect(runs).toBe(app.kind === 'postgres' ? 2 : 1)
})

test('reaching past a transaction waits for ever on SQLite: why ctx is shadowed', async () => {
  const { app } = await counterApp()
  if (app.kind === 'postgres')
    return expect(await app.base.db.selectFrom('jobs').selectAll().execute()).toEqual([])
  let release = () => {}
  const stuck = transact(app.base, async () => {
    const outer = app.base.db.updateTable('installation').set({ value: '9' }).execute()
    const waited = await Promise.race([
      outer.then(() => 'done'),
      new Promise((resolve) => setTimeout(() => resolve('waiting'), 200)),
    ])
    release = () => void outer
    return waited
  })

  expect(await stuck).toBe('waiting')
  release()
})

test('a read outside of a transaction does not wait for one that is open', async () => {
  const { app, read } = await counterApp()
  await transact(app.base, async (ctx) => {
    await ctx.db.updateTable('installation').set({ value: '5' }).where('key', '=', 'counter').execute()
    expect(await read()).toBe(0)
  })
  expect(await read()).toBe(5)
})

test('of two people who want one account name at once, one gets it', async () => {
  const app = await testApp()
  const targets = ['one@example.edu.cn', 'two@example.edu.cn']
  for (const target of targets) await app.guest.call(api.user.sendCode, { target, scene: 'register' })
  await app.runner.drain()
  const person = (target: string) => ({
    account: 'SameName',
    password: 'ink-and-bamboo-77',
    nick_name: '同名',
    target,
    code: app.outbox.find((message) => message.to === target)?.code ?? '',
    agree: true as const,
  })
  const answers = await Promise.all(
    targets.map((target) => app.guest.send(api.user.register, person(target))),
  )

  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
  expect(await app.base.db.selectFrom('users').select('id').execute()).toHaveLength(1)
})

test('a limit reached by fifty at once is not passed', async () => {
  const app = await testApp()
  const ask = () => app.guest.send(api.user.sendCode, { target: 'one@example.edu.cn', scene: 'register' })
  const answers = await Promise.all(Array.from({ length: 50 }, ask))

  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
  expect(await app.base.db.selectFrom('verification_codes').select('id').execute()).toHaveLength(1)
})

test('the last places of a limit are given out once, however many want them at once', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const updated_at = app.base.now().toISOString()
  const taken = Array.from({ length: 475 }, (_, number) => ({
    user_id: ada.id,
    key: `taken-${number}`,
    type: 'test',
    value: '1',
    updated_at,
  }))
  await app.base.db.insertInto('user_settings').values(taken).execute()
  const save = (_: unknown, number: number) =>
    ada.send(api.user.saveSetting, { key: `wanted-${number}`, type: 'test', value: number })
  const answers = await Promise.all(Array.from({ length: 50 }, save))

  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(25)
  expect(answers.filter((answer) => answer.statusCode === 400)).toHaveLength(25)
  const kept = await app.base.db.selectFrom('user_settings').select('key').execute()
  expect(kept).toHaveLength(500)
})

test('a conflict that never ends is given up as busy', async () => {
  const app = await testApp()
  let runs = 0
  const hopeless = transact(app.base, async () => {
    runs += 1
    throw Object.assign(new Error('could not serialize access'), { code: '40001' })
  })

  await expect(hopeless).rejects.toMatchObject({ id: 'server.busy' })
  expect(runs).toBe(8)
})

test('who has met a rival tries again when that has ended, and waits for no clock', async () => {
  const app = await testApp()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let runs = 0
  const second = transact(app.base, async () => {
    runs += 1
    if (runs === 1) throw Object.assign(new Error('could not serialize access'), { code: '40001' })
    return 'through'
  })

  expect(await second).toBe('through')
})

test('of forty who meet each gets through, one after another', async () => {
  const app = await testApp()
  let running = 0
  const rival = () =>
    transact(app.base, async () => {
      running += 1
      await new Promise((resolve) => setTimeout(resolve, 60))
      const met = running > 1
      running -= 1
      if (met) throw Object.assign(new Error('could not serialize access'), { code: '40001' })
      return 'through'
    })
  const all = await Promise.all(Array.from({ length: 40 }, rival))
  expect(all).toEqual(Array(40).fill('through'))
})
