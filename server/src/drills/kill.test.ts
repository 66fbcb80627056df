import { expect, test } from 'vitest'
import { killsOf } from '../testing/drill-client.ts'
import { killDrill } from '../testing/kill-drill.ts'
import { DRILL_MS } from '../testing/patience.ts'
import { newPlace } from '../testing/real-server.ts'

const KILLS = killsOf(10)
const SEED = 20_260_302

test(`after ${KILLS} kills in the middle of writing no acknowledged write is lost`, {
  timeout: DRILL_MS,
}, async () => {
  const env = await newPlace()
  const { kills, acknowledged, lost } = await killDrill({ env, kills: KILLS, seed: SEED })
  console.log(`kill drill: ${kills} kills, ${acknowledged} acknowledged, ${lost.length} lost`)

  expect(lost).toEqual([])
  expect(acknowledged).toBeGreaterThan(KILLS)
})
