import { expect, test } from 'vitest'
import { cluster, lostSettings, tellTimes, writers } from '../testing/cluster.ts'
import { ask, killsOf } from '../testing/drill-client.ts'
import { DRILL_MS } from '../testing/patience.ts'
import { registerReal } from '../testing/real-server.ts'

/** Writes that are acknowledged between one restart and the next. */
const BETWEEN = 20

test('while one web process after another is restarted nobody is refused, and nothing that was acknowledged is lost', {
  timeout: DRILL_MS,
}, async () => {
  const { DATA_DIR, start } = await cluster()
  const [first, second] = await Promise.all([start('web'), start('web'), start('worker')])
  const web = [first, second]
  const cookie = await registerReal(first, DATA_DIR)
  const times: number[] = []
  const writing = writers(() => web, cookie)
  for (let time = 0; time < killsOf(1); time += 1)
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
  tellTimes('from the signal until the next process is ready', times)
  expect(writing.refused).toEqual([])
  for (const server of web)
    expect(await lostSettings((path) => ask({ server, cookie }, path), writing.wanted)).toEqual([])
})
