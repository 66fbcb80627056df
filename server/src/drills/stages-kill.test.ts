import { expect, test } from 'vitest'
import { killCount } from '../testing/drill-client.ts'
import { KILL_STAGES } from '../testing/kill-moments.ts'
import { emptyServerSettings } from '../testing/prepared-installation.ts'
import { runStagesDrill } from '../testing/stages-drill.ts'
import { DRILL_TIMEOUT_MS } from '../testing/timeouts.ts'
import { expectWholeDocuments } from '../testing/whole-documents.ts'

const KILLS = killCount(1)
const SEED = 20_261_126

test(`drill 53: after ${KILLS} kills at each of ${KILL_STAGES.join(', ')} what was acknowledged is there, whole and once`, {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const env = await emptyServerSettings()
  const { met, bytes, faults } = await runStagesDrill({ env, kills: KILLS, seed: SEED })
  console.log(
    `stages drill: ${bytes.size} documents, killed at ${JSON.stringify(met)}, ${faults.length} faults`,
  )

  expect(faults).toEqual([])
  expect(met.upload).toBe(KILLS)
  await expectWholeDocuments(env, bytes)
})
