import { expect, test } from 'vitest'
import { createWriters, findLostSettings, logTimes, startServerCluster } from '../testing/cluster.ts'
import { callApi, killCount } from '../testing/drill-client.ts'
import { emptyServerSettings } from '../testing/prepared-installation.ts'
import { registerPerson } from '../testing/real-server.ts'
import { DRILL_TIMEOUT_MS } from '../testing/timeouts.ts'

/** Writes that are acknowledged between one restart and the next. */
const BETWEEN = 20

test('while one web process after another is restarted nobody is refused, and nothing that was acknowledged is lost', {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const { DATA_DIR, start } = await startServerCluster({}, emptyServerSettings)
  const [first, second] = await Promise.all([start('web'), start('web'), start('worker')])
  const web = [first, second]
  const cookie = await registerPerson(first, DATA_DIR)
  const times: number[] = []
  const writing = createWriters(() => web, cookie)
  for (let time = 0; time < killCount(1); time += 1)
    for (const [at, server] of web.entries()) {
      const enough = writing.acknowledged() + BETWEEN
      await expect.poll(() => writing.acknowledged() >= enough).toBe(true)
      const began = performance.now()
      server.process.kill('SIGTERM')
      expect(await server.ended).toBe(0)
      web[at] = await start('web')
      times.push(performance.now() - began)
    }
  await writing.stop()
  logTimes('from the signal until the next process is ready', times)
  expect(writing.refused).toEqual([])
  for (const server of web)
    expect(await findLostSettings((path) => callApi({ server, cookie }, path), writing.wanted)).toEqual([])
})
