import { api } from '@scinav/contract'
import { expect, onTestFinished, test } from 'vitest'
import { startListening } from '../../testing/chat.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { createTestJob } from '../../testing/test-job.ts'
import { enqueue } from '../jobs/index.ts'
import { createLoadLimits } from './load-limits.ts'

const never = new AbortController().signal

test('of forty expensive calls of one person a few run, a few wait and the others are refused; others run meanwhile', async () => {
  const load = createLoadLimits()
  const begun: (() => void)[] = []
  const begin = (account: string) =>
    load.acquireCall(account, never).then(
      (release) => begun.push(release) && 'ran',
      (error) => error.id,
    )
  const all = Array.from({ length: 40 }, () => begin('ada'))
  expect(await begin('bob')).toBe('ran')
  expect(begun).toHaveLength(4)
  for (let at = 0; at < begun.length; at += 1) {
    begun[at]?.()
    begun[at]?.()
    await new Promise(setImmediate)
  }
  const ends = await Promise.all(all)
  expect(ends.filter((end) => end === 'ran')).toHaveLength(11)
  expect(new Set(ends.slice(11))).toEqual(new Set(['request.too_many_at_once']))
})

test('who leaves while waiting gives up the turn', async () => {
  const load = createLoadLimits()
  const held = await Promise.all([1, 2, 3].map(() => load.acquireCall('ada', never)))
  const leaving = new AbortController()
  const left = load.acquireCall('ada', leaving.signal)
  const next = load.acquireCall('ada', never)
  leaving.abort()
  await expect(left).rejects.toMatchObject({ id: 'server.busy' })
  held[0]?.()
  await next
})

test('expensive calls go through the limit, and one that fails gives its place back', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  for (let round = 0; round < 5; round += 1)
    expect(await ada.refusal(api.passages.hitTest, { query: '问题', dataset_ids: ['none'] })).toMatchObject({
      status: 404,
    })
  const call = () => ada.send(api.passages.hitTest, { query: '问题' })
  const codes = (await Promise.all(Array.from({ length: 40 }, call))).map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 429).length).toBeGreaterThan(0)
  expect((await call()).statusCode).not.toBe(429)
})

test('a person follows twenty streams at once; one that ends makes room', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const bob = await app.signUp('Bob')
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  onTestFinished(() => end())
  const job = createTestJob(() => over)
  const jobOf = (owner_id: string) => enqueue(app.base, job, { number: 1 }, { owner_id })
  const job_id = await jobOf(ada.id)
  const streams = Array.from({ length: 21 }, () => ada.send(api.jobs.watch, { job_id }))
  const refused = await Promise.race(streams)
  expect(refused.json()).toMatchObject({ code: 429, data: { problem: 'request.too_many_streams' } })
  const their_job = await jobOf(bob.id)
  await bob.call(api.jobs.cancel, { job_id: their_job })
  await ada.call(api.jobs.cancel, { job_id })
  await app.runner.drain()
  expect((await bob.send(api.jobs.watch, { job_id: their_job })).statusCode).toBe(200)
  const codes = (await Promise.all(streams)).map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 200)).toHaveLength(20)
  expect((await ada.send(api.jobs.watch, { job_id })).statusCode).toBe(200)
})

/** Holds the queries of a table back until `stop`: `waiting` are the functions that let them go on. */
function holdQueries({ base }: TestApp, table: string) {
  const { db } = base
  const waiting: (() => void)[] = []
  const held = new WeakSet<object>()
  base.db = db.withPlugin({
    transformQuery({ node, queryId }) {
      if (JSON.stringify(node).includes(`"name":"${table}"`)) held.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (held.has(queryId)) await new Promise<void>((resolve) => waiting.push(resolve))
      return result
    },
  })
  const stop = () => {
    base.db = db
  }
  return { waiting, stop }
}

test('readers who leave before their streams begin hold no place', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const { job_id } = await ada.call(api.user.exportData, {})
  await app.runner.drain()
  const url = await startListening(app)
  const connections = () =>
    new Promise((resolve) => app.app.server.getConnections((_, count) => resolve(count)))
  const { waiting, stop } = holdQueries(app, 'jobs')
  for (let at = 0; at < 20; at += 1) {
    const leaving = new AbortController()
    const headers = { cookie: ada.cookie() }
    const stream = fetch(`${url}/api/job/${job_id}/stream`, { headers, signal: leaving.signal })
    await expect.poll(() => waiting.length).toBe(1)
    leaving.abort()
    await expect(stream).rejects.toThrow()
    await expect.poll(connections).toBe(0)
    waiting.pop()?.()
  }
  stop()
  expect((await ada.send(api.jobs.watch, { job_id })).statusCode).toBe(200)
})
