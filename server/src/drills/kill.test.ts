import { expect, test } from 'vitest'
import { killCount } from '../testing/drill-client.ts'
import { runKillDrill } from '../testing/kill-drill.ts'
import { emptyServerSettings } from '../testing/prepared-installation.ts'
import { DRILL_TIMEOUT_MS } from '../testing/timeouts.ts'

/** Each kill costs a start of the server; `DRILL_KILLS` sets more for a longer run. */
const KILLS = killCount(4)
const SEED = 20_260_302

test(`after ${KILLS} kills in the middle of writing no acknowledged write is lost`, {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const env = await emptyServerSettings()
  const { kills, acknowledged, lost } = await runKillDrill({ env, kills: KILLS, seed: SEED })
  console.log(`kill drill: ${kills} kills, ${acknowledged} acknowledged, ${lost.length} lost`)

  expect(lost).toEqual([])
  expect(acknowledged).toBeGreaterThan(KILLS)
})
