import { expect, onTestFinished, test } from 'vitest'
import { createPostgresNotifier } from '../platform/db/change-notifier.ts'
import { openPostgres } from '../platform/db/open.ts'
import { createCuttableLink } from '../testing/cuttable-link.ts'
import { emptyPostgres } from '../testing/fresh-database.ts'

const log = { warn: () => {} }

/** Two processes over one database, the first by way of a line that can be cut. */
async function two() {
  const url = await emptyPostgres()
  const line = await createCuttableLink(url)
  const { db, close } = await openPostgres(url)
  const here = createPostgresNotifier({ db, url: line.url, log })
  const there = createPostgresNotifier({ db, url, log })
  onTestFinished(async () => {
    await Promise.all([here.close(), there.close()])
    await close()
    await line.end()
  })
  const heard: string[] = []
  const leave = here.subscribe('run-1', () => heard.push('run-1'))
  here.subscribe('run-2', () => heard.push('run-2'))
  await expect.poll(() => here.isConnected()).toBe(true)
  // Whoever begins to hear is told that they may have missed something.
  heard.length = 0
  return { here, there, line, heard, leave }
}

test('what one process tells another hears who listens for it, and nobody else', async () => {
  const { there, heard, leave } = await two()
  await there.notify(['run-1', 'run-3'])
  await expect.poll(() => heard).toEqual(['run-1'])
  leave()
  await there.notify(['run-1', 'run-2'])
  await expect.poll(() => heard).toEqual(['run-1', 'run-2'])
  expect(there.isConnected()).toBe(false)
})

test('who listens hears that the line is lost, that it is there again, and what is told after that', async () => {
  const { here, there, line, heard } = await two()
  line.cut()
  await expect.poll(() => here.isConnected()).toBe(false)
  expect(heard).toEqual(['run-1', 'run-2'])
  await there.notify(['run-1'])
  line.mend()
  await expect.poll(() => here.isConnected()).toBe(true)
  expect(heard).toEqual(['run-1', 'run-2', 'run-1', 'run-2'])
  await there.notify(['run-2'])
  await expect.poll(() => heard.at(4)).toBe('run-2')
})
