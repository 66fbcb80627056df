import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../testing/fresh-database.ts'
import { newFolder } from '../../testing/new-folder.ts'
import { serveProbes } from './probes.ts'

test('a database that keeps silent is told as one that is away, however long it keeps silent, and asked once', async () => {
  const { db, close } = await freshDatabase(newFolder())
  const app = Fastify()
  onTestFinished(async () => {
    await app.close()
    await close()
  })
  const silent = Promise.withResolvers<boolean>()
  let asked = 0
  const isFull = () => {
    asked += 1
    return silent.promise
  }
  serveProbes(app, { db, log: { error: () => {} } }, { disk: { isFull }, isLeaving: () => false })

  const ready = async () => (await app.inject('/readyz')).json()
  expect(await Promise.all([ready(), ready()])).toEqual([
    { status: 'unavailable' },
    { status: 'unavailable' },
  ])
  expect(asked).toBe(1)
  silent.resolve(false)
  expect(await ready()).toEqual({ status: 'ok' })
})
