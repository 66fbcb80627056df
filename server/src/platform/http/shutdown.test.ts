import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../testing/fresh-database.ts'
import { newFolder } from '../../testing/new-folder.ts'
import { serveProbes } from './probes.ts'
import { enableGracefulShutdown } from './shutdown.ts'

/** A server that leaves, whose runs say their last words when the test lets them. */
async function leavingServer() {
  const { db, close } = await freshDatabase(newFolder())
  onTestFinished(close)
  const lastWords = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const slow = { begun: Promise.withResolvers<void>(), over: Promise.withResolvers<void>() }
  // As the product's: nothing is refused by the framework.
  const app = Fastify({ return503OnClosing: false, forceCloseConnections: 'idle' })
  const { closing, isLeaving } = enableGracefulShutdown(app, {
    leave_ms: 1,
    endRuns: () => {
      asked.resolve()
      return lastWords.promise
    },
  })
  const disk = { isFull: async () => false }
  serveProbes(app, { db, log: { error: () => {} } }, { disk, isLeaving })
  app.get('/', async () => 'answered')
  app.get('/slow', async () => {
    slow.begun.resolve()
    await slow.over.promise
    return 'whole'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return { app, url, closing, lastWords, slow, asked: asked.promise }
}

test('who asks a server that leaves is answered until its runs have said their last words, and told to go elsewhere', async () => {
  const { app, url, closing, lastWords, slow, asked } = await leavingServer()
  const before = await fetch(url)
  expect(await before.text()).toBe('answered')
  expect(before.headers.get('connection')).toBe('keep-alive')
  expect((await fetch(`${url}/readyz`)).status).toBe(200)

  const closed = app.close()
  await asked
  for (const time of ['first', 'again']) {
    const answer = await fetch(url)
    expect(answer.status, time).toBe(200)
    expect(answer.headers.get('connection')).toBe('close')
    expect(await answer.text()).toBe('answered')
  }
  const ready = await fetch(`${url}/readyz`)
  expect({ status: ready.status, body: await ready.json() }).toEqual({
    status: 503,
    body: { status: 'leaving' },
  })
  expect(closing.aborted).toBe(false)
  const running = fetch(`${url}/slow`)
  await slow.begun.promise

  lastWords.resolve()
  await expect.poll(() => closing.aborted).toBe(true)
  await expect
    .poll(() =>
      fetch(url).then(
        () => 'answered',
        () => 'refused',
      ),
    )
    .toBe('refused')
  slow.over.resolve()
  expect(await (await running).text()).toBe('whole')
  await closed
})
