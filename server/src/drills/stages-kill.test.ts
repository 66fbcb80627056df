import { expect, test } from 'vitest'
import { killsOf } from '../testing/drill-client.ts'
import { STAGES } from '../testing/kill-moments.ts'
import { DRILL_MS } from '../testing/patience.ts'
import { newPlace } from '../testing/real-server.ts'
import { stagesDrill } from '../testing/stages-drill.ts'
import { expectWholeDocuments } from '../testing/whole-documents.ts'

const KILLS = killsOf(1)
const SEED = 20_261_126

test(`drill 53: after ${KILLS} kills at each of ${STAGES.join(', ')} what was acknowledged is there, whole and once`, {
  timeout: DRILL_MS,
}, async () => {
  const env = await newPlace()
  const { met, bytes, faults } = await stagesDrill({ env, kills: KILLS, seed: SEED })
  console.log(
    `stages drill: ${bytes.size} documents, killed at ${JSON.stringify(met)}, ${faults.length} faults`,
  )

  expect(faults).toEqual([])
  expect(met.upload).toBe(KILLS)
  await expectWholeDocuments(env, bytes)
})
